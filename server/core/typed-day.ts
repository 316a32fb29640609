import { DateTime } from "luxon";

/** Whether it is a day of the calendar, such as "2026-12-01", in a year that the database and browsers can print. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = DateTime.fromISO(text, { zone: "utc" });
  return day.isValid && day.year >= 1900 && day.year < 3000;
}

/** Whether it is an instant as PostgreSQL prints it: "2026-12-01 19:30:00.123456+00". */
export function isDatabaseInstant(text: string): boolean {
  const clock = /^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/;
  return isDay(text.slice(0, 10)) && clock.test(text.slice(10));
}
