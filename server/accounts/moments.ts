import { DateTime } from "luxon";

const inZone = (instant: Date, zone: string) => DateTime.fromJSDate(instant, { zone }).setLocale("en-US");

/** "December 1, 2026 at 7:30 PM". */
export const shortMoment = (instant: Date, zone: string): string =>
  inZone(instant, zone).toFormat("LLLL d, yyyy 'at' h:mm a");

/** "Tuesday, December 1, 2026 at 7:30 PM GMT". */
export const longMoment = (instant: Date, zone: string): string =>
  inZone(instant, zone).toFormat("cccc, LLLL d, yyyy 'at' h:mm a ZZZZ");
