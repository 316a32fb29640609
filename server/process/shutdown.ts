import { setTimeout as wait } from "node:timers/promises";

/** `atOnce` is aborted when nothing may be waited for that could still come. */
type CloseStep = (atOnce: AbortSignal) => Promise<unknown>;
type Step = { name: string; patience: number; close: CloseStep };

export type Shutdown = {
  /** Adds a part. All are closed in reverse order, each within `patience` ms. */
  add(name: string, patience: number, close: CloseStep): void;
  /** Says that starting has ended, for which a shutdown waits. */
  enable(): void;
  /** Shuts down. Called a second time with `atOnce`, it hurries. */
  run(exitCode: number, options?: { atOnce: boolean }): Promise<void>;
};

/** Waits, so that the interrupted start opens nothing afterwards. */
const startPatience = 10_000;

export function createShutdown(exit: (code: number) => void = (code) => process.exit(code)): Shutdown {
  const steps: Step[] = [];
  const hurry = new AbortController();
  let isRunning = false;
  let enable = () => {};
  const startIsOver = new Promise<void>((resolve) => (enable = resolve));
  return {
    add: (name, patience, close) => void steps.push({ name, patience, close }),
    enable: () => enable(),
    async run(exitCode, { atOnce } = { atOnce: true }) {
      if (atOnce) hurry.abort();
      if (isRunning) return;
      isRunning = true;
      await Promise.race([startIsOver, wait(startPatience)]);
      for (let step = steps.pop(); step; step = steps.pop()) await closeWithin(step, hurry.signal);
      exit(exitCode);
    },
  };
}

async function closeWithin({ name, patience, close }: Step, atOnce: AbortSignal): Promise<void> {
  const giveUp = new AbortController();
  const tooLate = wait(patience, "too late", { signal: giveUp.signal }).catch(() => undefined);
  try {
    const outcome = await Promise.race([close(atOnce), tooLate]);
    if (outcome === "too late")
      process.stderr.write(`${name} took longer than ${patience / 1000} s to stop; going on.\n`);
  } catch (error) {
    process.stderr.write(`${name} did not stop in order: ${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    giveUp.abort();
  }
}
