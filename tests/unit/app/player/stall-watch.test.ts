import { expect, test } from "vitest";
import { createStallWatch } from "~/features/recordings/player/stall-watch";

/** Looks four times a second, with the seconds of the player; returns the looks at which it has stalled. */
function stallsOf(seconds: number[], isAsked: (index: number) => boolean = () => true): number[] {
  const watch = createStallWatch();
  return seconds.flatMap((second, index) =>
    watch.isStalled({ now: 5000 + index * 250, second, isAsked: isAsked(index) }) ? [index] : [],
  );
}

const still = (count: number, second = 12) => Array.from({ length: count }, () => second);
const moving = (count: number) => Array.from({ length: count }, (_, index) => 12 + index / 4);

test("has stalled once it stood still for two seconds, until it moves", () => {
  expect(stallsOf([...moving(4), ...still(10, 12.75), 13, 13.25])).toEqual([11, 12, 13]);
  expect(stallsOf(still(8))).toEqual([]);
  expect(stallsOf(still(9))).toEqual([8]);
});

test("stands still without having stalled while it is paused, and counts from the moment it is asked to play", () => {
  expect(stallsOf(still(20), () => false)).toEqual([]);
  expect(stallsOf(still(20), (index) => index >= 10)).toEqual([18, 19]);
});

test("has stalled, too, after short stops that follow each other, and not after some that are far apart", () => {
  const stops = (count: number, playing: number) =>
    Array.from({ length: count }, (_, nth) => [
      ...still(5, nth * 100),
      ...moving(playing).map((second) => nth * 100 + second),
    ]);
  expect(stallsOf(stops(4, 2).flat()).length).toBeGreaterThan(0);
  expect(stallsOf(stops(4, 12).flat())).toEqual([]);
});

test("takes the sleep of the device for no stall", () => {
  const watch = createStallWatch();
  const at = (now: number) => watch.isStalled({ now, second: 12, isAsked: true });
  const moments = [0, 250, 60_000, 60_250, 61_250, 61_750, 62_250];
  expect(moments.map(at)).toEqual([false, false, false, false, false, true, true]);
});

test("begins anew with another file", () => {
  const watch = createStallWatch();
  const at = (now: number) => watch.isStalled({ now, second: 12, isAsked: true });
  for (let now = 0; now < 2000; now += 250) at(now);
  expect(at(2000)).toBe(true);
  watch.reset();
  expect([at(2250), at(2500)]).toEqual([false, false]);
});
