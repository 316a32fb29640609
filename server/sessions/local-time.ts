import { DateTime } from "luxon";
import { DomainError } from "../core/errors";

const inputFormat = "yyyy-MM-dd'T'HH:mm";

/** An instant as a form's field for date and time has it: "2026-12-01T19:30". */
export const toLocalInput = (instant: Date, zone: string): string =>
  DateTime.fromJSDate(instant, { zone }).toFormat(inputFormat);

/**
 * The instant that was typed into such a field, by the clocks of the zone that the form names. Throws invalid for what
 * is no time, and for a time that those clocks never show, or show twice, because they are changed that night.
 */
export function fromLocalInput(typed: string, zone: string): Date {
  const time = DateTime.fromISO(typed.slice(0, 16), { zone });
  if (!time.isValid || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed))
    throw refusal("Please enter a date and a time, such as 2026-12-01 19:30.");
  if (time.toFormat(inputFormat) !== typed.slice(0, 16)) {
    const { clock, day } = nameOf(typed);
    throw refusal(`There is no ${clock} on ${day} in ${zone}: the clocks go forward. Please choose another time.`);
  }
  if (time.getPossibleOffsets().length > 1) {
    const { clock, day } = nameOf(typed);
    throw refusal(`${clock} comes twice on ${day} in ${zone}: the clocks go back. Please choose another time.`);
  }
  if (time.year < 2000 || time.year >= 2200) throw refusal("Please choose a year from 2000 to 2199.");
  return time.toJSDate();
}

/** What was typed, in words; read as if no clock was ever changed. */
function nameOf(typed: string): { clock: string; day: string } {
  const time = DateTime.fromISO(typed, { zone: "utc" }).setLocale("en-US");
  return { clock: time.toFormat("h:mm a"), day: time.toFormat("LLLL d, yyyy") };
}

const refusal = (message: string) => new DomainError("invalid", message, { field: "startsAt" });

/** Whether clocks are kept by such a zone. */
export const isTimeZone = (zone: string): boolean => DateTime.local({ zone }).isValid;
