import type { Queryable } from "@db/client";
import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import { minutesAfter } from "../../core/dates";
import { keepForMinute } from "../../core/kept-content";
import { type PlannedTime, readCalendar, readPlanned } from "./busy-times";
import type { OfferWithRules } from "./offers";
import { freeSlots, type TimeSpan } from "./slots";

type SlotContext = Pick<Context, "clock" | "settings">;

/** Free times in their order, which are found as far as they are read, and once. */
type FreeTimes = Iterable<Date>;

/** Returns the free times of an offer in a period, as the pages show them. */
export async function findSlots(ctx: Context, found: OfferWithRules, between: TimeSpan): Promise<FreeTimes> {
  return slotsAmong(ctx, found, { between, ...(await readHeldTimes(ctx)) });
}

const minutesOfDay = 24 * 60;
/** Further than any offer can be booked, and what a session there may touch. */
const furthest = { daysBefore: 3, daysAhead: 372 };

/** Reads what holds the instructor's time, once for all pages until something of it changes. */
const readHeldTimes = keepForMinute(async ({ db, clock }: Pick<Context, "db" | "clock">): Promise<HeldTimes> => {
  const around = {
    start: minutesAfter(clock.now(), -furthest.daysBefore * minutesOfDay),
    end: minutesAfter(clock.now(), furthest.daysAhead * minutesOfDay),
  };
  return { calendar: await readCalendar({ db }, around), planned: await readPlanned(db, around) };
});

/** `calendar`: the times at which the instructor is busy by her own calendar. */
type SlotRequest = { between: TimeSpan; calendar: TimeSpan[]; exceptSessionId?: string };

/** Returns the free times of an offer in a period, without asking the instructor's calendar. */
export async function slotsBeside(
  db: Queryable,
  { clock, settings }: SlotContext,
  found: OfferWithRules,
  { between, calendar, exceptSessionId }: SlotRequest,
): Promise<FreeTimes> {
  const planned = (await readPlanned(db, aroundOf(found, between))).filter(({ id }) => id !== exceptSessionId);
  return slotsAmong({ clock, settings }, found, { between, calendar, planned });
}

/** Returns the free times of several offers from now on, in a constant number of queries. */
export async function findSlotsOfAll(ctx: Context, offers: OfferWithRules[]): Promise<FreeTimes[]> {
  const days = Math.max(0, ...offers.map(({ rules }) => rules.horizonDays)) + 2;
  const between = { start: ctx.clock.now(), end: minutesAfter(ctx.clock.now(), days * minutesOfDay) };
  const held = await readHeldTimes(ctx);
  return offers.map((found) => slotsAmong(ctx, found, { between, ...held }));
}

/** `calendar`: as for a request; `planned`: sessions that are booked, held or published. */
type HeldTimes = { calendar: TimeSpan[]; planned: PlannedTime[] };
type KnownTimes = HeldTimes & { between: TimeSpan };

const slotsAmong = ({ clock, settings }: SlotContext, found: OfferWithRules, known: KnownTimes): FreeTimes =>
  freeSlots(found.rules, {
    now: clock.now(),
    zone: settings.siteTimeZone,
    between: known.between,
    busy: [...known.planned, ...known.calendar],
    booked: known.planned.filter(({ offerId }) => offerId === found.offer.id).map(({ startTime }) => startTime),
  });

/** Returns the first of the free times. */
export function takeFirst(times: FreeTimes, most: number): Date[] {
  const first: Date[] = [];
  for (const time of times) {
    if (first.length === most) break;
    first.push(time);
  }
  return first;
}

/** Returns the free times by their day in a zone; the search stops after so many days. */
export function groupByDay(times: FreeTimes, zone: string, mostDays = Infinity): Map<string, Date[]> {
  const days = new Map<string, Date[]>();
  let [today, tomorrow]: [Date[], number] = [[], -Infinity];
  for (const time of times) {
    if (time.getTime() >= tomorrow) {
      if (days.size === mostDays) break;
      const day = DateTime.fromJSDate(time, { zone });
      [today, tomorrow] = [[], day.plus({ days: 1 }).startOf("day").toMillis()];
      days.set(day.toISODate() ?? "", today);
    }
    today.push(time);
  }
  return days;
}

/** Returns the period of one time. */
export const periodOf = (start: Date): TimeSpan => ({ start, end: minutesAfter(start, 1) });

/** Returns a period with the rest of its days, of which the sessions are counted, and what a session there may touch. */
export function aroundOf({ rules }: OfferWithRules, { start, end }: TimeSpan): TimeSpan {
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } = rules;
  return {
    start: minutesAfter(start, -minutesOfDay - bufferBeforeMinutes),
    end: minutesAfter(end, minutesOfDay + durationMinutes + bufferAfterMinutes),
  };
}
