import { DateTime } from "luxon";
import { DomainError } from "../../core/errors";
import type { DiscountCode } from "../lock-code";

type Days = { firstDay?: string | undefined; lastDay?: string | undefined; timeZone: string };
type Validity = Pick<DiscountCode, "validFrom" | "validUntil">;

/** The days on which a code can be used, by the clocks of a zone; empty where there is no such limit. */
export function daysOf({ validFrom, validUntil }: Validity, zone: string): { firstDay: string; lastDay: string } {
  return {
    firstDay: validFrom ? isoDay(dayAt(validFrom, zone)) : "",
    lastDay: validUntil ? isoDay(lastDayAt(validUntil, zone)) : "",
  };
}

/**
 * From the first day's beginning until right before the end of the last one. A day that is the one shown stays the
 * instant that it was, whatever zone it was typed in. Throws invalid for a zone that there isn't.
 */
export function validityOf({ firstDay, lastDay, timeZone: zone }: Days, before: Validity | null): Validity {
  if (!DateTime.local({ zone }).isValid) throw new DomainError("invalid", "This time zone is unknown.");
  const shown = before ? daysOf(before, zone) : { firstDay: "", lastDay: "" };
  const startOf = (day: string) => DateTime.fromISO(day, { zone }).startOf("day");
  const validFrom = firstDay && startOf(firstDay).toJSDate();
  const validUntil = lastDay && startOf(lastDay).plus({ days: 1 }).startOf("day").toJSDate();
  return {
    validFrom: (firstDay === shown.firstDay && before?.validFrom) || validFrom || null,
    validUntil: (lastDay === shown.lastDay && before?.validUntil) || validUntil || null,
  };
}

/** "Dec 1, 2026 to Dec 24, 2026", "From Dec 1, 2026", "Until Dec 24, 2026"; null for always. */
export function printDays({ validFrom, validUntil }: Validity, zone: string): string | null {
  const print = (day: DateTime) => day.setLocale("en-US").toFormat("LLL d, yyyy");
  const from = validFrom && print(dayAt(validFrom, zone));
  const until = validUntil && print(lastDayAt(validUntil, zone));
  if (from && until) return `${from} to ${until}`;
  return from ? `From ${from}` : until && `Until ${until}`;
}

const dayAt = (instant: Date, zone: string) => DateTime.fromJSDate(instant, { zone });

/** The end is the first instant at which it can't be used any more. */
const lastDayAt = (validUntil: Date, zone: string) => dayAt(new Date(validUntil.getTime() - 1), zone);

const isoDay = (day: DateTime) => day.toFormat("yyyy-MM-dd");
