import { DateTime } from "luxon";
import type { LiveSession } from "@db/schema";
import type { Services } from "../core/services";
import type { SiteSettings } from "../core/site-settings";

/** No offer ends between these hours of the site's clock. */
const eveningHour = 22;
const morningHour = 8;
/** From then on a free place is not offered any more, but public. */
export const hoursBeforeStart = 2;
/** An offer that would be shorter than this is none. */
const shortestMinutes = 15;

type OfferTerms = {
  now: Date;
  startTime: Date;
  /** For how long a place is offered, nights and starts permitting. */
  offerHours: number;
  siteTimeZone: string;
};

/**
 * When an offer that is made now runs out: after `offerHours`, but never between 22:00 and 08:00 (then at 08:00), and
 * never later than two hours before the start (then at that, or at 22:00 the evening before where that is at night).
 * Null where there is no time left for an offer.
 */
export function offerEnd({ now, startTime, offerHours, siteTimeZone }: OfferTerms): Date | null {
  const made = DateTime.fromJSDate(now, { zone: siteTimeZone });
  const latest = DateTime.fromJSDate(latestEnd(startTime), { zone: siteTimeZone });
  const wanted = untilMorning(made.plus({ hours: offerHours }));
  const end = wanted <= latest ? wanted : backToEvening(latest);
  return end < made.plus({ minutes: shortestMinutes }) ? null : end.toJSDate();
}

type Offered = { id: string; offerEndsAt: Date | null };

/**
 * Returns when an offer that was made ends: a session that has been moved since may have brought that nearer. Throws an
 * Error for an entry that was offered nothing.
 */
export function heldUntil({ id, offerEndsAt }: Offered, { startTime }: { startTime: Date }): Date {
  if (!offerEndsAt) throw new Error(`waitlist entry ${id} was offered nothing`);
  return new Date(Math.min(offerEndsAt.getTime(), latestEnd(startTime).getTime()));
}

/** From this moment on nothing is offered. */
const latestEnd = (startTime: Date): Date => new Date(startTime.getTime() - hoursBeforeStart * 3_600_000);

/** 22:00 and 08:00 themselves are day. */
const isAfterEvening = (time: DateTime) => time > atHour(time, eveningHour);
const isBeforeMorning = (time: DateTime) => time < atHour(time, morningHour);

function untilMorning(time: DateTime): DateTime {
  if (isBeforeMorning(time)) return atHour(time, morningHour);
  return isAfterEvening(time) ? atHour(time.plus({ days: 1 }), morningHour) : time;
}

function backToEvening(time: DateTime): DateTime {
  if (isAfterEvening(time)) return atHour(time, eveningHour);
  return isBeforeMorning(time) ? atHour(time.minus({ days: 1 }), eveningHour) : time;
}

const atHour = (time: DateTime, hour: number) => time.set({ hour, minute: 0, second: 0, millisecond: 0 });

/** When an offer that is made now would run out; null for a draft, a cancelled session, and where no time is left. */
export function endOfOffer(
  { clock, settings }: Pick<Services, "clock" | "settings">,
  { startTime, isPublished, cancelledAt }: Pick<LiveSession, "startTime" | "isPublished" | "cancelledAt">,
  offerHours: number,
): Date | null {
  if (!isPublished || cancelledAt) return null;
  return offerEnd({ now: clock.now(), startTime, offerHours, siteTimeZone: settings.siteTimeZone });
}

/**
 * How a place that becomes free now may come to an entry in line: by itself when it is its turn, by the instructor's
 * hand alone, or not at all, as it is public at once or the session is not open.
 */
export type Outlook = "in_turn" | "by_hand" | "none";

/** What those in line for a session can hope for now: no text may promise more. */
export function outlookOf(
  services: Pick<Services, "clock" | "settings">,
  session: LiveSession,
  { isWaitlistOn, offerHours }: Pick<SiteSettings, "isWaitlistOn" | "offerHours">,
): Outlook {
  if (!endOfOffer(services, session, offerHours)) return "none";
  return isWaitlistOn ? "in_turn" : "by_hand";
}
