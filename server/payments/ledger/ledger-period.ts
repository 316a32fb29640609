import { DateTime } from "luxon";

/** A calendar month in the visitor's zone. */
export type LedgerPeriod = {
  /** "2026-11" */
  month: string;
  /** "November 2026" */
  label: string;
  from: Date;
  /** The first instant after it. */
  until: Date;
  earlier: string;
  /** Null for the present month. */
  later: string | null;
};

/** The month that is asked for, or the present one where that is none, or lies ahead. */
export function ledgerPeriod(asked: string | undefined, now: Date, timeZone: string): LedgerPeriod {
  const present = DateTime.fromJSDate(now, { zone: timeZone }).setLocale("en-US").startOf("month");
  const wanted = DateTime.fromFormat(asked ?? "", "yyyy-MM", { zone: timeZone }).setLocale("en-US");
  const start = wanted.isValid && wanted < present ? wanted : present;
  const later = start.plus({ months: 1 });
  return {
    month: start.toFormat("yyyy-MM"),
    label: start.toFormat("LLLL yyyy"),
    from: start.toJSDate(),
    until: later.toJSDate(),
    earlier: start.minus({ months: 1 }).toFormat("yyyy-MM"),
    later: later <= present ? later.toFormat("yyyy-MM") : null,
  };
}
