import { expect, test } from "vitest";
import { indexAt } from "~/features/recordings/player/indexes";
import { readSpeed } from "~/features/recordings/player/speed";
import { clockTime } from "~/lib/clock-time";

test.each([
  [[], 5, -1],
  [[0, 60, 120], 0, 0],
  [[0, 60, 120], 59.9, 0],
  [[0, 60, 120], 60, 1],
  [[0, 60, 120], 999, 2],
  [[10, 60], 9.9, -1],
])("of parts that begin at %j, second %d belongs to the one with index %d", (starts, second, index) => {
  expect(indexAt(starts, second)).toBe(index);
});

test.each([
  [0, "0:00"],
  [59.9, "0:59"],
  [760, "12:40"],
  [3725, "1:02:05"],
])("shows second %d as %s", (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});

test.each([
  [null, 1],
  ["1.25", 1.25],
  ["0.1", 1],
  ["16", 1],
  ["fast", 1],
])("plays a stored speed of %j at %d", (stored, speed) => {
  expect(readSpeed(stored)).toBe(speed);
});
