/** Ends everything in reverse order of its start, even if one part fails. */
export class CleanUps {
  readonly #ends: (() => Promise<unknown>)[] = [];

  async keep<Part>(starting: Part | Promise<Part>, end: (part: Part) => Promise<unknown>): Promise<Part> {
    const part = await starting;
    this.#ends.push(() => end(part));
    return part;
  }

  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) await end().catch((error) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, "not everything could be ended");
  }
}
