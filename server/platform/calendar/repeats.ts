import ICAL from "ical.js";
import { CalendarReadError } from "./calendar-lines";

/** Steps that the repeats of one calendar may take, of some 20 microseconds each: enough for a hundred daily events. */
const maxSteps = 50_000;
/** Steps to the next repeat of a rule: what no other work can come between. */
const maxStepsAtOnce = 1000;

/** Counts the steps of all repeats of a calendar. */
export class RepeatBudget {
  #left = maxSteps;
  #leftAtOnce = maxStepsAtOnce;

  /** Throws a CalendarReadError once nothing is left. */
  spend(): void {
    this.#left -= 1;
    this.#leftAtOnce -= 1;
    if (this.#left < 0 || this.#leftAtOnce < 0) throw new CalendarReadError("too_many_repeats");
  }

  /** Says that a repeat was found. */
  begin(): void {
    this.#leftAtOnce = maxStepsAtOnce;
  }
}

const dayMs = 24 * 3_600_000;
/** Weeks may begin on any day. */
const spareDays = 14;

type Bounds = { from: ICAL.Time; until: ICAL.Time; budget: RepeatBudget };

/** Yields the local times of a rule from shortly before `from` until `until`. They are reused: read them before the next step. */
export function* repeatsOf(rule: ICAL.Recur, start: ICAL.Time, { from, until, budget }: Bounds): Generator<ICAL.Time> {
  budget.begin();
  if (isBeyond(rule, start, until)) {
    if (start.compare(until) <= 0) yield start;
    return;
  }
  const exact = withLeapDay(rule, start);
  const iterator = boundedIterator(exact, skipAhead(exact, start, from), budget);
  for (let next = iterator.next(); next && next.compare(until) <= 0; next = iterator.next()) {
    budget.begin();
    yield next;
  }
}

const dayParts = ["BYMONTH", "BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS"];

/** Returns the rule of a 29 February with its day: without it, the library goes on with 1 March (RFC 5545, 3.3.10). */
function withLeapDay(rule: ICAL.Recur, start: ICAL.Time): ICAL.Recur {
  const isPlain = rule.freq === "YEARLY" && dayParts.every((part) => rule.getComponent(part).length === 0);
  if (!isPlain || start.month !== 2 || start.day !== 29) return rule;
  const exact = rule.clone();
  exact.setComponent("BYMONTH", [2]);
  exact.setComponent("BYMONTHDAY", [29]);
  return exact;
}

/** The least days of each period. */
const daysOf: Record<string, number> = {
  SECONDLY: 1 / 86_400,
  MINUTELY: 1 / 1440,
  HOURLY: 1 / 24,
  DAILY: 1,
  WEEKLY: 7,
  MONTHLY: 28,
  YEARLY: 365,
};

/** Returns whether the second period of a rule begins when nothing counts any more: the library would walk there by days. */
const isBeyond = ({ freq, interval }: ICAL.Recur, start: ICAL.Time, until: ICAL.Time): boolean =>
  interval * (daysOf[freq] ?? 0) > Math.max(0, dayOf(until) - dayOf(start)) / dayMs + spareDays;

/** Returns a later start of the same rule, whole periods later, as long as nothing is counted. */
function skipAhead(rule: ICAL.Recur, start: ICAL.Time, from: ICAL.Time): ICAL.Time {
  if (rule.count) return start;
  if (rule.freq === "MONTHLY" || rule.freq === "YEARLY") return skipMonths(rule, start, from);
  const unit = { DAILY: 1, WEEKLY: 7 }[rule.freq];
  if (!unit) return start;
  const days = (dayOf(from) - dayOf(start)) / dayMs - spareDays;
  const period = unit * Math.max(1, rule.interval);
  const periods = Math.floor(days / period);
  if (periods < 1) return start;
  // The library adds days one month after the other, and goes wrong over many years.
  const day = new Date(dayOf(start) + periods * period * dayMs);
  return atTimeOf(start, { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() });
}

/** Of weeks that are counted in a year, the day is that of the start, which would be another one. */
function skipMonths(rule: ICAL.Recur, start: ICAL.Time, from: ICAL.Time): ICAL.Time {
  if (rule.getComponent("BYWEEKNO").length > 0) return start;
  const period = Math.max(1, rule.interval) * (rule.freq === "YEARLY" ? 12 : 1);
  const months = (from.year - start.year) * 12 + from.month - start.month - 1;
  for (let skipped = Math.floor(months / period) * period; skipped > 0; skipped -= period) {
    const first = start.month - 1 + skipped;
    const [year, month] = [start.year + Math.floor(first / 12), (first % 12) + 1];
    // Not every month has its day.
    if (start.day <= ICAL.Time.daysInMonth(month, year)) return atTimeOf(start, { year, month, day: start.day });
  }
  return start;
}

type Day = { year: number; month: number; day: number };

const atTimeOf = ({ hour, minute, second }: ICAL.Time, { year, month, day }: Day): ICAL.Time =>
  ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false });

const dayOf = ({ year, month, day }: ICAL.Time) => Date.UTC(year, month - 1, day);

/** What a year costs that is searched day by day. */
const stepsOfYear = 20;
/** How many days are passed at the cost of a step. */
const daysOfStep = 50;

/** Some rules never hold, or only after years of seconds: each loop of the library passes one of these steps. */
function boundedIterator(rule: ICAL.Recur, dtstart: ICAL.Time, budget: RepeatBudget): ICAL.RecurIterator {
  class BoundedIterator extends ICAL.RecurIterator {
    override check_contracting_rules() {
      budget.spend();
      return super.check_contracting_rules();
    }

    override increment_month() {
      budget.spend();
      return super.increment_month();
    }

    override increment_monthday(days: number) {
      for (let passed = daysOfStep; passed <= days; passed += daysOfStep) budget.spend();
      return super.increment_monthday(days);
    }

    override expand_year_days(year: number) {
      for (let step = 0; step < stepsOfYear; step += 1) budget.spend();
      return super.expand_year_days(year);
    }
  }
  return new BoundedIterator({ rule, dtstart });
}
