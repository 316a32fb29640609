import type { Settings } from "../../core/env";
import { askReader } from "../../platform/calendar/ask-reader";
import { askOutside } from "../../platform/calendar/outside-request";
import type { BusyInterval } from "../../platform/calendar/read-busy";
import type { CalendarLogin } from "./calendar-secrets";
import { maxCalendarBytes, requireSuccess } from "./failures";

/** How to ask one account. */
export type CaldavAccess = {
  settings: Pick<Settings, "allowsLocalCalendars">;
  /** The program that reads what the server answers. */
  calendarReader: string;
  login: CalendarLogin;
  /** Ends what is being asked. */
  signal: AbortSignal;
};

const stampOf = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, "");

type CaldavRequest = {
  method: "GET" | "PUT" | "DELETE" | "PROPFIND" | "REPORT";
  headers?: Record<string, string>;
  body?: string;
  followsRedirects?: boolean;
};

/** Asks the server of an account. Throws an OutsideError. */
export const askCaldav = (access: CaldavAccess, address: string, { headers, ...request }: CaldavRequest) =>
  askOutside(address, {
    maxBytes: maxCalendarBytes,
    followsRedirects: true,
    ...request,
    signal: access.signal,
    headers: { ...signInOf(access), ...headers },
    allowsThisMachine: access.settings.allowsLocalCalendars,
  });

const signInOf = ({ login: { user, password } }: CaldavAccess) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

type DavQuery = { method: "PROPFIND" | "REPORT"; depth: "0" | "1"; body: string };

/** Asks for properties or events, in XML. Throws an OutsideError. */
export const queryCaldav = (access: CaldavAccess, address: string, { method, depth, body }: DavQuery) =>
  askCaldav(access, address, {
    method,
    headers: { depth, "content-type": "application/xml; charset=utf-8" },
    body: `<?xml version="1.0" encoding="utf-8"?>\n${body}`,
  });

/** Reads what a server has answered in XML. `uid`: only files with exactly this one. Throws a CalendarReadError. */
export const readAnswer = (access: CaldavAccess, body: Uint8Array, uid: string | null = null) =>
  askReader(access.calendarReader, { kind: "responses", body, uid }, access.signal);

/** Returns the events of a calendar that happen within the window, as the server gives them. Throws as findCalendars. */
export async function fetchEvents(access: CaldavAccess, address: string, window: BusyInterval): Promise<Uint8Array> {
  const { status, body } = await queryCaldav(access, address, {
    method: "REPORT",
    depth: "1",
    body: `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
<d:prop><c:calendar-data/></d:prop>
<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">
<c:time-range start="${stampOf(window.start)}" end="${stampOf(window.end)}"/>
</c:comp-filter></c:comp-filter></c:filter>
</c:calendar-query>`,
  });
  requireSuccess(status);
  return body;
}

/** Returns the names of the states of a calendar's events, by their file's name. Throws as findCalendars. */
export async function readEtags(
  access: CaldavAccess,
  url: string,
  depth: "0" | "1" = "1",
): Promise<Map<string, string>> {
  const { status, body } = await askForEtags(access, url, depth);
  if (depth === "0" && status === 404) return new Map();
  requireSuccess(status);
  const etags = new Map<string, string>();
  for (const { href, etag } of await readAnswer(access, body)) {
    const file = fileIn(href);
    if (file && etag) etags.set(file, etag);
  }
  return etags;
}

/** Returns the name of the file that an address leads to; undefined if it can't be read. */
function fileIn(href: string): string | undefined {
  try {
    return decodeURIComponent(href).split("/").at(-1);
  } catch {
    return undefined;
  }
}

/** Asks for the states of a calendar's events, or of one. Throws an OutsideError. */
export const askForEtags = (access: CaldavAccess, url: string, depth: "0" | "1") =>
  queryCaldav(access, url, {
    method: "PROPFIND",
    depth,
    body: '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>',
  });
