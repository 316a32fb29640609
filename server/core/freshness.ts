type Revised = { id: string; revision: number };

/** What an answer depends on, noted by the code that makes it: an answer that is kept is sent again until it changes. */
export class Freshness {
  readonly sessions = new Map<string, number>();
  #until = Infinity;
  #isKeepable = true;

  /** Notes a session's row that was read before the places that the answer shows. */
  dependOn({ id, revision }: Revised): void {
    const seen = this.sessions.get(id);
    if (seen !== undefined && seen !== revision) this.refuse();
    this.sessions.set(id, revision);
  }

  /** Notes a moment from which the clock makes another answer of the same data. */
  changeAt(moment: Date | null): void {
    if (moment) this.#until = Math.min(this.#until, moment.getTime());
  }

  /** Notes that the answer lacks something that could not be read, or mixes two states. */
  refuse(): void {
    this.#isKeepable = false;
  }

  isFreshAt(now: Date): boolean {
    return this.#isKeepable && now.getTime() < this.#until;
  }
}
