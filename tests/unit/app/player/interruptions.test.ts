import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Deck } from "~/features/recordings/player/deck";
import { askWhy, interruptionOf, retryAfter } from "~/features/recordings/player/interruptions";
import { createRecovery } from "~/features/recordings/player/recovery";

let fetchMock: ReturnType<typeof vi.fn<typeof fetch>>;

beforeEach(() => {
  vi.useFakeTimers();
  fetchMock = vi.fn<typeof fetch>();
  vi.stubGlobal("fetch", fetchMock);
  vi.stubGlobal("window", globalThis);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answer = (status: number) => Promise.resolve(new Response(null, { status }));

test.each([
  [200, null],
  [304, null],
  [401, "signed-out"],
  [403, "closed"],
  [404, "broken"],
  [416, "broken"],
  [429, "lost"],
  [503, "lost"],
])("a file's answer %i means %j", (status, interruption) => {
  expect(interruptionOf(status)).toBe(interruption);
});

test("asks for the file without loading it, and takes a redirect to a store for a yes", async () => {
  fetchMock.mockResolvedValueOnce({ type: "opaqueredirect", status: 0 } as Response);
  expect(await askWhy("/media/recordings/1/video")).toBeNull();
  expect(fetchMock.mock.calls[0]![1]).toMatchObject({ method: "HEAD", redirect: "manual", cache: "no-store" });
  fetchMock.mockRejectedValueOnce(new TypeError("no network"));
  expect(await askWhy("/media/recordings/1/video")).toBe("lost");
});

test("asks again after 2, 4, 8, 16, and then every 30 seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(retryAfter)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

/** A player at second 760 that is to play on. */
function aDeck({ isToPlay = true } = {}) {
  const load = vi.fn<Deck["load"]>();
  let second = 760;
  const deck = { isToPlay: () => isToPlay, address: () => "/video", place: () => second, load } as unknown as Deck;
  return { deck, load, moveTo: (place: number) => (second = place) };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

test("goes on at the same second when the connection is back, and says when it is lost", async () => {
  const { deck, load } = aDeck();
  const shown: unknown[] = [];
  const recovery = createRecovery(deck, (why) => shown.push(why));
  fetchMock.mockRejectedValueOnce(new TypeError("no network")).mockImplementation(() => answer(200));
  recovery.repair();
  await settled();
  expect([shown, load.mock.calls]).toEqual([["lost"], []]);
  await vi.advanceTimersByTimeAsync(2000);
  expect([shown, load.mock.calls]).toEqual([["lost", null], [["/video", 760, true]]]);
});

test("keeps the place while signed out, asks when the member returns, and leaves a pause alone", async () => {
  const { deck, load } = aDeck({ isToPlay: false });
  const shown: unknown[] = [];
  const recovery = createRecovery(deck, (why) => shown.push(why));
  fetchMock.mockImplementationOnce(() => answer(401)).mockImplementation(() => answer(200));
  recovery.repair();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([shown, load.mock.calls]).toEqual([["signed-out"], []]);
  recovery.check();
  await settled();
  expect(load.mock.calls).toEqual([["/video", 760, false]]);
});

test("loads a file that fails again and again at most twice near one place, and then says so", async () => {
  const { deck, load, moveTo } = aDeck();
  const shown: unknown[] = [];
  const recovery = createRecovery(deck, (why) => shown.push(why));
  fetchMock.mockImplementation(() => answer(200));
  const fail = async () => {
    recovery.repair();
    await settled();
  };
  await fail();
  await fail();
  moveTo(800);
  await fail();
  await fail();
  expect(shown).toEqual([null, null, null, null]);
  moveTo(803);
  await fail();
  expect(shown.at(-1)).toBe("broken");
  expect(load).toHaveBeenCalledTimes(4);
});

test("does nothing after the page has been left", async () => {
  const { deck, load } = aDeck();
  const shown: unknown[] = [];
  const recovery = createRecovery(deck, (why) => shown.push(why));
  fetchMock.mockImplementation(() => answer(401));
  recovery.repair();
  recovery.stop();
  await settled();
  expect([shown, load.mock.calls]).toEqual([[], []]);
});
