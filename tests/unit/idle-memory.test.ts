import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { collectWhenIdle } from "@server/idle-memory";

const mb = 1024 * 1024;
const collectionMs = 200;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A process of which the CPU time and the memory are what the test says; 50 MB are needed. */
function aProcess() {
  const state = { cpuMs: 0, inUse: 90, collections: 0 };
  const { stop } = collectWhenIdle({
    cpuTime: () => state.cpuMs * 1000,
    bytesInUse: () => state.inUse * mb,
    collect() {
      state.collections += 1;
      state.cpuMs += collectionMs;
      state.inUse = 50;
      return Promise.resolve(collectionMs);
    },
  });
  onTestFinished(stop);
  return state;
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

test("gives memory back once when nothing has been done for some seconds", async () => {
  const state = aProcess();
  await seconds(120);
  expect(state).toMatchObject({ inUse: 50, collections: 1 });
});

test("waits while requests are answered", async () => {
  const state = aProcess();
  for (let passed = 0; passed < 60; passed++) {
    state.cpuMs += 50;
    await seconds(1);
  }
  expect(state.collections).toBe(0);
  await seconds(10);
  expect(state.collections).toBe(1);
});

test("collects again only what is worth the time", async () => {
  const state = aProcess();
  await seconds(60);
  state.inUse = 55;
  await seconds(60);
  expect(state.collections).toBe(1);
  state.inUse = 80;
  await seconds(10);
  expect(state.collections).toBe(2);
});

test("takes a hundredth of the time at most", async () => {
  const state = aProcess();
  for (let passed = 0; passed < 600; passed++) {
    state.inUse += 30;
    await seconds(1);
  }
  expect(state.collections).toBeGreaterThan(10);
  expect(state.collections * collectionMs).toBeLessThanOrEqual(0.01 * 600_000);
});
