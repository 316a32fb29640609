import { DateTime } from "luxon";

export type LedgerPeriod = {
  month: string;
  label: string;
  from: Date;
  until: Date;
  earlier: string;
  later: string | null;
};

export function ledgerPeriod(month: string | undefined, now: Date, timeZone: string): LedgerPeriod {
  const present = DateTime.fromJSDate(now, { zone: timeZone }).setLocale("en-US").startOf("month");
  const wanted = DateTime.fromFormat(month ?? "", "yyyy-MM", { zone: timeZone }).setLocale("en-US");
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
