import { expect, test, vi } from "vitest";
import { inOneTab } from "~/features/admin/check-in/use-check-ins";

type Locks = { request: LockManager["request"] };

const refusing: Locks = { request: () => Promise.reject(new DOMException("denied", "SecurityError")) };
/** A lock manager whose lock is free, or null for one that another tab holds. */
const answering = (lock: Lock | null): Locks => ({
  request: (_name: string, _options: unknown, work?: unknown) =>
    Promise.resolve((work as (lock: Lock | null) => unknown)(lock)),
});
const free = answering({ name: "work", mode: "exclusive" });

test.each([
  { where: "there are no locks", locks: undefined, runs: 1 },
  { where: "locks are refused", locks: refusing, runs: 1 },
  { where: "the lock is free", locks: free, runs: 1 },
  { where: "another tab has the lock", locks: answering(null), runs: 0 },
])("does the work $runs times where $where", async ({ locks, runs }) => {
  const work = vi.fn(() => Promise.resolve());
  await inOneTab("work", work, { locks });
  expect(work).toHaveBeenCalledTimes(runs);
});

test("does not repeat work that fails", async () => {
  const work = vi.fn(() => Promise.reject(new Error("broken")));
  await expect(inOneTab("work", work, { locks: free })).rejects.toThrow("broken");
  expect(work).toHaveBeenCalledTimes(1);
});
