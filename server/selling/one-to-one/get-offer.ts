import type { Queryable } from "@db/client";
import { type OneToOneOffer, oneToOneOffers } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { DateTime } from "luxon";
import type { Context } from "../../core/context";
import { describeZones, displayStart, formatDuration, placeLabel, type ScheduledSession } from "../../core/dates";
import { keepContent } from "../../core/kept-content";
import { readSiteSettings } from "../../core/site-settings";
import { plateUrl } from "../../platform/artwork/plate";
import { describePrices } from "../../platform/money/describe-prices";
import { priceContext } from "../../platform/money/price-context";
import { priceRangeOf, printRange } from "../../platform/money/session-price";
import { splitDescription, summaryOf } from "../../catalogue/schedule/session-facts";
import { findSlots, groupByDay, takeFirst } from "../free-times/find-slots";
import { type OfferWithRules, readOfferRates, requireOfferOnSale } from "../free-times/offers";
import type { TimeSpan } from "../free-times/slots";
import type { OfferPageRef } from "./schemas";
import { offerShareImage } from "./share-offer";
import { sessionOfSlot } from "../free-times/session-of-slot";

/** An offer as lists show it. */
export type ListedOffer = ReturnType<typeof showOffer>;

/** Lists the offers on sale. */
export const listOffers = async (ctx: Context): Promise<ListedOffer[]> =>
  (await readOffersOnSale(ctx.db)).map((offer) => showOffer(ctx, offer));

const readOffersOnSale = keepContent(async (db) =>
  db
    .select()
    .from(oneToOneOffers)
    .where(eq(oneToOneOffers.isOn, true))
    .orderBy(asc(oneToOneOffers.createdAt), asc(oneToOneOffers.id)),
);

/** Returns whether the site's menu has a link to the offers. */
export const isAnyOfferSold = async (db: Queryable): Promise<boolean> => (await readOffersOnSale(db)).length > 0;

export function showOffer(ctx: Context, offer: OneToOneOffer) {
  const now = ctx.clock.now();
  const session = sessionOfSlot(offer, { start: now, now });
  return {
    id: offer.id,
    slug: offer.slug,
    title: offer.title,
    summary: summaryOf(offer.description),
    duration: formatDuration(offer.durationMinutes),
    place: placeLabel(session),
    price: printRange(priceRangeOf({ session, priceRates: [] }, priceContext(ctx))),
    image: offer.thumbnailUrl ?? plateUrl(offer.category, "card", offer.id),
    /** Its own picture, without the drawing that stands for it elsewhere. */
    picture: offer.thumbnailUrl,
  };
}

export type OfferPage = Awaited<ReturnType<typeof getOffer>>;

/** Returns an offer with the month and the week of a day, and the free times of this day. Throws not_found. */
export async function getOffer(ctx: Context, { offer: name, day: wanted }: OfferPageRef) {
  const found = await requireOfferOnSale(ctx.db, name);
  const { offer, rules } = found;
  const isOnline = offer.locationType === "online";
  const zone = isOnline ? ctx.visitor.timeZone : ctx.settings.siteTimeZone;
  const today = DateTime.fromJSDate(ctx.clock.now(), { zone }).startOf("day");
  const limits = { today, lastDay: today.plus({ days: rules.horizonDays + 1 }) };
  const first = wanted === undefined ? await findFirstDay(ctx, found, limits) : null;
  const chosen = chooseDay(wanted ?? first ?? undefined, limits);
  const days = groupByDay(await findSlots(ctx, found, shownPeriod(chosen, limits)), zone);
  const countOf = (date: string) => days.get(date)?.length ?? 0;
  const date = chosen.toISODate() ?? "";
  const starts = (days.get(date) ?? []).map((startTime) => ({ startTime, locationType: offer.locationType }));
  return {
    ...showOffer(ctx, offer),
    ...splitDescription(offer.description),
    prices: describePrices(ctx, {
      session: sessionOfSlot(offer, { start: ctx.clock.now(), now: ctx.clock.now() }),
      priceRates: await readOfferRates(ctx.db, offer),
    }),
    shareImage: offerShareImage(offer, (await readSiteSettings(ctx)).name),
    isOnline,
    address: isOnline ? null : [offer.address, offer.city, offer.postCode].filter(Boolean).join(", "),
    needsApproval: offer.needsApproval,
    /** A day with a free time: the chosen one, or else the first; null if there is none at all. */
    next: starts.length > 0 ? date : (first ?? (await findFirstDay(ctx, found, limits))),
    day: { date, name: dayName(chosen), times: starts.map((start) => showTime(ctx, start)) },
    month: monthOf(chosen, { ...limits, countOf }),
    week: weekOf(chosen, { ...limits, countOf }),
    zoneNote: describeZones(starts, ctx),
  };
}

