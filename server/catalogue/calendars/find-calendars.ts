import { OutsideError } from "../../platform/calendar/outside-request";
import { askCaldav, type CaldavAccess, queryCaldav, readAnswer } from "./caldav";
import { CalendarError } from "./failures";

export type FoundCalendar = { address: string; name: string };

/**
 * Finds the calendars of an account that can hold events: from the server's context path to the principal that
 * signs in, from there to its calendar home (RFC 6764, 6). Throws a CalendarError, a CalendarReadError or an OutsideError.
 */
export async function findCalendars(access: CaldavAccess): Promise<FoundCalendar[]> {
  const entrance = await findEntrance(access);
  const [signedIn] = await readProperties(access, entrance, "0", "<d:current-user-principal/>");
  const principal = addressIn(signedIn?.principal, entrance);
  const [ofPrincipal] = await readProperties(access, principal, "0", "<c:calendar-home-set/>");
  const home = addressIn(ofPrincipal?.home, principal);
  const wanted = "<d:displayname/><d:resourcetype/><c:supported-calendar-component-set/>";
  const folders = await readProperties(access, home, "1", wanted);
  return folders
    .filter(({ isCalendar, components }) => isCalendar && (components.length === 0 || components.includes("VEVENT")))
    .map(({ href, displayName }) => ({ address: addressIn(href, home), name: nameOf(displayName, href) }));
}

/** Returns where a server says that its calendars are (RFC 6764, 5); else the address that was typed. */
async function findEntrance(access: CaldavAccess): Promise<string> {
  const typed = new URL(access.login.server);
  const wellKnown = new URL("/.well-known/caldav", typed);
  for (const method of ["PROPFIND", "GET"] as const) {
    try {
      const { status, headers } = await askCaldav(access, wellKnown.href, { method, followsRedirects: false });
      const location = headers.get("location");
      if (status >= 300 && status < 400 && location) return addressIn(location, wellKnown.href);
    } catch (error) {
      // Some servers do not answer there at all; the next question says why.
      if (!(error instanceof OutsideError)) throw error;
    }
  }
  return typed.href;
}

async function readProperties(access: CaldavAccess, address: string, depth: "0" | "1", wanted: string) {
  const { status, body } = await queryCaldav(access, address, {
    method: "PROPFIND",
    depth,
    body: `<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>${wanted}</d:prop></d:propfind>`,
  });
  if (status === 401) throw new CalendarError("sign_in");
  if (status < 200 || status >= 300) throw new CalendarError("no_calendar");
  return readAnswer(access, body);
}

function addressIn(href: string | null | undefined, base: string): string {
  if (!href || !URL.canParse(href, base)) throw new CalendarError("no_calendar");
  return new URL(href, base).href;
}

const nameOf = (displayName: string | null, href: string): string =>
  displayName?.slice(0, 100) || (href.split("/").findLast(Boolean) ?? "Calendar").slice(0, 100);
