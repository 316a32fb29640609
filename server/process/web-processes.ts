import cluster from "node:cluster";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "@db/errors";
import { printKeys } from "../core/encryption";
import type { Settings } from "../core/env";
import type { Log } from "../core/log";

type End = { code: number | null; signal: string | null };

export type WebProcess = {
  pid: number | undefined;
  ready: Promise<void>;
  ended: Promise<End>;
  signal(name: NodeJS.Signals): void;
};

type SupervisorOptions = { count: number; fork: () => WebProcess; log: Log; now: () => number };

/** The message of a web process to the one that forked it. */
export const readyMessage = "ready";

/** A process that lived longer had started well. */
const settledMs = 30_000;
const firstDelayMs = 100;
const longestDelayMs = 30_000;

/** Returns how long to wait before a process is started again that ended at once this many times in a row. */
export const restartDelay = (failures: number): number =>
  failures === 0 ? 0 : Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs);

/** Keeps `count` web processes running until `stop`. Throws a StartError if one ends before all are ready. */
export async function superviseWebProcesses({ count, fork, log, now }: SupervisorOptions) {
  const running = new Set<WebProcess>();
  const stopping = new AbortController();

  const start = (): WebProcess => {
    const child = fork();
    running.add(child);
    void child.ended.then(() => running.delete(child));
    return child;
  };

  async function keep(first: WebProcess): Promise<void> {
    let failures = 0;
    for (let child = first; ; child = start()) {
      const since = now();
      const end = await child.ended;
      if (stopping.signal.aborted) return;
      failures = now() - since < settledMs ? failures + 1 : 0;
      const delayMs = restartDelay(failures);
      log.error({ processId: child.pid, ...end, delayMs }, "a web process has ended; another is started");
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
    }
  }

  async function stop(patienceMs: number, atOnce?: AbortSignal): Promise<void> {
    stopping.abort();
    const children = [...running];
    const hurry = () => children.forEach((child) => child.signal("SIGINT"));
    if (atOnce?.aborted) hurry();
    else for (const child of children) child.signal("SIGTERM");
    atOnce?.addEventListener("abort", hurry);
    const kill = setTimeout(() => children.forEach((child) => child.signal("SIGKILL")), patienceMs);
    await Promise.all(children.map(({ ended }) => ended));
    clearTimeout(kill);
  }

  const children = Array.from({ length: count }, start);
  try {
    await Promise.all(children.map((child) => Promise.race([child.ready, refuseEnd(child)])));
  } catch (error) {
    await stop(0);
    throw error;
  }
  for (const child of children) void keep(child);
  return { stop };
}

async function refuseEnd({ ended }: WebProcess): Promise<never> {
  await ended;
  throw new StartError("A web process ended while it started; the reason is above.");
}

/** Returns a function that starts a process of the same program, which serves pages only. */
export function webProcessForker(program: string, environment: Record<string, string | undefined>): () => WebProcess {
  // A connection that round-robin has handed to a dying process would never be answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: program, args: [] });
  return () => {
    const child = cluster.fork(environment);
    const ready = new Promise<void>((resolve) => {
      child.on("message", (message: unknown) => message === readyMessage && resolve());
    });
    const ended = new Promise<End>((resolve) => {
      child.process.once("exit", (code, signal) => resolve({ code, signal }));
      child.process.once("error", () => resolve({ code: null, signal: null }));
    });
    return { pid: child.process.pid, ready, ended, signal: (name) => void child.process.kill(name) };
  };
}

/** Returns the settings of a web process as its environment; `settings` are complete, with the real port. */
export const environmentOf = (settings: Settings, databaseUrl: string): Record<string, string> => ({
  ROLE: "web",
  WEB_CONCURRENCY: "1",
  PORT: String(settings.port),
  DATA_DIR: settings.dataDir,
  DATABASE_URL: databaseUrl,
  DRAIN_SECONDS: String(settings.drainSeconds),
  COOKIE_SECRET: settings.cookieSecrets.join(","),
  ENCRYPTION_KEYS: printKeys(settings.encryptionKeys),
});
