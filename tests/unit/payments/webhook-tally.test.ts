import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "@server/core/log";
import { startWebhookTally } from "@server/payments/webhook-tally";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const aTally = (write: (seen: { badSignatures: number; badSinceEvent: number }) => Promise<void>) =>
  startWebhookTally({ clock: { now: () => new Date() }, log: createLog("silent") }, "stripe", write);

test("saves a flood of bad signatures twice in ten seconds, and loses none", async () => {
  const written: number[] = [];
  const tally = aTally(({ badSignatures }) => Promise.resolve(void written.push(badSignatures)));
  for (let count = 0; count < 1000; count += 1) tally.noteBadSignature();
  expect(written).toEqual([1]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([1, 999]);
  await vi.advanceTimersByTimeAsync(60_000);
  tally.noteBadSignature();
  expect(written).toEqual([1, 999, 1]);
});

test("counts bad signatures since the last good event while the database is unavailable", async () => {
  const written: number[] = [];
  let isAway = true;
  const tally = aTally(({ badSinceEvent }) => {
    if (isAway) return Promise.reject(new Error("away"));
    return Promise.resolve(void written.push(badSinceEvent));
  });
  tally.noteBadSignature();
  tally.noteEvent();
  tally.noteBadSignature();
  await vi.advanceTimersByTimeAsync(10_000);
  isAway = false;
  tally.noteBadSignature();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(written).toEqual([2]);
});

test("keeps the count while the database is unavailable", async () => {
  const written: number[] = [];
  let isAway = true;
  const tally = aTally(({ badSignatures }) => {
    if (isAway) return Promise.reject(new Error("away"));
    return Promise.resolve(void written.push(badSignatures));
  });
  tally.noteBadSignature();
  await vi.advanceTimersByTimeAsync(10_000);
  isAway = false;
  tally.noteBadSignature();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([2]);
});
