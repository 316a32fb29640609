import { setImmediate as nextTurn } from "node:timers/promises";
import { createAccount, createCalendarObject, deleteCalendarObject, fetchCalendars, updateCalendarObject } from "tsdav";
import type { Settings } from "../../core/env";
import { askOutside, OutsideError } from "../../platform/calendar/outside-request";
import type { Interval } from "../../platform/calendar/read-busy";
import type { CalendarLogin } from "./calendar-secrets";
import { CalendarError, maxCalendarBytes, requireSuccess } from "./failures";

/** How to ask one account. */
export type CaldavAccess = {
  settings: Pick<Settings, "allowsLocalCalendars">;
  login: CalendarLogin;
  /** Ends what is being asked. */
  signal: AbortSignal;
};

export type FoundCalendar = { address: string; name: string };

/** Finds the calendars of an account that can hold events. Throws a CalendarError or an OutsideError. */
export async function findCalendars(access: CaldavAccess): Promise<FoundCalendar[]> {
  const guarded = guardedFetch(access);
  try {
    const headers = headersOf(access);
    const account = await createAccount({
      account: { serverUrl: access.login.server, accountType: "caldav" },
      ...{ headers, fetch: guarded.fetch },
    });
    const calendars = await fetchCalendars({ account, headers, fetch: guarded.fetch });
    return calendars
      .filter(({ components }) => !components || components.includes("VEVENT"))
      .map(({ url, displayName }) => ({
        address: new URL(url, access.login.server).href,
        name: nameOf(displayName, url),
      }));
  } catch {
    throw guarded.reason() ?? new CalendarError("no_calendar");
  }
}

const nameOf = (displayName: unknown, url: string): string =>
  (["string", "number"].includes(typeof displayName) && String(displayName).trim().slice(0, 100)) ||
  (url.split("/").findLast(Boolean) ?? "Calendar").slice(0, 100);

const headersOf = ({ login: { user, password } }: CaldavAccess) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

/** Returns a `fetch` that reaches public addresses only, and why it failed last: the library hides this. */
function guardedFetch({ settings, signal }: CaldavAccess) {
  let reason: CalendarError | OutsideError | undefined;
  const ask: typeof fetch = async (input, init = {}) => {
    try {
      const answer = await askOutside(input instanceof Request ? input.url : String(input), {
        method: init.method ?? "GET",
        headers: Object.fromEntries(new Headers(init.headers).entries()),
        ...(typeof init.body === "string" && { body: init.body }),
        ...{ maxBytes: maxCalendarBytes, signal },
        followsRedirects: init.redirect !== "manual",
        allowsThisMachine: settings.allowsLocalCalendars,
      });
      reason = answer.status === 401 ? new CalendarError("sign_in") : undefined;
      const isEmpty = [101, 204, 205, 304].includes(answer.status);
      const response = new Response(isEmpty ? null : new Uint8Array(answer.body), answer);
      Object.defineProperty(response, "url", { value: answer.url });
      return response;
    } catch (error) {
      if (error instanceof OutsideError) reason = error;
      throw error;
    }
  };
  return { fetch: ask, reason: () => reason };
}

const stampOf = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, "");

type CaldavRequest = { method: "PROPFIND" | "REPORT"; depth: "0" | "1"; body: string };

/** Asks for long lists, which the library would parse at once, keeping the process from answering. */
const askCaldav = (access: CaldavAccess, address: string, { method, depth, body }: CaldavRequest) =>
  askOutside(address, {
    method,
    headers: { ...headersOf(access), depth, "content-type": "application/xml; charset=utf-8" },
    body: `<?xml version="1.0" encoding="utf-8"?>\n${body}`,
    ...{ maxBytes: maxCalendarBytes, signal: access.signal, followsRedirects: true },
    allowsThisMachine: access.settings.allowsLocalCalendars,
  });

/** Returns the events of a calendar that happen within the window, as one iCalendar text. Throws as findCalendars. */
export async function readCalendar(access: CaldavAccess, address: string, window: Interval): Promise<string> {
  const { status, body } = await askCaldav(access, address, {
    ...{ method: "REPORT", depth: "1" },
    body: `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
<d:prop><c:calendar-data/></d:prop>
<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">
<c:time-range start="${stampOf(window.start)}" end="${stampOf(window.end)}"/>
</c:comp-filter></c:comp-filter></c:filter>
</c:calendar-query>`,
  });
  requireSuccess(status);
  const xml = body.toString("utf8");
  if (!/<(?:[\w-]+:)?multistatus\b/.test(xml.slice(0, 2000))) throw new CalendarError("no_calendar");
  const texts: string[] = [];
  for await (const text of partsIn(xml, "calendar-data")) texts.push(xmlText(text).trim());
  return texts.length > 0 ? texts.join("\r\n") : "BEGIN:VCALENDAR\r\nEND:VCALENDAR";
}

const restEvery = 100;

/** Yields the content of each element of this name, and lets other work in between. */
async function* partsIn(xml: string, name: string): AsyncGenerator<string> {
  let count = 0;
  for (const part of elementsIn(xml, name)) {
    yield part;
    count += 1;
    if (count % restEvery === 0) await nextTurn();
  }
}

