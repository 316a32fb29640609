import { endOfPeriod } from "@server/payments/withdrawals/period";
import { rightOf } from "@server/payments/withdrawals/right";
import { expect, test } from "vitest";

const london = "Europe/London";
const [auckland, losAngeles] = ["Pacific/Auckland", "America/Los_Angeles"];

const periods: [madeAt: string, timeZone: string, end: string, why: string][] = [
  ["2026-12-01T09:00:00Z", london, "2026-12-16T00:00:00.000Z", "a Tuesday ends with a Tuesday"],
  ["2026-12-01T00:00:00Z", london, "2026-12-16T00:00:00.000Z", "the first moment of a day"],
  ["2026-12-01T23:59:59Z", london, "2026-12-16T00:00:00.000Z", "the last moment of a day"],
  ["2026-12-01T10:59:00Z", auckland, "2026-12-15T11:00:00.000Z", "still the same day in Auckland"],
  ["2026-12-01T11:00:00Z", auckland, "2026-12-16T11:00:00.000Z", "the next day in Auckland"],
  ["2026-12-02T07:00:00Z", losAngeles, "2026-12-16T08:00:00.000Z", "the day before in Los Angeles"],
  ["2026-10-13T12:00:00Z", london, "2026-10-28T00:00:00.000Z", "over the end of summer time"],
  ["2026-12-05T12:00:00Z", london, "2026-12-22T00:00:00.000Z", "a Saturday moves to the Monday"],
  ["2026-12-06T12:00:00Z", london, "2026-12-22T00:00:00.000Z", "a Sunday moves to the Monday"],
  ["2026-12-04T12:00:00Z", london, "2026-12-19T00:00:00.000Z", "a Friday stays"],
];

test.each(periods)("the period of a contract of %s in %s ends at %s: %4$s", (madeAt, timeZone, end) => {
  expect(endOfPeriod(new Date(madeAt), timeZone).toISOString()).toBe(end);
});

const madeAt = new Date("2026-12-01T09:00:00Z");
type JudgedContract = Parameters<typeof rightOf>[0];
const waivedAndTold = { waivedAt: madeAt, toldAt: madeAt };
const plain: JudgedContract = { isExempt: false, waivedAt: null, toldAt: null, madeAt };

const rights: [
  right: string,
  contract: Partial<typeof plain> | typeof waivedAndTold | { isExempt: true },
  arrivedAt: string,
][] = [
  ["open", {}, "2026-12-15T23:59:59Z"],
  ["late", {}, "2026-12-16T00:00:00Z"],
  ["ended", waivedAndTold, "2026-12-02T09:00:00Z"],
  ["ended", waivedAndTold, "2026-12-20T09:00:00Z"],
  ["open", { ...waivedAndTold, toldAt: null }, "2026-12-02T09:00:00Z"],
  ["late", { ...waivedAndTold, toldAt: null }, "2026-12-20T09:00:00Z"],
  ["open", { toldAt: madeAt }, "2026-12-02T09:00:00Z"],
  ["exempt", { ...waivedAndTold, isExempt: true }, "2026-12-02T09:00:00Z"],
];

test.each(rights)("there is %s right for %j when a withdrawal arrives at %s", (right, contract, arrivedAt) => {
  expect(rightOf({ ...plain, ...contract }, new Date(arrivedAt), london)).toBe(right);
});
