import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  addTap,
  mostUnsent,
  parseQueue,
  queueKey,
  removeTap,
  type UnsentCheckIn,
} from "~/features/admin/check-in/queue";

const now = Date.parse("2026-11-22T18:00:00Z");
const hour = 60 * 60_000;
const [ada, ben] = [randomUUID(), randomUUID()];
const tap = (bookingId: string, isHere: boolean, tappedAt: number): UnsentCheckIn => ({ bookingId, isHere, tappedAt });

test("keeps one tap for each booking, the newest, and the oldest first", () => {
  const taps = [tap(ben, true, now), tap(ada, true, now - 2), tap(ada, false, now + 1), tap(ben, false, now - 1)];
  const queue = taps.reduce<UnsentCheckIn[]>(addTap, []);
  expect(queue).toEqual([tap(ben, true, now), tap(ada, false, now + 1)]);
});

test("removes the tap that was answered and no newer one", () => {
  const queue = [tap(ada, false, now)];
  expect(removeTap(queue, tap(ada, true, now - 5))).toEqual(queue);
  expect(removeTap(queue, tap(ada, false, now))).toEqual([]);
});

test("is bounded: the oldest goes when there are too many", () => {
  const taps = Array.from({ length: mostUnsent + 2 }, (_, index) => tap(randomUUID(), true, now + index));
  const queue = taps.reduce<UnsentCheckIn[]>(addTap, []);
  expect([queue.length, queue[0]]).toEqual([mostUnsent, taps[2]]);
});

test("is bound to an account by its key", () => {
  expect(queueKey(ada)).not.toBe(queueKey(ben));
});

test.for([
  { what: "nothing", kept: null },
  { what: "no JSON", kept: "[{" },
  { what: "no list", kept: "{}" },
  { what: "a null", kept: "[null]" },
  { what: "an id that is none", kept: JSON.stringify([tap("../..", true, now)]) },
  { what: "a time that is none", kept: JSON.stringify([{ ...tap(ada, true, now), tappedAt: "now" }]) },
  { what: "a state that is none", kept: JSON.stringify([{ ...tap(ada, true, now), isHere: 1 }]) },
  { what: "a tap of last month", kept: JSON.stringify([tap(ada, true, now - 30 * 24 * hour)]) },
])("reads $what as no tap", ({ kept }) => {
  expect(parseQueue(kept, now)).toEqual([]);
});

test("reads what it has kept, and nothing besides ids, state and time", () => {
  const kept = [{ ...tap(ada, true, now - hour), name: "Ada Weir" }, tap(ben, false, now)];
  expect(parseQueue(JSON.stringify(kept), now)).toEqual([tap(ada, true, now - hour), tap(ben, false, now)]);
});
