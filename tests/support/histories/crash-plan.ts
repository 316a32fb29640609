export class Crash extends Error {
  override name = "Crash";
}

/** Crashes a simulated process just before or just after one of its commits or outside calls; it then does nothing more. */
export class CrashPlan {
  #pointsLeft: number;
  #hasCrashed = false;

  /** Crashes at the `nth` point, counted from 0; by default never. */
  constructor(nth = Infinity) {
    this.#pointsLeft = nth;
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  /** Throws when the process is dead. */
  assertAlive(): void {
    if (this.#hasCrashed) throw new Crash("the process is dead");
  }

  /** Crashes here if this point's turn has come. */
  point(): void {
    this.assertAlive();
    if (this.#pointsLeft === 0) this.#hasCrashed = true;
    this.#pointsLeft -= 1;
    this.assertAlive();
  }

  /** Runs atomic work, such as an outside call, with a point before and after it. */
  async around<Result>(work: () => Promise<Result>): Promise<Result> {
    this.point();
    const result = await work();
    this.point();
    return result;
  }
}
