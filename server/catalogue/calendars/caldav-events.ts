import { askCaldav, askForEtags, type CaldavAccess, queryCaldav, readAnswer, readEtags } from "./caldav";
import { CalendarError, requireSuccess } from "./failures";

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
  const url = new URL(fileOf(sessionId), address).href;
  let known = etag;
  for (let attempt = 0; attempt <= maxConflicts; attempt += 1) {
    const response = await askCaldav(access, url, {
      method: "PUT",
      headers: {
        ...(known === null ? { "if-none-match": "*" } : { "if-match": known }),
        "content-type": "text/calendar; charset=utf-8",
      },
      body: text,
    });
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
  const response = await askCaldav(access, url, { method: "DELETE" });
  if (response.status === 404 || response.status === 410) return false;
  requireSuccess(response.status);
  return true;
}

/** Removes the events with a UID of ours, by any name of their files. Returns how many there were. */
async function removeByUid(access: CaldavAccess, address: string, uid: string): Promise<number> {
  const urls = await findByUid(access, address, uid);
  for (const url of urls) await removeFile(access, url);
  return urls.length;
}

/** Returns the addresses of a calendar's files that have an event with exactly this UID. */
async function findByUid(access: CaldavAccess, address: string, uid: string): Promise<string[]> {
  const { status, body } = await queryCaldav(access, address, {
    method: "REPORT",
    depth: "1",
    body: `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
<d:prop><d:getetag/><c:calendar-data/></d:prop>
<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="UID">
<c:text-match collation="i;octet">${uid}</c:text-match>
</c:prop-filter></c:comp-filter></c:comp-filter></c:filter>
</c:calendar-query>`,
  });
  requireSuccess(status);
  const found = await readAnswer(access, body, uid);
  // The server may name any address: the password goes to no other than the calendar's.
  return found
    .flatMap(({ href }) => (URL.canParse(href, address) ? new URL(href, address).href : []))
    .filter((url) => url.startsWith(address));
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