function showTime(ctx: Context, scheduled: ScheduledSession) {
  const { time, zone, iso } = displayStart(scheduled, ctx);
  return { start: scheduled.startTime.toISOString(), time, zone, iso };
}

/** Returns the first day with a free time. */
async function findFirstDay(
  ctx: Context,
  found: OfferWithRules,
  { today, lastDay }: DayLimits,
): Promise<string | null> {
  const ahead = { start: ctx.clock.now(), end: lastDay.plus({ days: 1 }).toJSDate() };
  const [first] = takeFirst(await findSlots(ctx, found, ahead), 1);
  return first ? DateTime.fromJSDate(first, { zone: today.zone }).toISODate() : null;
}

/** Returns the time from the first to the last day of the month and of the week, as far as it can be booked. */
function shownPeriod(chosen: DateTime, { today, lastDay }: DayLimits): TimeSpan {
  const start = DateTime.max(today, DateTime.min(chosen.startOf("month"), chosen.startOf("week")));
  const end = DateTime.min(lastDay.plus({ days: 1 }), DateTime.max(chosen.endOf("month"), chosen.endOf("week")));
  return { start: start.toJSDate(), end: end.toJSDate() };
}

const dayName = (day: DateTime): string => day.setLocale("en-US").toFormat("cccc, LLLL d");

type DayLimits = { today: DateTime; lastDay: DateTime };

/** Returns the wanted day, or the nearest that can be chosen. */
function chooseDay(wanted: string | undefined, { today, lastDay }: DayLimits): DateTime {
  const day = DateTime.fromISO(wanted ?? "", { zone: today.zone });
  if (!day.isValid || day < today) return today;
  return day > lastDay ? lastDay : day;
}

type ShownDays = DayLimits & { countOf: (date: string) => number };

/** A day of the calendar; `free` is null on those that can't be chosen. */
export type CalendarDay = { date: string; day: number; weekday: string; name: string; free: number | null };

function describeDay(day: DateTime, { today, lastDay, countOf }: ShownDays): CalendarDay {
  const date = day.toISODate() ?? "";
  const isAhead = day >= today && day <= lastDay;
  const weekday = day.setLocale("en-US").toFormat("ccc");
  return { date, day: day.day, weekday, name: dayName(day), free: isAhead ? countOf(date) : null };
}

function monthOf(chosen: DateTime, limits: ShownDays) {
  const first = chosen.startOf("month");
  const [before, after] = [first.minus({ days: 1 }), first.plus({ months: 1 })];
  return {
    name: chosen.setLocale("en-US").toFormat("LLLL yyyy"),
    /** The empty places before the first day, as weeks begin on Monday. */
    offset: first.weekday - 1,
    days: Array.from({ length: chosen.daysInMonth ?? 0 }, (_, index) =>
      describeDay(first.plus({ days: index }), limits),
    ),
    previous: before >= limits.today ? before.startOf("month").toISODate() : null,
    next: after <= limits.lastDay ? after.toISODate() : null,
  };
}

function weekOf(chosen: DateTime, limits: ShownDays) {
  const first = chosen.startOf("week");
  const [before, after] = [first.minus({ days: 1 }), first.plus({ weeks: 1 })];
  const format = (day: DateTime) => day.setLocale("en-US").toFormat("LLL d");
  return {
    name: `${format(first)} to ${format(first.plus({ days: 6 }))}`,
    days: Array.from({ length: 7 }, (_, index) => describeDay(first.plus({ days: index }), limits)),
    previous: before >= limits.today ? first.minus({ weeks: 1 }).toISODate() : null,
    next: after <= limits.lastDay ? after.toISODate() : null,
  };
}
