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

/** Yields the local times of a rule from shortly before `from` on. They are reused: read them before the next step. */
export function* repeatsOf(
  rule: ICAL.Recur,
  start: ICAL.Time,
  from: ICAL.Time,
  budget: RepeatBudget,
): Generator<ICAL.Time> {
  budget.begin();
  const iterator = boundedIterator(rule, skipAhead(rule, start, from), budget);
  for (let next = iterator.next(); next; next = iterator.next()) {
    budget.begin();
    yield next;
  }
}

/** Returns a later start of the same rule, whole periods later, as long as nothing is counted. */
function skipAhead(rule: ICAL.Recur, start: ICAL.Time, from: ICAL.Time): ICAL.Time {
  const unit = { DAILY: 1, WEEKLY: 7 }[rule.freq];
  if (!unit || rule.count) return start;
  const days = (dayOf(from) - dayOf(start)) / dayMs - spareDays;
  const period = unit * Math.max(1, rule.interval);
  const periods = Math.floor(days / period);
  if (periods < 1) return start;
  // The library adds days one month after the other, and goes wrong over many years.
  const day = new Date(dayOf(start) + periods * period * dayMs);
  const date = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
  return ICAL.Time.fromData({ ...date, hour: start.hour, minute: start.minute, second: start.second, isDate: false });
}

const dayOf = ({ year, month, day }: ICAL.Time) => Date.UTC(year, month - 1, day);

/** What a year costs that is searched day by day. */
const stepsOfYear = 20;

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

    override expand_year_days(year: number) {
      for (let step = 0; step < stepsOfYear; step += 1) budget.spend();
      return super.expand_year_days(year);
    }
  }
  return new BoundedIterator({ rule, dtstart });
}
