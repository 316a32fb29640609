import { setTimeout as wait } from "node:timers/promises";

type Step = { name: string; patience: number; close: () => Promise<unknown> };

export type Shutdown = {
  /** Adds what has just been opened; it is closed before all that was opened earlier, within `patience` (ms). */
  add(name: string, patience: number, close: () => Promise<unknown>): void;
  /** The start is over, well or badly: from now on a shutdown doesn't wait for it. */
  enable(): void;
  /** Closes everything, the last opened first, and ends the process. A second call changes nothing. */
  run(exitCode: number): Promise<void>;
};

/** A start that was told to stop is given this long to come to an end, so that it opens nothing behind our back. */
const startPatience = 10_000;

export function createShutdown(exit: (code: number) => void = (code) => process.exit(code)): Shutdown {
  const steps: Step[] = [];
  let isRunning = false;
  let enable = () => {};
  const startIsOver = new Promise<void>((resolve) => (enable = resolve));
  return {
    add: (name, patience, close) => void steps.push({ name, patience, close }),
    enable: () => enable(),
    async run(exitCode) {
      if (isRunning) return;
      isRunning = true;
      await Promise.race([startIsOver, wait(startPatience)]);
      for (let step = steps.pop(); step; step = steps.pop()) await closeWithin(step);
      exit(exitCode);
    },
  };
}

async function closeWithin({ name, patience, close }: Step): Promise<void> {
  const giveUp = new AbortController();
  const tooLate = wait(patience, "too late", { signal: giveUp.signal }).catch(() => undefined);
  try {
    const outcome = await Promise.race([close(), tooLate]);
    if (outcome === "too late")
      process.stderr.write(`${name} took longer than ${patience / 1000} s to stop; going on.\n`);
  } catch (error) {
    process.stderr.write(`${name} did not stop in order: ${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    giveUp.abort();
  }
}
