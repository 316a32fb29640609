import type { Pass } from "@db/schema";
import { DateTime } from "luxon";
import { longDay } from "../../core/dates";

type Period = Pick<Pass, "months">;

/** Returns the first instant after a period, which lasts through the day of the month on which it began. */
export const endOfPass = ({ months }: Period, startsAt: Date, timeZone: string): Date =>
  DateTime.fromJSDate(startsAt, { zone: timeZone }).plus({ months }).startOf("day").plus({ days: 1 }).toJSDate();

/** Returns the last day of a pass, such as "Sunday, May 3, 2026". */
export const lastDayOf = (endsAt: Date, timeZone: string): string => longDay(new Date(endsAt.getTime() - 1), timeZone);
