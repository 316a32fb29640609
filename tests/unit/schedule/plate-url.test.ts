import { expect, test } from "vitest";
import { plateUrl } from "@server/schedule/plate-url";

test.each([
  ["Breathwork", "/plates/breathwork/row/abc.svg"],
  ["Mothers", "/plates/mothers/row/abc.svg"],
  ["Stress & Sleep", "/plates/sleep/row/abc.svg"],
  ["Other", "/plates/other/row/abc.svg"],
  ["A category of her own", "/plates/other/row/abc.svg"],
  ["constructor", "/plates/other/row/abc.svg"],
  [null, "/plates/other/row/abc.svg"],
])("%s leads to %s", (category, address) => {
  expect(plateUrl(category, "row", "abc")).toBe(address);
});
