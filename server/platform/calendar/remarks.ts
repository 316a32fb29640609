import { stripControls } from "../../core/input-schemas";

const reasons = {
  damaged: ["has", "have", "no start or a value that can’t be read"],
  long: ["has", "have", "too many dates of its own"],
  rule: ["repeats", "repeat", "by a rule that can’t be followed"],
} as const;

type Reason = keyof typeof reasons;

const mostNames = 3;
const longestName = 60;

/** Counts what of a calendar is not understood. */
export class Remarks {
  readonly #leftOut = new Map<Reason, number>();
  readonly #zones = new Set<string>();
  #doubtful = 0;

  /** Counts an event that can't be read. */
  leaveOut(reason: Reason): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
  }

  /** Counts a busy event if its times are in zones that are not known. */
  doubt(zones: string[]): void {
    if (zones.length === 0) return;
    this.#doubtful += 1;
    for (const zone of zones) this.#zones.add(stripControls(zone).slice(0, longestName));
  }

  /** The number of events that can't be read. */
  get leftOut(): number {
    return [...this.#leftOut.values()].reduce((sum, count) => sum + count, 0);
  }

  sentences(): string[] {
    const left = [...this.#leftOut].map(([reason, count]) => {
      const [one, many, what] = reasons[reason];
      return `${eventsOf(count)} ${count === 1 ? one : many} ${what}, and ${count === 1 ? "is" : "are"} left out.`;
    });
    if (this.#doubtful === 0) return left;
    const names = [...this.#zones].slice(0, mostNames).map((name) => `“${name}”`);
    const all = this.#zones.size > mostNames ? [...names, "others"] : names;
    const where = `in a time zone that this site does not know (${all.join(", ")})`;
    const [is, each] = this.#doubtful === 1 ? ["is", "its times"] : ["are", "their times"];
    return [`${eventsOf(this.#doubtful)} ${is} ${where}: every hour that ${each} may mean is busy.`, ...left];
  }
}

const eventsOf = (count: number): string => (count === 1 ? "1 event" : `${count.toLocaleString("en")} events`);
