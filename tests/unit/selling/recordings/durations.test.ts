import { durationOf, seriesLength } from "@server/selling/recordings/durations";
import { expect, test } from "vitest";

test.for([
  [null, null, null],
  [0, "1 min", "PT0S"],
  [24, "1 min", "PT24S"],
  [89, "1 min", "PT1M29S"],
  [90, "2 min", "PT1M30S"],
  [3569, "59 min", "PT59M29S"],
  [3570, "1 h", "PT59M30S"],
  [8040, "2 h 14 min", "PT2H14M"],
  [3605, "1 h", "PT1H5S"],
])("prints %s seconds as %s, and as %s", ([seconds, text, iso]) => {
  const expected = text === null ? null : { text, iso };
  expect(durationOf(seconds as number | null)).toEqual(expected);
});

test.for([
  [[], "0 recordings", null],
  [[240], "1 recording, 4 min", "PT4M"],
  [[7200, 840], "2 recordings, 2 h 14 min", "PT2H14M"],
  [[7200, null], "2 recordings", null],
] as const)("describes a series of %j seconds as %s", ([durations, text, iso]) => {
  expect(seriesLength(durations.map((durationSeconds) => ({ durationSeconds })))).toEqual({ text, iso });
});
