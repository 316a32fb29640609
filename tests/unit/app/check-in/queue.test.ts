import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  addTap,
  maxUnsent,
  parseQueue,
  queueKey,
  removeTap,
  type UnsentCheckIn,
} from "~/features/admin/check-in/queue";

const now = Date.parse("2026-11-22T18:00:00Z");
const hour = 60 * 60_000;
const [ada, ben] = [randomUUID(), randomUUID()];
const session = randomUUID();
const tap = (ticketId: string, isHere: boolean, tappedAt: number): UnsentCheckIn => ({
  ticketId,
  sessionId: session,
  isHere,
  tappedAt,
});

test("keeps the newest tap of each ticket, sorted by time", () => {
  const taps = [tap(ben, true, now), tap(ada, true, now - 2), tap(ada, false, now + 1), tap(ben, false, now - 1)];
  const queue = taps.reduce<UnsentCheckIn[]>(addTap, []);
  expect(queue).toEqual([tap(ben, true, now), tap(ada, false, now + 1)]);
});

test("removes the answered tap but no newer one", () => {
  const queue = [tap(ada, false, now)];
  expect(removeTap(queue, tap(ada, true, now - 5))).toEqual(queue);
  expect(removeTap(queue, tap(ada, false, now))).toEqual([]);
});

test("drops the oldest tap beyond the limit", () => {
  const taps = Array.from({ length: maxUnsent + 2 }, (_, index) => tap(randomUUID(), true, now + index));
  const queue = taps.reduce<UnsentCheckIn[]>(addTap, []);
  expect([queue.length, queue[0]]).toEqual([maxUnsent, taps[2]]);
});

test("uses a separate key for each account", () => {
  expect(queueKey(ada)).not.toBe(queueKey(ben));
});

test.for([
  { what: "nothing", kept: null },
  { what: "no JSON", kept: "[{" },
  { what: "no list", kept: "{}" },
  { what: "a null", kept: "[null]" },
  { what: "an invalid id", kept: JSON.stringify([tap("../../..", true, now)]) },
  { what: "an invalid session", kept: JSON.stringify([{ ...tap(ada, true, now), sessionId: 7 }]) },
  { what: "an invalid time", kept: JSON.stringify([{ ...tap(ada, true, now), tappedAt: "now" }]) },
  { what: "an invalid state", kept: JSON.stringify([{ ...tap(ada, true, now), isHere: 1 }]) },
  { what: "a tap of last month", kept: JSON.stringify([tap(ada, true, now - 30 * 24 * hour)]) },
])("reads $what as no tap", ({ kept }) => {
  expect(parseQueue(kept, now)).toEqual([]);
});

test("reads ids, state and time back and drops other fields", () => {
  const kept = [{ ...tap(ada, true, now - hour), name: "Ada Weir" }, tap(ben, false, now)];
  expect(parseQueue(JSON.stringify(kept), now)).toEqual([tap(ada, true, now - hour), tap(ben, false, now)]);
});
