import { creditChangeOf, firstCredits } from "@server/selling/memberships/credit-change";
import { dueMonths, isWithinAnother } from "@server/selling/memberships/periods";
import { expect, test } from "vitest";

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const april = { startsAt: at("2030-04-01"), endsAt: at("2030-05-01") };
const half = at("2030-04-16");

test.for([
  ["a dearer plan with more", 4, "month", 8, "month", 2],
  ["a dearer plan with as many", 4, "month", 4, "month", 0],
  ["a dearer plan with fewer", 4, "month", 0, "month", -2],
  ["a plan with credits after one without", null, "month", 8, "month", 4],
  ["a plan without after one with", 5, "month", null, "month", -2],
  ["half a credit, rounded up", 4, "month", 5, "month", 1],
  ["a year in place of months", 4, "month", 4, "year", 2],
  ["a year of another plan", 8, "month", 2, "year", -2],
  ["a dearer year", 4, "year", 8, "year", 2],
] as const)("reckons the credits of %s", ([, from, interval, to, next, expected]) => {
  const change = creditChangeOf({ credits: from, interval }, { credits: to, interval: next }, april, half);
  expect(change + 0).toBe(expected);
});

test.for([
  ["2030-04-01", 4],
  ["2030-05-01", 0],
  ["2030-06-01", 0],
] as const)("brings as many as of the month are left: %s", ([day, expected]) => {
  const terms = { interval: "month" as const };
  expect(creditChangeOf({ ...terms, credits: 4 }, { ...terms, credits: 8 }, april, at(day))).toBe(expected);
});

test("grants the first month of a change once, and what follows as the period has it", () => {
  expect(firstCredits({ kind: "at_once", creditChange: 2, credits: 8 })).toBe(2);
  expect(firstCredits({ kind: "at_end", creditChange: 0, credits: 8 })).toBe(8);
  const period = (id: string, from: string, until: string) => ({
    ...{ id, kind: "paid" as const, startsAt: at(from), endsAt: at(until), pausedAt: null },
  });
  const year = period("year", "2030-04-01", "2031-04-01");
  const rest = period("rest", "2030-04-16", "2031-04-01");
  expect([isWithinAnother(rest, [year, rest]), isWithinAnother(year, [year, rest])]).toEqual([true, false]);
  const due = dueMonths([year, rest], at("2030-06-20"), "UTC", ({ id }) => id === "rest");
  expect(due.map(({ periodId, month }) => `${periodId} ${month}`)).toEqual(["year 0", "rest 0", "year 1", "year 2"]);
});
