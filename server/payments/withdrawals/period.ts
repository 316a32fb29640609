import { DateTime } from "luxon";

const days = 14;

/**
 * Returns when the right to withdraw ends: with the fourteenth day after the one on which the contract was made, in the
 * site's zone. Where that is a Saturday or a Sunday, it ends with the Monday, as Regulation 1182/71 counts.
 */
export function endOfPeriod(madeAt: Date, timeZone: string): Date {
  const last = DateTime.fromJSDate(madeAt, { zone: timeZone }).plus({ days }).startOf("day");
  const weekend = Math.max(0, 8 - last.weekday);
  return last.plus({ days: (weekend <= 2 ? weekend : 0) + 1 }).toJSDate();
}

/** Returns the last instant of the period, for printing its day. */
export const lastMomentOf = (end: Date): Date => new Date(end.getTime() - 1);
