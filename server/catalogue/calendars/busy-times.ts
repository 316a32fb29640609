import type { Queryable } from "@db/client";
import { calendarAccounts, calendarBusyTimes, type CalendarSource, calendarSources } from "@db/schema";
import { and, eq, gt, lt } from "drizzle-orm";
import type { Services } from "../../core/services";
import { type BusyInterval, mergeIntervals } from "../../platform/calendar/read-busy";
import { askCalendar, type AskedAccount, type AskedSource } from "./ask-calendar";
import { type CalendarFailure, failureOf } from "./failures";
import { recordAnswer, recordSilence, tellOutages } from "./record-answer";

/** Returns when the instructor is busy within an interval, merged and in order. */
type BusyTimes = (between: BusyInterval) => Promise<BusyInterval[]>;

/** Returns busy times as the instructor's calendars said last. */
export const busyTimesIn =
  (db: Queryable): BusyTimes =>
  async ({ start, end }) => {
    const { startsAt, endsAt, sourceId } = calendarBusyTimes;
    const rows = await db
      .select({ start: startsAt, end: endsAt })
      .from(calendarBusyTimes)
      .innerJoin(calendarSources, eq(calendarSources.id, sourceId))
      .where(and(eq(calendarSources.isRead, true), lt(startsAt, end), gt(endsAt, start)));
    return mergeIntervals(rows);
  };

type RefreshServices = Pick<Services, "db" | "clock" | "settings" | "log" | "lockTimeoutMs" | "calendarReader">;

type RefreshOutcome = {
  /** Calendars whose last answer still counts, because they gave none now. */
  silent: { name: string; failure: string }[];
};

/** Without it, each of many bookings at once would ask the calendars for itself. */
const running = new WeakMap<Services["db"], Promise<RefreshOutcome>>();

/**
 * Asks all calendars inside a booking, for as long as the deadline allows. Never throws for a calendar's sake: the last
 * answer stands, and the instructor is told. Calls at the same time share one refresh.
 */
export function refreshBusyTimes(
  services: RefreshServices,
  { deadlineMs }: { deadlineMs: number },
): Promise<RefreshOutcome> {
  const { db } = services;
  const refresh = running.get(db) ?? refreshForBooking(services, deadlineMs).finally(() => running.delete(db));
  running.set(db, refresh);
  return refresh;
}

async function refreshForBooking(services: RefreshServices, deadlineMs: number): Promise<RefreshOutcome> {
  const refreshed = await refreshAll(services, deadlineMs);
  if (refreshed.silent.some(({ failure }) => !needsTime(failure))) await tellOutages(services, { isAtOnce: true });
  return refreshed;
}

/** Returns whether the job may still read a calendar, within minutes: it gives more time. */
const needsTime = (failure: string): boolean => failure === "slow" || failure === "too_costly";

const jobDeadlineMs = 30_000;

/** Asks all calendars, and mails the instructor about those that have not answered for some time. */
export async function refreshInTime(services: RefreshServices): Promise<void> {
  await refreshAll(services, jobDeadlineMs);
  await tellOutages(services, { isAtOnce: false });
}

type Source = {
  source: AskedSource & Pick<CalendarSource, "name" | "failure" | "failingSince" | "retryAt">;
  account: AskedAccount;
};

const readSources = ({ db }: RefreshServices): Promise<Source[]> =>
  db
    .select({ source: calendarSources, account: calendarAccounts })
    .from(calendarSources)
    .leftJoin(calendarAccounts, eq(calendarAccounts.id, calendarSources.accountId))
    .where(eq(calendarSources.isRead, true));

async function refreshAll(services: RefreshServices, deadlineMs: number): Promise<RefreshOutcome> {
  const sources = await readSources(services);
  const isInBooking = deadlineMs < jobDeadlineMs;
  const now = services.clock.now();
  const outcomes = await Promise.all(
    sources.map(async (each) => {
      const { name, failure, retryAt } = each.source;
      if (failure !== null && retryAt !== null && retryAt > now) return { name, failure };
      return refreshOne(services, each, { deadlineMs, isInBooking });
    }),
  );
  return { silent: outcomes.flatMap((outcome) => outcome ?? []) };
}

type Deadline = { deadlineMs: number; isInBooking: boolean };

/** Returns why a calendar gave no answer; null if it did. */
async function refreshOne(
  services: RefreshServices,
  { source, account }: Source,
  { deadlineMs, isInBooking }: Deadline,
) {
  const askedAt = services.clock.now();
  try {
    const answer = await askCalendar(services, { source, account }, AbortSignal.timeout(deadlineMs));
    await recordAnswer(services, source.id, askedAt, answer);
    return null;
  } catch (error) {
    const failure = failureOf(error);
    if (!(isInBooking && failure === "slow")) await recordSilence(services, source, failure);
    if (failure !== source.failure) services.log.warn({ calendarId: source.id, failure }, "a calendar gives no answer");
    return { name: source.name, failure };
  }
}

/** Asks one calendar now. Returns why it gave no answer; null if it did, or is not there. */
export async function refreshSource(services: RefreshServices, id: string): Promise<CalendarFailure | null> {
  const [found] = await services.db
    .select({ source: calendarSources, account: calendarAccounts })
    .from(calendarSources)
    .leftJoin(calendarAccounts, eq(calendarAccounts.id, calendarSources.accountId))
    .where(eq(calendarSources.id, id));
  if (!found) return null;
  const outcome = await refreshOne(services, found, { deadlineMs: testDeadlineMs, isInBooking: false });
  return outcome?.failure ?? null;
}

/** As long as someone waits for a page. */
export const testDeadlineMs = 15_000;
