import sax from "sax";
import { CalendarReadError } from "./calendar-lines";

/** What a CalDAV server says about one of its files or folders. */
export type DavResponse = {
  href: string;
  etag: string | null;
  displayName: string | null;
  isCalendar: boolean;
  /** What a calendar may hold, such as VEVENT; empty if the server does not say. */
  components: string[];
  /** The address of the principal (RFC 5397) that has signed in; null if the server was not asked. */
  principal: string | null;
  /** The address of the folder with the calendars of a principal. */
  home: string | null;
  /** The file's text. */
  data: string | null;
};

const maxDepth = 32;
/** Elements with their attributes: some for each of the most events that a calendar may have. */
const maxNodes = 100_000;
/** The parser looks at its own limits after each part. */
const partLength = 64 * 1024;

/**
 * Returns the responses of a CalDAV server's answer (RFC 4918, 13). Names of elements are compared without their prefix,
 * and a document type, with which entities could be defined, is refused. Throws a CalendarReadError if it is none.
 */
export function readMultistatus(xml: string): DavResponse[] {
  const responses = new ResponseReader();
  const parser = sax.parser(true);
  parser.onerror = refuse;
  parser.ondoctype = refuse;
  parser.onattribute = () => responses.count();
  parser.onopentag = ({ name, attributes }) => responses.open(localName(name), attributes);
  parser.ontext = (text) => responses.add(text);
  parser.oncdata = (text) => responses.add(text);
  parser.onclosetag = () => responses.close();
  const text = xml.trimStart();
  for (let start = 0; start < text.length; start += partLength) parser.write(text.slice(start, start + partLength));
  parser.close();
  return responses.finish();
}

function refuse(): never {
  throw new CalendarReadError("no_calendar");
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** The elements whose text counts, by their path within a response. */
const wanted: Record<string, "href" | "etag" | "displayName" | "principal" | "home" | "data"> = {
  href: "href",
  "propstat/prop/getetag": "etag",
  "propstat/prop/displayname": "displayName",
  "propstat/prop/current-user-principal/href": "principal",
  "propstat/prop/calendar-home-set/href": "home",
  "propstat/prop/calendar-data": "data",
};
const calendarType = "propstat/prop/resourcetype/calendar";
const componentOfCalendar = "propstat/prop/supported-calendar-component-set/comp";

const emptyResponse = (): DavResponse => ({
  href: "",
  etag: null,
  displayName: null,
  isCalendar: false,
  components: [],
  principal: null,
  home: null,
  data: null,
});

/** Collects the responses from the elements of an answer, one after the other. */
class ResponseReader {
  readonly #all: DavResponse[] = [];
  readonly #path: string[] = [];
  #response: DavResponse | null = null;
  #nodes = 0;
  #texts: string[] = [];

  count(): void {
    this.#nodes += 1;
    if (this.#nodes > maxNodes) refuse();
  }

  /** Returns the responses of an answer that was one. */
  finish(): DavResponse[] {
    if (this.#nodes === 0) refuse();
    return this.#all;
  }

  open(name: string, attributes: Record<string, unknown>): void {
    this.count();
    if (this.#path.length >= maxDepth) refuse();
    if (this.#path.length === 0 && name !== "multistatus") refuse();
    this.#path.push(name);
    this.#texts = [];
    if (this.#path.length === 2 && name === "response") this.#response = emptyResponse();
    const place = this.#place();
    if (this.#response && place === calendarType) this.#response.isCalendar = true;
    const component = attributes["name"];
    if (this.#response && place === componentOfCalendar && typeof component === "string")
      this.#response.components.push(component);
  }

  add(text: string): void {
    this.#texts.push(text);
  }

  close(): void {
    const field = wanted[this.#place()];
    const text = this.#texts.join("").trim();
    this.#texts = [];
    // A property may come twice: empty with the reason why it is not there.
    if (this.#response && field && text) this.#response[field] = text;
    if (this.#response && this.#path.length === 2) {
      this.#all.push(this.#response);
      this.#response = null;
    }
    this.#path.pop();
  }

  /** Returns the path within a response. */
  #place(): string {
    return this.#path.slice(2).join("/");
  }
}
