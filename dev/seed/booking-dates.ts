import type { LiveSession } from "@db/schema";
import { DateTime } from "luxon";

const hour = 3_600_000;
const day = 24 * hour;

/** A session is created some days before its first booking. */
export const createdDaysBefore = 125;
const bookableDaysBefore = 120;

export type BookingPosition = {
  /** The index from 0, the newest booking first. */
  index: number;
  count: number;
  /** A number that differs from session to session. */
  shift: number;
};

type DateContext = { now: Date; timeZone: string };

/**
 * Returns when a booking of a session was made: over the time in which it could be booked, more of them towards its end,
 * by day.
 */
export function bookedAt(
  session: Pick<LiveSession, "startTime">,
  nth: BookingPosition,
  { now, timeZone }: DateContext,
): Date {
  const { index, count, shift } = nth;
  const start = session.startTime.getTime();
  const latest = Math.min(start - 5 * hour, now.getTime() - 3 * hour);
  const bookable = latest - (start - bookableDaysBefore * day);
  const share = (index + 0.5 + (shift % 5) / 10) / count;
  const booked = DateTime.fromMillis(latest - bookable * share ** 1.3, { zone: timeZone }).set({
    hour: 8 + ((index * 5 + shift) % 14),
    minute: (index * 13 + shift * 7) % 60,
  });
  return (booked.toMillis() > latest ? booked.minus({ days: 1 }) : booked).toJSDate();
}
