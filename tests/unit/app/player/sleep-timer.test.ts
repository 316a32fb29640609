import { expect, test } from "vitest";
import { endOf, isSleepChoice, sleepChoices, volumeBefore } from "~/features/recordings/player/sleep-timer";

test.each([
  [Infinity, 1],
  [300_000, 1],
  [20_000, 1],
  [10_000, 0.5],
  [1000, 0.05],
  [0, 0],
  [-500, 0],
])("%i ms before its end, the sound has %d of its volume", (leftMs, volume) => {
  expect(volumeBefore(leftMs)).toBeCloseTo(volume);
});

test("ends after the minutes that were chosen, or with the recording", () => {
  expect(sleepChoices.map(({ value }) => endOf(value, 1000))).toEqual([301_000, 901_000, 1_801_000, null]);
  expect(["5", "end", "", "6"].map(isSleepChoice)).toEqual([true, true, false, false]);
});
