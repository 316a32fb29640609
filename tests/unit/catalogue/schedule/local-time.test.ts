import { expect, test } from "vitest";
import { fromLocalInput, toLocalInput } from "@server/office/managing/session-times";

test.for([
  ["2026-12-01T19:30", "Europe/London", "2026-12-01T19:30:00.000Z"],
  ["2026-07-01T19:30", "Europe/London", "2026-07-01T18:30:00.000Z"],
  ["2026-07-01T19:30:00", "America/New_York", "2026-07-01T23:30:00.000Z"],
] as const)("converts %s in %s to %s", ([typed, zone, instant]) => {
  expect(fromLocalInput(typed, zone).toISOString()).toBe(instant);
  expect(toLocalInput(new Date(instant), zone)).toBe(typed.slice(0, 16));
});

test("refuses a time that a clock change skips", () => {
  expect(() => fromLocalInput("2027-03-28T01:30", "Europe/London")).toThrow(
    "There is no 1:30 AM on March 28, 2027 in Europe/London: the clocks go forward. Please choose another time.",
  );
});

test("refuses a time that occurs twice", () => {
  expect(() => fromLocalInput("2026-10-25T01:30", "Europe/London")).toThrow(
    "1:30 AM happens twice on October 25, 2026 in Europe/London: the clocks go back. Please choose another time.",
  );
});

test.for(["", "tomorrow", "2026-12-01", "2026-13-41T25:61", "2026-02-30T10:00"])("refuses “%s” as a time", (typed) => {
  expect(() => fromLocalInput(typed, "Europe/London")).toThrow("Please enter a date and a time");
});
