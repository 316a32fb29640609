import { expect, test } from "vitest";
import { placeInSeries, plateUrl, seriesPlateUrl } from "@server/platform/artwork/plate";

test.each([
  ["Breathwork", "/plates/breathwork/row/abc.svg"],
  ["Mothers", "/plates/mothers/row/abc.svg"],
  ["Stress & Sleep", "/plates/sleep/row/abc.svg"],
  ["Other", "/plates/other/row/abc.svg"],
  ["A custom category", "/plates/other/row/abc.svg"],
  ["constructor", "/plates/other/row/abc.svg"],
  [null, "/plates/other/row/abc.svg"],
])("maps %s to %s", (category, address) => {
  expect(plateUrl(category, "row", "abc")).toBe(address);
});

test("puts a recording's position in its series into the address", () => {
  const address = seriesPlateUrl("birth", "card", "abc_1_2", { index: 3, count: 8 });
  expect(address).toBe("/plates/birth/card/abc_1_2_3_8.svg");
  expect(placeInSeries("abc_1_2_3_8")).toEqual({ index: 3, count: 8 });
});

test.each(["abc", "abc_3", "abc_x_8", "_3_", "abc_1234_5678"])("reads no series from %s", (seed) => {
  expect(placeInSeries(seed)).toBeNull();
});
