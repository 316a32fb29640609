import type { Recurrence } from "../objects/price";

const longestMonth = 31 * 24 * 60 * 60;

/**
 * Returns when the period ends that starts then. Periods follow the anchor: that of 31 January ends on 28 February and
 * the next one on 31 March.
 */
export function nextPeriodEnd(anchor: number, recurrence: Recurrence, start: number): number {
  let times = Math.max(0, Math.floor((start - anchor) / (longestMonth * monthsOf(recurrence))));
  while (addIntervals(anchor, recurrence, times) <= start) times += 1;
  return addIntervals(anchor, recurrence, times);
}

/** Adds intervals in UTC; a day that the month does not have becomes its last. */
export function addIntervals(anchor: number, recurrence: Recurrence, times: number): number {
  const date = new Date(anchor * 1000);
  const months = date.getUTCMonth() + monthsOf(recurrence) * times;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const time = anchor - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) / 1000;
  return Date.UTC(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), lastDay)) / 1000 + time;
}

/** Returns how many months an interval has. */
export const monthsOf = ({ interval, interval_count: count }: Recurrence): number =>
  count * (interval === "year" ? 12 : 1);
