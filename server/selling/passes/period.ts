import type { Pass } from "@db/schema";
import { DateTime } from "luxon";
import { longDay } from "../../core/dates";

type Period = Pick<Pass, "months">;

/** Returns the first instant after a period, which lasts through the day of the month on which it began. */
export const endOfPass = ({ months }: Period, startsAt: Date, timeZone: string): Date =>
  DateTime.fromJSDate(startsAt, { zone: timeZone }).plus({ months }).startOf("day").plus({ days: 1 }).toJSDate();

/** Returns the last day of a pass, such as "Sunday, May 3, 2026". */
export const lastDayOf = (endsAt: Date, timeZone: string): string => longDay(new Date(endsAt.getTime() - 1), timeZone);

/** Returns the first instant after a day such as "2026-05-03". */
export const endAfter = (day: string, timeZone: string): Date =>
  DateTime.fromISO(day, { zone: timeZone }).startOf("day").plus({ days: 1 }).toJSDate();

/** Returns the last day of a pass as a form holds it, such as "2026-05-03". */
export const lastDayValue = (endsAt: Date, timeZone: string): string =>
  DateTime.fromMillis(endsAt.getTime() - 1, { zone: timeZone }).toISODate() ?? "";
