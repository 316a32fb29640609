import { DateTime } from "luxon";
import type { LiveSession } from "@db/schema";
import type { Services } from "../../core/services";
import type { SiteSettings } from "../../core/site-settings";

/** The hour, in the site's time zone, from which no offer ends until the morning. */
const eveningHour = 22;
const morningHour = 8;
/** The hours before the start from which a free place is public instead of offered. */
export const hoursBeforeStart = 2;
const shortestMinutes = 15;

type OfferTerms = {
  now: Date;
  startTime: Date;
  offerHours: number;
  siteTimeZone: string;
};

/** Returns when an offer made now ends: never at night, at the latest two hours before the start. Null if too late. */
export function offerEnd({ now, startTime, offerHours, siteTimeZone }: OfferTerms): Date | null {
  const made = DateTime.fromJSDate(now, { zone: siteTimeZone });
  const latest = DateTime.fromJSDate(latestEnd(startTime), { zone: siteTimeZone });
  const wanted = untilMorning(made.plus({ hours: offerHours }));
  const end = wanted <= latest ? wanted : backToEvening(latest);
  return end < made.plus({ minutes: shortestMinutes }) ? null : end.toJSDate();
}

type OfferedEntry = { id: string; offerEndsAt: Date | null };

/** Returns the offer's end, which a rescheduled session may have brought nearer. */
export function heldUntil({ id, offerEndsAt }: OfferedEntry, { startTime }: { startTime: Date }): Date {
  if (!offerEndsAt) throw new Error(`waitlist entry ${id} has no offer`);
  return new Date(Math.min(offerEndsAt.getTime(), latestEnd(startTime).getTime()));
}

const latestEnd = (startTime: Date): Date => new Date(startTime.getTime() - hoursBeforeStart * 3_600_000);

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

export function endOfOffer(
  { clock, settings }: Pick<Services, "clock" | "settings">,
  { startTime, isPublished, cancelledAt }: Pick<LiveSession, "startTime" | "isPublished" | "cancelledAt">,
  offerHours: number,
): Date | null {
  if (!isPublished || cancelledAt) return null;
  return offerEnd({ now: clock.now(), startTime, offerHours, siteTimeZone: settings.siteTimeZone });
}

/** `in_turn`: automatically; `by_hand`: only by the admin; `none`: public at once, or the session is closed. */
export type Outlook = "in_turn" | "by_hand" | "none";

export function outlookOf(
  services: Pick<Services, "clock" | "settings">,
  session: LiveSession,
  { isWaitlistOn, offerHours }: Pick<SiteSettings, "isWaitlistOn" | "offerHours">,
): Outlook {
  if (!endOfOffer(services, session, offerHours)) return "none";
  return isWaitlistOn ? "in_turn" : "by_hand";
}
