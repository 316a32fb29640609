import { calendarBusyTimes, calendarSources } from "@db/schema";
import { and, asc, eq, gt, lt } from "drizzle-orm";
import type { Context } from "../../core/context";
import { minutesAfter } from "../../core/dates";
import { readPlanned } from "./busy-times";
import { listOffersOnSale, type OfferWithRules } from "./offers";
import { freeSlots, type TimeSpan } from "./slots";

/** A calendar that takes away all free times of the weeks to come. */
export type BlockingCalendar = {
  name: string;
  /** The longest time that one of its events leaves free at once, in minutes; null if it takes several events. */
  eventLeavesMinutes: number | null;
};

const lookedAtMinutes = 28 * 24 * 60;

/** Finds the calendars that alone take away all free times: often one event does, such as an invitation of a stranger. */
export async function findBlocking(ctx: Context): Promise<BlockingCalendar[]> {
  const offers = await listOffersOnSale(ctx.db);
  const now = ctx.clock.now();
  const weeks = { start: now, end: minutesAfter(now, lookedAtMinutes) };
  const planned = await readPlanned(ctx.db, weeks);
  const isAnyFree = (calendar: TimeSpan[]): boolean =>
    offers.some(({ offer, rules }) => {
      const booked = planned.filter(({ offerId }) => offerId === offer.id).map(({ startTime }) => startTime);
      const busy = [...calendar, ...planned];
      const times = freeSlots(rules, { now, zone: ctx.settings.siteTimeZone, between: weeks, busy, booked });
      return times.next().done === false;
    });
  if (!isAnyFree([])) return [];
  const calendars = await readCalendars(ctx, weeks);
  const shortest = Math.min(...offers.map(neededMinutes));
  return calendars
    .filter(({ times }) => !isAnyFree(times))
    .map(({ name, freeMinutes }) => ({
      name,
      eventLeavesMinutes: freeMinutes !== null && freeMinutes < shortest ? freeMinutes : null,
    }));
}

const neededMinutes = ({ rules }: OfferWithRules): number =>
  rules.bufferBeforeMinutes + rules.durationMinutes + rules.bufferAfterMinutes;

/** Reads when each calendar says that the instructor is busy. */
async function readCalendars({ db }: Pick<Context, "db">, { start, end }: TimeSpan) {
  const { sourceId, startsAt, endsAt } = calendarBusyTimes;
  const { id, name, freeMinutes, isRead } = calendarSources;
  const rows = await db
    .select({ id, name, freeMinutes, start: startsAt, end: endsAt })
    .from(calendarBusyTimes)
    .innerJoin(calendarSources, eq(id, sourceId))
    .where(and(eq(isRead, true), lt(startsAt, end), gt(endsAt, start)))
    .orderBy(asc(name), asc(id));
  const calendars = new Map<string, { name: string; freeMinutes: number | null; times: TimeSpan[] }>();
  for (const row of rows) {
    const times = calendars.get(row.id)?.times ?? [];
    times.push({ start: row.start, end: row.end });
    calendars.set(row.id, { name: row.name, freeMinutes: row.freeMinutes, times });
  }
  return [...calendars.values()];
}
