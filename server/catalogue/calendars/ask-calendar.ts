import type { Queryable } from "@db/client";
import { type CalendarAccount, type CalendarSource, users } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { normalEmail } from "../../core/email-address";
import type { Services } from "../../core/services";
import { askOutside } from "../../platform/calendar/outside-request";
import { askReader } from "../../platform/calendar/ask-reader";
import type { BusyInterval, ReadCalendar } from "../../platform/calendar/read-busy";
import { fetchEvents } from "./caldav";
import { openAddress, openLogin } from "./calendar-secrets";
import { maxCalendarBytes, requireSuccess } from "./failures";

type AskingServices = Pick<Services, "db" | "settings" | "clock" | "calendarReader">;

const dayMs = 24 * 3_600_000;
/** How far ahead busy times are read; nothing can be booked later than a year from now. */
const daysAhead = 400;
/** An unchanged calendar is read again after this time, as its repeats reach further ahead with each day. */
const rereadMs = dayMs / 2;

export type CalendarAnswer = {
  /** Null if the service says that nothing has changed. */
  calendar: ReadCalendar | null;
  etag: string | null;
  lastModified: string | null;
};

export type AskedSource = Pick<
  CalendarSource,
  "id" | "sealedAddress" | "etag" | "lastModified" | "readAt" | "countsOpen"
>;
export type AskedAccount = Pick<CalendarAccount, "id" | "sealedLogin"> | null;

/** Asks a calendar for its busy times. Throws one of the errors that failureOf knows. */
export async function askCalendar(
  services: AskingServices,
  { source, account }: { source: AskedSource; account: AskedAccount },
  signal: AbortSignal,
): Promise<CalendarAnswer> {
  const address = openAddress(services.settings, source);
  if (!account) return askAddress(services, { address, source }, signal);
  const login = openLogin(services.settings, account);
  const window = windowFrom(services.clock.now());
  const { settings, calendarReader } = services;
  const body = await fetchEvents({ settings, calendarReader, login, signal }, address, window);
  const fetched = { body, isCaldav: true, names: [address, login.user], countsOpen: source.countsOpen };
  const calendar = await read(services, fetched, signal);
  return { calendar, etag: null, lastModified: null };
}

const windowFrom = (now: Date): BusyInterval => ({
  start: new Date(now.getTime() - dayMs),
  end: new Date(now.getTime() + daysAhead * dayMs),
});

/** `names`: what may contain the address of the calendar's owner. */
type FetchedCalendar = { body: Uint8Array; isCaldav: boolean; names: string[]; countsOpen: boolean };

async function read(
  { db, settings, clock, calendarReader }: AskingServices,
  { body, isCaldav, names, countsOpen }: FetchedCalendar,
  signal: AbortSignal,
): Promise<ReadCalendar> {
  const reading = {
    window: windowFrom(clock.now()),
    timeZone: settings.siteTimeZone,
    owner: [...(await addressesOfAdmins(db)), settings.adminEmail, ...names.flatMap(addressesIn)].map(normalEmail),
    countsOpen,
    siteHost: new URL(settings.siteUrl).hostname,
  };
  return askReader(calendarReader, { kind: "busy", body, isCaldav, reading }, signal);
}

async function addressesOfAdmins(db: Queryable): Promise<string[]> {
  const isAdmin = and(eq(users.role, "admin"), isNull(users.archivedAt));
  return (await db.select({ email: users.email }).from(users).where(isAdmin)).map(({ email }) => email);
}

/** Returns the mail addresses within a text: that of Google's secret address names whose calendar it is. */
function addressesIn(text: string): string[] {
  return text.replaceAll(/%40/gi, "@").match(/[^\s/@:?&=]+@[^\s/@:?&=]+/g) ?? [];
}

type AskedAddress = { address: string; source: Pick<AskedSource, "etag" | "lastModified" | "readAt" | "countsOpen"> };

async function askAddress(
  services: AskingServices,
  { address, source }: AskedAddress,
  signal: AbortSignal,
): Promise<CalendarAnswer> {
  const { settings, clock } = services;
  const isRecent = source.readAt !== null && clock.now().getTime() - source.readAt.getTime() < rereadMs;
  const { status, headers, body } = await askOutside(address, {
    headers: {
      accept: "text/calendar, */*;q=0.1",
      ...(isRecent && source.etag && { "if-none-match": source.etag }),
      ...(isRecent && source.lastModified && { "if-modified-since": source.lastModified }),
    },
    maxBytes: maxCalendarBytes,
    signal,
    followsRedirects: true,
    allowsThisMachine: settings.allowsLocalCalendars,
  });
  const etag = headers.get("etag");
  const lastModified = headers.get("last-modified");
  if (status === 304)
    return { calendar: null, etag: etag ?? source.etag, lastModified: lastModified ?? source.lastModified };
  requireSuccess(status, "closed");
  const fetched = { body, isCaldav: false, names: [address], countsOpen: source.countsOpen };
  const calendar = await read(services, fetched, signal);
  return { calendar, etag, lastModified };
}

/** Asks a new secret address, which is stored only once there is a calendar. Throws as askCalendar. */
export const tryAddress = (services: AskingServices, address: string, signal: AbortSignal): Promise<CalendarAnswer> =>
  askAddress(
    services,
    { address, source: { etag: null, lastModified: null, readAt: null, countsOpen: false } },
    signal,
  );
