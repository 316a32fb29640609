/** What a process dies of, in a test. */
export class Crash extends Error {
  override name = "Crash";
}

/**
 * Lets a pretended process die at one of its commits or outside calls. Each of those has two points where it may
 * happen: just before, when nothing has been done, and just after, when it is done and nobody has been told. Once dead,
 * the process does nothing more: its next life has a plan of its own, so that nothing of this one goes on in it.
 */
export class CrashPlan {
  #pointsLeft: number;
  #hasCrashed = false;

  /** The process dies at its `nth` point, counted from 0; never, where that is left out. */
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

  /** A point where the process may die. */
  point(): void {
    this.assertAlive();
    if (this.#pointsLeft === 0) this.#hasCrashed = true;
    this.#pointsLeft -= 1;
    this.assertAlive();
  }

  /** An outside call, or something else that is done as a whole or not at all. */
  async around<Result>(work: () => Promise<Result>): Promise<Result> {
    this.point();
    const result = await work();
    this.point();
    return result;
  }
}
