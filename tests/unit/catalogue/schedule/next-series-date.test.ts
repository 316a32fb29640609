import { expect, test } from "vitest";
import { nextSeriesDate } from "@server/office/managing/session-times";

const at = (day: string) => new Date(`${day}T19:30:00Z`);
const nextOf = (days: string[], now = "2031-01-01") =>
  nextSeriesDate({ starts: days.map(at), now: at(now), siteTimeZone: "UTC" })
    ?.toISOString()
    .slice(0, 10);

test.each([
  ["every week", ["2031-09-02", "2031-09-09", "2031-09-16"], "2031-09-23"],
  ["every week with a date left out", ["2031-09-02", "2031-09-16", "2031-09-23"], "2031-09-30"],
  ["every two weeks", ["2031-09-02", "2031-09-16"], "2031-09-30"],
  ["on the first Tuesday", ["2031-09-02", "2031-10-07", "2031-11-04"], "2031-12-02"],
  ["in any order", ["2031-09-16", "2031-09-02", "2031-09-09"], "2031-09-23"],
  ["with one date left", ["2031-09-02"], "2031-09-09"],
])("continues a series %s", (_, days, next) => {
  expect(nextOf(days)).toBe(next);
});

test("continues a series that is over in the future", () => {
  expect(nextOf(["2031-09-02", "2031-09-09"], "2031-12-01")).toBe("2031-12-02");
});

test("has no next date without any date", () => {
  expect(nextOf([])).toBeUndefined();
});
