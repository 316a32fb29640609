import type { Recurrence } from "../objects/price";

const daySeconds = 24 * 60 * 60;
const longest: Record<Recurrence["interval"], number> = { day: 1, week: 7, month: 31, year: 366 };

/**
 * Returns when the period ends that starts then. Periods follow the anchor: that of 31 January ends on 28 February and
 * the next one on 31 March.
 */
export function nextPeriodEnd(anchor: number, recurrence: Recurrence, start: number): number {
  const seconds = longest[recurrence.interval] * recurrence.interval_count * daySeconds;
  let times = Math.max(0, Math.floor((start - anchor) / seconds));
  while (addIntervals(anchor, recurrence, times) <= start) times += 1;
  return addIntervals(anchor, recurrence, times);
}

/** Adds intervals in UTC; a day that the month does not have becomes its last. */
export function addIntervals(anchor: number, { interval, interval_count }: Recurrence, times: number): number {
  const count = interval_count * times;
  if (interval === "day") return anchor + count * daySeconds;
  if (interval === "week") return anchor + count * 7 * daySeconds;
  const date = new Date(anchor * 1000);
  const months = date.getUTCMonth() + count * (interval === "year" ? 12 : 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const time = anchor - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) / 1000;
  return Date.UTC(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), lastDay)) / 1000 + time;
}
