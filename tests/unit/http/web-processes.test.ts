import { expect, test } from "vitest";
import { readSettings } from "@server/core/env";
import { createLog } from "@server/core/log";
import { connectionsOf } from "@server/process/prepare-database";
import { restartDelay, superviseWebProcesses, type WebProcess } from "@server/process/web-processes";

const log = createLog("silent");

/** A web process that ends with the signals that it is told to obey. */
function fakeProcess({ isReady = true, obeys = ["SIGTERM", "SIGKILL"] } = {}) {
  const signals: string[] = [];
  let end: (code: number) => void = () => undefined;
  const ended: WebProcess["ended"] = new Promise((resolve) => {
    end = (code) => resolve({ code, signal: null });
  });
  const signal = (name: string) => {
    signals.push(name);
    if (obeys.includes(name)) end(0);
  };
  const ready = isReady ? Promise.resolve() : new Promise<void>(() => undefined);
  return { process: { pid: 1, ready, ended, signal }, signals, end: () => end(1) };
}

test("starts a process again at once after a good start, then ever later, up to half a minute", () => {
  expect([0, 1, 2, 3, 9, 10, 1000].map(restartDelay)).toEqual([0, 100, 200, 400, 25_600, 30_000, 30_000]);
});

test("gives up the start, and stops the other processes, when one ends before it is ready", async () => {
  const [good, bad] = [fakeProcess(), fakeProcess({ isReady: false })];
  const forked = [good.process, bad.process];
  const start = superviseWebProcesses({ count: 2, fork: () => forked.shift()!, log, now: () => 0 });
  bad.end();
  await expect(start).rejects.toThrow("A web process ended while it started");
  expect(good.signals).toEqual(["SIGTERM"]);
});

test("replaces a process that ends, and none once it stops", async () => {
  const all = [fakeProcess(), fakeProcess()];
  let count = 0;
  // A good start: the process has run for an hour.
  const now = () => (count - 1) * 3_600_000 + (hasEnded ? 3_600_000 : 0);
  let hasEnded = false;
  const fork = () => all[count++]!.process;
  const supervised = await superviseWebProcesses({ count: 1, fork, log, now });
  hasEnded = true;
  all[0]!.end();
  await expect.poll(() => count).toBe(2);
  await supervised.stop(60_000);
  expect([count, all[1]!.signals]).toEqual([2, ["SIGTERM"]]);
});

test("kills a process that does not stop in time", async () => {
  const stubborn = fakeProcess({ obeys: ["SIGKILL"] });
  const supervised = await superviseWebProcesses({ count: 1, fork: () => stubborn.process, log, now: () => 0 });
  await supervised.stop(1);
  expect(stubborn.signals).toEqual(["SIGTERM", "SIGKILL"]);
});

test.each([
  [{}, 100],
  [{ WEB_CONCURRENCY: "2" }, 100],
  [{ WEB_CONCURRENCY: "8" }, 9 * 11 + 9 + 20],
  [{ WEB_CONCURRENCY: "4", DATABASE_POOL_SIZE: "30" }, 5 * 31 + 9 + 20],
])("lets the embedded PostgreSQL admit what %j needs: %i", (environment, connections) => {
  expect(connectionsOf(readSettings(environment))).toBe(connections);
});
