import { describe, expect, test } from "vitest";
import { prorate } from "@dev/local-stripe/billing/prorations";
import { addIntervals, nextPeriodEnd } from "@dev/local-stripe/billing/time";

const seconds = (iso: string) => Date.parse(iso) / 1000;
const written = (at: number) => new Date(at * 1000).toISOString().slice(0, 16);

describe("the end of a period", () => {
  test.for([
    ["2030-01-31T09:00Z", "month", 1, "2030-01-31T09:00Z", "2030-02-28T09:00"],
    ["2030-01-31T09:00Z", "month", 1, "2030-02-28T09:00Z", "2030-03-31T09:00"],
    ["2030-01-31T09:00Z", "month", 3, "2030-01-31T09:00Z", "2030-04-30T09:00"],
    ["2030-12-15T23:59Z", "month", 1, "2030-12-15T23:59Z", "2031-01-15T23:59"],
    ["2028-02-29T12:00Z", "year", 1, "2028-02-29T12:00Z", "2029-02-28T12:00"],
    ["2028-02-29T12:00Z", "year", 1, "2031-02-28T12:00Z", "2032-02-29T12:00"],
    // A trial has its end as the anchor.
    ["2030-02-14T09:00Z", "month", 1, "2030-01-31T09:00Z", "2030-02-14T09:00"],
    ["2030-01-31T09:00Z", "month", 1, "2036-05-31T09:00Z", "2036-06-30T09:00"],
  ] as const)("of anchor %s, every %s × %i, that starts at %s is %s", ([anchor, interval, every, start, end]) => {
    const recurrence = { interval, interval_count: every };
    expect(written(nextPeriodEnd(seconds(anchor), recurrence, seconds(start)))).toBe(end);
  });

  test("of two intervals counts from the anchor", () => {
    const monthly = { interval: "month", interval_count: 1 } as const;
    expect(written(addIntervals(seconds("2030-12-31T00:00Z"), monthly, 2))).toBe("2031-02-28T00:00");
  });
});

describe("the part of an amount that is left", () => {
  test.for([
    [1000, 0, 1000],
    [1000, 50, 500],
    [1000, 100, 0],
    [1000, 150, 0],
    [999, 50, 500],
    [1, 51, 0],
  ] as const)("of %i after %i of 100 seconds is %i", ([amount, at, left]) => {
    expect(prorate({ amount, start: 0, end: 100 }, at)).toBe(left);
  });
});
