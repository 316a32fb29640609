import { DateTime } from "luxon";

/** Returns the first instant after a day such as "2026-05-03". */
export const endAfter = (day: string, timeZone: string): Date =>
  DateTime.fromISO(day, { zone: timeZone }).startOf("day").plus({ days: 1 }).toJSDate();

/** Returns the last day before an instant as a form holds it, such as "2026-05-03". */
export const lastDayValue = (endsAt: Date, timeZone: string): string =>
  DateTime.fromMillis(endsAt.getTime() - 1, { zone: timeZone }).toISODate() ?? "";
