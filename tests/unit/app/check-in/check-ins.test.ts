import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CheckInParts, countHere, createCheckIns, standingOf } from "~/features/admin/check-in/check-ins";
import type { Outcome } from "~/features/admin/check-in/post-check-in";
import type { UnsentCheckIn } from "~/features/admin/check-in/queue";

const [ada, ben, cleo] = [randomUUID(), randomUUID(), randomUUID()];
const session = randomUUID();

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

const saved = ({ ticketId, isHere }: UnsentCheckIn): Outcome => ({
  kind: "saved",
  checkedIn: {
    ticketId,
    isHere,
    savedAt: Date.now(),
    counts: { here: 1, booked: 3 },
    checkedInAt: isHere ? "6:02 PM" : null,
  },
});

/** Opens a page; all pages of the browser share one queue. */
const openPage = (parts: Partial<CheckInParts> = {}) =>
  createCheckIns({
    queue: { read: () => kept, change: (how) => void (kept = how(kept)) },
    post: (tap) => post(tap),
    isOnline: () => isOnline,
    exclusively: (work) => work(),
    ...parts,
  });

/** Returns taps that an earlier page has left unsent. */
const tapsOf = (...ids: string[]): UnsentCheckIn[] =>
  ids.map((ticketId, index) => ({ ticketId, isHere: true, tappedAt: Date.now() + index }));

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const sent = () => post.mock.calls.map(([{ ticketId, isHere }]) => [ticketId, isHere]);

test("shows a tap at once and as unsent until the server has confirmed it", async () => {
  const page = openPage();
  const arrival = { id: ada, checkedInAt: null };
  const readAt = Date.now() - 1;
  page.set(ada, true, session);
  expect(standingOf(arrival, readAt, page.state())).toMatchObject({ isHere: true, since: null, isUnsent: true });
  await pass(0);
  expect(standingOf(arrival, readAt, page.state())).toMatchObject({ isHere: true, since: "6:02 PM", isUnsent: false });
  expect(kept).toEqual([]);
});

test("sends taps made offline once each, oldest first, when the connection is back", async () => {
  isOnline = false;
  const page = openPage();
  for (const id of [ada, ben, cleo]) page.set(id, true, session);
  page.set(ada, false, session);
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

test("retries at growing intervals, at most a minute apart", async () => {
  post.mockResolvedValue({ kind: "unanswered" });
  openPage().set(ada, true, session);
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

test("holds all taps back for as long as a busy server asks", async () => {
  post.mockResolvedValueOnce({ kind: "failed", retryAfterMs: 30_000 });
  const page = openPage();
  page.set(ada, true, session);
  page.set(ben, true, session);
  await pass(10);
  page.set(cleo, true, session);
  await pass(10);
  expect(await page.sendNow()).toBe(3);
  await pass(9);
  expect(sent()).toEqual([[ada, true]]);
  await pass(2);
  expect([sent().length, kept]).toEqual([4, []]);
});

test("sends the other taps when the server fails at one", async () => {
  post.mockResolvedValueOnce({ kind: "failed", retryAfterMs: 0 });
  kept = tapsOf(ada, ben, cleo);
  expect(await openPage().sendNow()).toBe(1);
  expect([sent().length, kept.map(({ ticketId }) => ticketId)]).toEqual([3, [ada]]);
});

test("sends a newer tap after the one under way, which does not confirm it", async () => {
  let answer: (outcome: Outcome) => void = () => undefined;
  post.mockImplementationOnce(() => new Promise((resolve) => void (answer = resolve)));
  const page = openPage();
  page.set(ada, true, session);
  const first = kept[0]!;
  page.set(ada, false, session);
  answer(saved(first));
  await pass(0);
  expect(sent()).toEqual([
    [ada, true],
    [ada, false],
  ]);
  expect(standingOf({ id: ada, checkedInAt: null }, 0, page.state())).toMatchObject({ isHere: false, isUnsent: false });
});

test("drops a refused tap, shows why, and shows the server's state", async () => {
  post.mockResolvedValueOnce({ kind: "refused", message: "This booking has no place in the session." });
  const page = openPage();
  page.set(ada, true, session);
  await pass(0);
  expect(kept).toEqual([]);
  const standing = standingOf({ id: ada, checkedInAt: null }, 0, page.state());
  expect(standing).toMatchObject({ isHere: false, refusal: "This booking has no place in the session." });
  page.set(ada, true, session);
  expect(page.state().refused.size).toBe(0);
});

test.each([
  { kind: "signed_out", obstacle: "signed out" },
  { kind: "unanswered", obstacle: "no connection" },
] as const)("keeps every tap when one is $kind, and sends no other", async ({ kind, obstacle }) => {
  post.mockResolvedValue({ kind });
  kept = tapsOf(ada, ben, cleo);
  const page = openPage();
  expect(await page.sendNow()).toBe(3);
  expect([post.mock.calls.length, page.state().obstacle, kept.length]).toEqual([1, obstacle, 3]);
});

test("retries when the lock between tabs cannot be requested", async () => {
  let isRefused = true;
  const page = openPage({
    exclusively: (work) => (isRefused ? Promise.reject(new Error("no locks here")) : work()),
  });
  page.set(ada, true, session);
  await pass(0.5);
  expect([page.state().obstacle, kept.length]).toEqual(["no connection", 1]);
  isRefused = false;
  await pass(1);
  expect([page.state().obstacle, kept]).toEqual([null, []]);
});

test("reports taps that another tab has sent, not those it has added", () => {
  isOnline = false;
  const page = openPage();
  page.set(ada, true, session);
  kept = [
    { ...kept[0]!, isHere: false, tappedAt: kept[0]!.tappedAt + 1 },
    { ...kept[0]!, ticketId: ben },
  ];
  page.reread();
  expect([page.state().sentElsewhere, page.state().unsent.length]).toEqual([0, 2]);
  kept = kept.slice(1);
  page.reread();
  expect([page.state().sentElsewhere, page.state().unsent.length]).toEqual([1, 1]);
});

test("leaves sending to the tab that holds the lock, and retries later", async () => {
  let isFree = false;
  const page = openPage({
    exclusively: async (work) => {
      if (isFree) await work();
    },
  });
  page.set(ada, true, session);
  await pass(0.5);
  expect(post).toHaveBeenCalledTimes(0);
  isFree = true;
  await pass(1);
  expect(kept).toEqual([]);
});

test("includes unsaved taps in the count of people present", async () => {
  const arrivals = [
    { id: ada, checkedInAt: null },
    { id: ben, checkedInAt: "5:50 PM" },
    { id: cleo, checkedInAt: null },
  ];
  const list = { arrivals, counts: { here: 1, booked: 3 }, readAt: Date.now() };
  isOnline = false;
  const page = openPage();
  page.set(ada, true, session);
  page.set(cleo, true, session);
  expect(countHere(list, page.state())).toEqual({ here: 3, booked: 3 });
  page.set(ben, false, session);
  expect(countHere(list, page.state())).toEqual({ here: 2, booked: 3 });

  isOnline = true;
  await pass(1);
  post.mockClear();
  const later = { ...list, counts: { here: 2, booked: 3 }, readAt: Date.now() };
  expect(countHere(later, page.state())).toEqual({ here: 2, booked: 3 });
});