function* elementsIn(xml: string, name: string): Generator<string> {
  const element = new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^]*?)</(?:[\\w-]+:)?${name}>`, "g");
  for (const [, content = ""] of xml.matchAll(element)) yield content;
}

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function xmlText(text: string): string {
  return text
    .split(/<!\[CDATA\[([^]*?)\]\]>/)
    .map((part, index) => (index % 2 === 1 ? part : decoded(part)))
    .join("");
}

const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });

/** The state of an event at the server. `etag` is null if the server names none. */
type StoredEvent = { etag: string | null };

const fileOf = (sessionId: string) => `${sessionId}.ics`;
const maxConflicts = 3;

/** An event of the site, by the session from which its file has its name. */
type OwnEvent = { sessionId: string; uid: string };
type EventToWrite = OwnEvent & { text: string; etag: string | null };

/**
 * Writes an event over what the server has of it; one with its UID in another file, such as an imported one, gives way to
 * it. Safe to repeat. Throws as findCalendars.
 */
export async function putEvent(
  access: CaldavAccess,
  address: string,
  { sessionId, uid, text, etag }: EventToWrite,
): Promise<StoredEvent> {
  const guarded = guardedFetch(access);
  const headers = headersOf(access);
  const url = new URL(fileOf(sessionId), address).href;
  let known = etag;
  for (let attempt = 0; attempt <= maxConflicts; attempt += 1) {
    const response = await failingPlainly(guarded, () =>
      known === null
        ? createCalendarObject({
            calendar: { url: address },
            iCalString: text,
            filename: fileOf(sessionId),
            headers,
            fetch: guarded.fetch,
          })
        : updateCalendarObject({ calendarObject: { url, data: text, etag: known }, headers, fetch: guarded.fetch }),
    );
    if (response.status !== 412 && !(response.status === 404 && known !== null)) {
      // A UID occurs once in a calendar; servers say so with one of these.
      const mayBeUid = known === null && [400, 403, 409].includes(response.status);
      if (mayBeUid && (await removeByUid(access, address, uid)) > 0) continue;
      if (response.status === 409) throw new CalendarError((await exists(access, address)) ? "conflict" : "not_found");
      requireSuccess(response.status);
      return { etag: response.headers.get("etag") };
    }
    // It was changed or removed there, or an earlier attempt has written it: what the site says stands.
    known = await etagOf(access, url);
  }
  throw new CalendarError("conflict");
}

/** Removes an event; one that is not there is removed already. Throws as findCalendars. */
export async function removeEvent(access: CaldavAccess, address: string, { sessionId, uid }: OwnEvent): Promise<void> {
  const isRemoved = await removeFile(access, new URL(fileOf(sessionId), address).href);
  if (!isRemoved) await removeByUid(access, address, uid);
}

/** Returns whether there was a file to remove. */
async function removeFile(access: CaldavAccess, url: string): Promise<boolean> {
  const guarded = guardedFetch(access);
  const response = await failingPlainly(guarded, () =>
    deleteCalendarObject({ calendarObject: { url }, headers: headersOf(access), fetch: guarded.fetch }),
  );
  if (response.status === 404 || response.status === 410) return false;
  requireSuccess(response.status);
  return true;
}

/** Removes the events with a UID of ours, whatever their files are called. Returns how many there were. */
async function removeByUid(access: CaldavAccess, address: string, uid: string): Promise<number> {
  const urls = await findByUid(access, address, uid);
  for (const url of urls) await removeFile(access, url);
  return urls.length;
}

/** Returns the addresses of a calendar's files that have an event with exactly this UID. */
async function findByUid(access: CaldavAccess, address: string, uid: string): Promise<string[]> {
  const { status, body } = await askCaldav(access, address, {
    ...{ method: "REPORT", depth: "1" },
    body: `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
<d:prop><d:getetag/><c:calendar-data/></d:prop>
<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="UID">
<c:text-match collation="i;octet">${uid}</c:text-match>
</c:prop-filter></c:comp-filter></c:comp-filter></c:filter>
</c:calendar-query>`,
  });
  requireSuccess(status);
  const urls: string[] = [];
  for await (const response of partsIn(body.toString("utf8"), "response")) {
    const [href = ""] = elementsIn(response, "href");
    const [data = ""] = elementsIn(response, "calendar-data");
    const url = new URL(xmlText(href).trim(), address).href;
    const uids =
      xmlText(data)
        .replaceAll(/\r?\n[ \t]/g, "")
        .match(/^UID:.*$/gim) ?? [];
    // The server may name any address: the password goes to no other than the calendar's.
    if (url.startsWith(address) && uids.some((line) => line.slice("UID:".length).trim() === uid)) urls.push(url);
  }
  return urls;
}

async function failingPlainly<Value>(
  guarded: ReturnType<typeof guardedFetch>,
  ask: () => Promise<Value>,
): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    throw guarded.reason() ?? error;
  }
}

/** Returns the name of an event's state at the server; null if it is not there. */
async function etagOf(access: CaldavAccess, url: string): Promise<string | null> {
  const etags = await readEtags(access, url, "0");
  return [...etags.values()][0] ?? null;
}

async function exists(access: CaldavAccess, address: string): Promise<boolean> {
  const { status } = await askForEtags(access, address, "0");
  return status < 400;
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
  for await (const response of partsIn(body.toString("utf8"), "response")) {
    const [href] = elementsIn(response, "href");
    const [etag] = elementsIn(response, "getetag");
    const file = href && decodeURIComponent(xmlText(href).trim()).split("/").at(-1);
    if (file && etag) etags.set(file, xmlText(etag).trim());
  }
  return etags;
}

const askForEtags = (access: CaldavAccess, url: string, depth: "0" | "1") =>
  askCaldav(access, url, {
    ...{ method: "PROPFIND", depth },
    body: '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>',
  });
