import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCheckIns, type CheckInParts } from "~/lib/check-in/check-ins";
import type { Outcome } from "~/lib/check-in/post-check-in";
import type { UnsentCheckIn } from "~/lib/check-in/queue";
import { countHere, standingOf } from "~/lib/check-in/standing";

const [ada, ben, cleo] = [randomUUID(), randomUUID(), randomUUID()];

let kept: UnsentCheckIn[];
let isOnline: boolean;
let post: ReturnType<typeof vi.fn<CheckInParts["post"]>>;

beforeEach(() => {
  vi.useFakeTimers();
  kept = [];
  isOnline = true;
  post = vi.fn<CheckInParts["post"]>((tap) => Promise.resolve(saved(tap)));
});

afterEach(() => void vi.useRealTimers());

const saved = ({ bookingId, isHere }: UnsentCheckIn): Outcome => ({
  kind: "saved",
  checkedIn: {
    ...{ bookingId, isHere, savedAt: Date.now(), counts: { here: 1, booked: 3 } },
    checkedInAt: isHere ? "6:02 PM" : null,
  },
});

/** A page's check-ins; another page of the same browser shares what is kept. */
const openPage = (parts: Partial<CheckInParts> = {}) =>
  createCheckIns({
    queue: { read: () => kept, change: (how) => void (kept = how(kept)) },
    post: (tap) => post(tap),
    isOnline: () => isOnline,
    exclusively: (work) => work(),
    ...parts,
  });

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const sent = () => post.mock.calls.map(([{ bookingId, isHere }]) => [bookingId, isHere]);

test("shows a tap at once and as unsent until the server has confirmed it", async () => {
  const page = openPage();
  const arrival = { id: ada, checkedInAt: null };
  const readAt = Date.now() - 1;
  page.set(ada, true);
  expect(standingOf(arrival, readAt, page.state())).toMatchObject({ isHere: true, since: null, isUnsent: true });
  await pass(0);
  expect(standingOf(arrival, readAt, page.state())).toMatchObject({ isHere: true, since: "6:02 PM", isUnsent: false });
  expect(kept).toEqual([]);
});

test("sends what was tapped without a connection once each, the oldest first, when it is back", async () => {
  isOnline = false;
  const page = openPage();
  for (const id of [ada, ben, cleo]) page.set(id, true);
  page.set(ada, false);
  await pass(5);
  expect([sent(), page.state().obstacle, kept.length]).toEqual([[], "no connection", 3]);

  const reloaded = openPage();
  isOnline = true;
  expect(await reloaded.sendNow()).toBe(0);
  expect(sent()).toEqual([
    [ben, true],
    [cleo, true],
    [ada, false],
  ]);
  expect(reloaded.state()).toMatchObject({ unsent: [], obstacle: null });
});

test("tries again later and later, at most a minute apart", async () => {
  post.mockResolvedValue({ kind: "unanswered" });
  openPage().set(ada, true);
  await pass(0);
  expect(post).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(post).toHaveBeenCalledTimes(2);
  await pass(1.9);
  expect(post).toHaveBeenCalledTimes(2);
  await pass(300);
  post.mockClear();
  await pass(600);
  expect(post).toHaveBeenCalledTimes(10);
});

test("waits as long as a busy server asks for, and goes on with the others", async () => {
  post.mockResolvedValueOnce({ kind: "failed", retryAfterMs: 30_000 });
  const page = openPage();
  page.set(ada, true);
  page.set(ben, true);
  await pass(29);
  expect(sent()).toEqual([
    [ada, true],
    [ben, true],
  ]);
  await pass(2);
  expect(kept).toEqual([]);
});

test("a newer tap is sent after the one that is on its way, and is not confirmed by its answer", async () => {
  let answer: (outcome: Outcome) => void = () => undefined;
  post.mockImplementationOnce(() => new Promise((resolve) => void (answer = resolve)));
  const page = openPage();
  page.set(ada, true);
  const first = kept[0]!;
  page.set(ada, false);
  answer(saved(first));
  await pass(0);
  expect(sent()).toEqual([
    [ada, true],
    [ada, false],
  ]);
  expect(standingOf({ id: ada, checkedInAt: null }, 0, page.state())).toMatchObject({ isHere: false, isUnsent: false });
});

test("drops what the server refuses, says why, and shows what the server knows", async () => {
  post.mockResolvedValueOnce({ kind: "refused", message: "This booking has no place in the session." });
  const page = openPage();
  page.set(ada, true);
  await pass(0);
  expect(kept).toEqual([]);
  const standing = standingOf({ id: ada, checkedInAt: null }, 0, page.state());
  expect(standing).toMatchObject({ isHere: false, refusal: "This booking has no place in the session." });
  page.set(ada, true);
  expect(page.state().refused.size).toBe(0);
});

test("keeps everything while signed out, and stops asking for the others", async () => {
  post.mockResolvedValue({ kind: "signed_out" });
  const page = openPage();
  page.set(ada, true);
  page.set(ben, true);
  await pass(0);
  expect([post.mock.calls.length <= 2, page.state().obstacle, kept.length]).toEqual([true, "signed out", 2]);
});

test("leaves the sending to another tab that is at it, and looks again later", async () => {
  let isFree = false;
  const page = openPage({
    exclusively: async (work) => {
      if (isFree) await work();
    },
  });
  page.set(ada, true);
  await pass(0.5);
  expect(post).toHaveBeenCalledTimes(0);
  isFree = true;
  await pass(1);
  expect(kept).toEqual([]);
});

test("counts those who are here with the taps that are not saved yet", async () => {
  const arrivals = [
    { id: ada, checkedInAt: null },
    { id: ben, checkedInAt: "5:50 PM" },
    { id: cleo, checkedInAt: null },
  ];
  const list = { arrivals, counts: { here: 1, booked: 3 }, readAt: Date.now() };
  isOnline = false;
  const page = openPage();
  page.set(ada, true);
  page.set(cleo, true);
  expect(countHere(list, page.state())).toEqual({ here: 3, booked: 3 });
  page.set(ben, false);
  expect(countHere(list, page.state())).toEqual({ here: 2, booked: 3 });

  isOnline = true;
  await pass(1);
  post.mockClear();
  const later = { ...list, counts: { here: 2, booked: 3 }, readAt: Date.now() };
  expect(countHere(later, page.state())).toEqual({ here: 2, booked: 3 });
});
