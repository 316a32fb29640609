import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { postCheckIn } from "~/features/admin/check-in/post-check-in";

const tap = { bookingId: randomUUID(), isHere: true, tappedAt: 1 };

beforeEach(() => {
  vi.useFakeTimers();
  // As before Safari 16.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    throw new TypeError("AbortSignal.timeout is not a function");
  });
});

afterEach(() => void vi.useRealTimers());

test("gives an unanswered check-in up after 15 s", async () => {
  const ask = vi.spyOn(globalThis, "fetch").mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      }),
  );
  let outcome: unknown;
  void postCheckIn("account", tap).then((value) => (outcome = value));
  await vi.advanceTimersByTimeAsync(14_900);
  expect([ask.mock.calls.length, outcome]).toEqual([1, undefined]);
  await vi.advanceTimersByTimeAsync(200);
  expect(outcome).toEqual({ kind: "unanswered" });
});

test("leaves no timer behind when the server has answered", async () => {
  const checkedIn = { bookingId: tap.bookingId };
  vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ result: { data: checkedIn } }));
  expect(await postCheckIn("account", tap)).toEqual({ kind: "saved", checkedIn });
  expect(vi.getTimerCount()).toBe(0);
});
