import { setImmediate as nextTurn } from "node:timers/promises";

const sliceMs = 10;

/** Divides long work, so that the process answers requests in between. */
export class Slices {
  #began = performance.now();

  /** `signal` ends the work at the next rest. */
  constructor(private readonly signal?: AbortSignal) {}

  isDue(): boolean {
    return performance.now() - this.#began > sliceMs;
  }

  /** Lets others work. Throws the signal's reason. */
  async rest(): Promise<void> {
    await nextTurn();
    this.signal?.throwIfAborted();
    this.#began = performance.now();
  }
}
