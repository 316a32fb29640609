import { printHours, readHours, wrongHours } from "@server/selling/one-to-one/typed-hours";
import { expect, test } from "vitest";

test.each([
  ["20:00-24:00", "20:00-24:00"],
  ["20:00-00:00", "20:00-24:00"],
  ["0:00-24:00", "00:00-24:00"],
  ["9.30–12, 14-16", "09:30-12:00, 14:00-16:00"],
])("reads %j as %j", (typed, hours) => {
  expect(printHours(readHours(typed) ?? [])).toBe(hours);
});

test.each([
  ["22:00-02:00", "Over midnight, write 22:00-24:00 here"],
  ["10:00-12:00, 16:00-10:00", "Hours end after they begin"],
  ["ten to twelve", "Write hours such as 10:00-13:00"],
  ["25:00-26:00", "Write hours such as 10:00-13:00"],
])("says of %j what to write", (typed, message) => {
  expect(readHours(typed)).toBeNull();
  expect(wrongHours(typed)).toContain(message);
});
