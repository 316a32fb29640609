import {
  dueMonths,
  endOfGiven,
  followingStart,
  lastGivenEnd,
  monthsAfterPeriod,
  rangeOf,
  shareLeftOfMonth,
  spanOf,
} from "@server/selling/memberships/periods/periods";
import { coveredPlaces, leftInWeek, weekOf } from "@server/catalogue/passes/weekly-cover";
import { DateTime } from "luxon";
import { expect, test } from "vitest";

const zone = "Europe/London";
const at = (iso: string) => new Date(`${iso}Z`);
const aPeriod = (startsAt: string, endsAt: string, values = {}) => ({
  id: "p1",
  kind: "paid" as const,
  startsAt: at(startsAt),
  endsAt: at(endsAt),
  pausedAt: null,
  ...values,
});
const monthsAt = (periods: ReturnType<typeof aPeriod>[], now: string) =>
  dueMonths(periods, at(now), zone).map(({ month }) => month);

test("grants each month of a year once it has begun", () => {
  const year = aPeriod("2026-01-31T10:00", "2027-01-31T10:00");
  expect(monthsAt([year], "2026-01-31T10:00")).toEqual([0]);
  expect(monthsAt([year], "2026-02-28T09:59")).toEqual([0]);
  expect(monthsAt([year], "2026-02-28T10:00")).toEqual([0, 1]);
  expect(monthsAt([year], "2028-01-01T00:00")).toHaveLength(12);
});

const london = (day: string) => DateTime.fromISO(day, { zone });
/** The end of a last day. */
const endOf = (day: string) => london(day).plus({ days: 1 }).toJSDate();

test.each([
  ["2027-01-28", [1, 1, 1], ["2027-02-28", "2027-03-28", "2027-04-28"]],
  ["2027-01-29", [1, 1, 1], ["2027-02-28", "2027-03-29", "2027-04-29"]],
  ["2027-01-30", [1, 1, 1], ["2027-02-28", "2027-03-30", "2027-04-30"]],
  ["2027-01-31", [1, 1, 1], ["2027-02-28", "2027-03-31", "2027-04-30"]],
  ["2027-01-30", [3], ["2027-04-30"]],
  ["2027-01-30", [1, 12], ["2027-02-28", "2028-02-29"]],
  ["2028-01-31", [1, 1], ["2028-02-29", "2028-03-31"]],
  ["2027-02-28", [1], ["2027-03-31"]],
  ["2027-12-31", [2, 1], ["2028-02-29", "2028-03-31"]],
])("gives months to a member whose last day is %s: %j", (lastDay, months, expected) => {
  const periods = [aPeriod("2026-12-01T00:00", "2027-01-01T00:00", { endsAt: endOf(lastDay) })];
  const ends = months.map((length, index) => {
    const startsAt = periods.at(-1)!.endsAt;
    const endsAt = endOfGiven(periods, startsAt, length, zone);
    periods.push({
      ...aPeriod("2026-12-01T00:00", "2027-01-01T00:00"),
      id: `${index}`,
      startsAt,
      endsAt,
    });
    Object.assign(periods.at(-1)!, { kind: "free" });
    return endsAt;
  });
  expect(ends).toEqual(expected.map(endOf));
});

test("gives months from the time of the day at which a member without any begins", () => {
  const startsAt = at("2027-01-31T14:00");
  const first = endOfGiven([], startsAt, 1, zone);
  expect(first).toEqual(at("2027-02-28T14:00"));
  const free = aPeriod("2027-01-31T14:00", "2027-02-28T14:00", { kind: "free" });
  expect(endOfGiven([free], first, 1, zone)).toEqual(at("2027-03-31T13:00"));
});

test.each([
  ["2027-01-31T10:00", "2027-02-28T10:00", 1, "2027-03-31T10:00"],
  ["2027-03-31T10:00", "2027-04-30T10:00", 1, "2027-05-31T10:00"],
  ["2027-01-10T10:00", "2027-02-28T10:00", 1, "2027-03-28T10:00"],
  ["2028-02-29T10:00", "2029-02-28T10:00", 36, "2032-02-29T10:00"],
])("counts months from the day of a period: %s to %s", (startsAt, endsAt, months, expected) => {
  expect(monthsAfterPeriod(aPeriod(startsAt, endsAt), months, "UTC")).toEqual(at(expected));
});

test("ends each month of a period where the next one begins", () => {
  const months = dueMonths([aPeriod("2027-01-31T10:00", "2028-01-31T10:00")], at("2027-04-01T10:00"), "UTC");
  expect(months.map(({ endsAt }) => endsAt)).toEqual(
    ["2027-02-28T10:00", "2027-03-31T10:00", "2027-04-30T10:00"].map(at),
  );
});

test("grants a month for a period that is shorter than one", () => {
  expect(monthsAt([aPeriod("2026-03-01T00:00", "2026-03-08T00:00")], "2026-03-02T00:00")).toEqual([0]);
});

test("moves the months behind a pause, whose own time is no month", () => {
  const year = aPeriod("2026-01-01T00:00", "2027-01-01T00:00");
  const pause = aPeriod("2027-01-01T00:00", "2027-01-15T00:00", { kind: "paused", pausedAt: at("2026-02-10T00:00") });
  expect(monthsAt([year, pause], "2026-02-20T00:00")).toEqual([0, 1]);
  expect(monthsAt([year, pause], "2026-03-14T00:00")).toEqual([0, 1]);
  expect(monthsAt([year, pause], "2026-03-15T00:00")).toEqual([0, 1, 2]);
});

test("begins the months of a period that is paid behind a pause with it, though the pause moved those before", () => {
  const first = aPeriod("2026-01-01T00:00", "2026-02-01T00:00");
  const prepaid = aPeriod("2026-02-01T00:00", "2026-03-01T00:00", { id: "p2" });
  const pause = aPeriod("2026-03-01T00:00", "2026-03-15T00:00", { kind: "paused", pausedAt: at("2026-01-10T00:00") });
  const later = aPeriod("2026-03-15T00:00", "2026-04-15T00:00", { id: "p3" });
  const idsAt = (now: string) =>
    dueMonths([first, prepaid, pause, later], at(now), zone).map(({ periodId }) => periodId);
  expect(idsAt("2026-02-14T00:00")).toEqual(["p1"]);
  expect(idsAt("2026-02-15T00:00")).toEqual(["p1", "p2"]);
  expect(idsAt("2026-03-15T00:00")).toEqual(["p1", "p2", "p3"]);
});

test("begins a period at the end of the last one, or now", () => {
  const now = at("2026-05-01T00:00");
  expect(followingStart(at("2026-05-03T00:00"), now)).toEqual(at("2026-05-03T00:00"));
  expect(followingStart(at("2026-04-03T00:00"), now)).toEqual(now);
  expect(followingStart(null, now)).toEqual(now);
});

test("counts days in the site's zone, to the end of the last one", () => {
  expect(spanOf("2026-03-28", "2026-03-29", zone)).toEqual({
    startsAt: at("2026-03-28T00:00"),
    endsAt: at("2026-03-29T23:00"),
  });
  expect(rangeOf([])).toBeNull();
});

/** Sunday evening in London is Monday in Sydney. */
test.each([
  ["2026-11-29T20:00", "Europe/London", "2026-11-23"],
  ["2026-11-29T20:00", "Australia/Sydney", "2026-11-30"],
])("says that %s is in a week of %s", (instant, zoneName, monday) => {
  expect(weekOf(at(instant), zoneName)).toBe(monday);
});

const uses = [
  { sessionId: "a", startTime: at("2026-11-24T19:00"), ticketId: "t1" },
  { sessionId: "b", startTime: at("2026-11-29T19:00"), ticketId: null },
  { sessionId: "c", startTime: at("2026-11-30T19:00"), ticketId: "t3" },
];

test.each([
  [2, "2026-11-25T19:00", 0],
  [3, "2026-11-25T19:00", 1],
  [2, "2026-12-01T19:00", 1],
  [1, "2026-12-01T19:00", 0],
  [null, "2026-11-25T19:00", 1],
])("with %s a week, covers on %s: %i", (weeklyLimit, startTime, places) => {
  expect(coveredPlaces({ weeklyLimit }, uses, { id: "new", startTime: at(startTime) }, zone)).toBe(places);
});

test("covers one place in each session, and says what is left of the week", () => {
  expect(coveredPlaces({ weeklyLimit: null }, uses, { id: "a", startTime: uses[0]!.startTime }, zone)).toBe(0);
  expect(leftInWeek({ weeklyLimit: 5 }, uses, at("2026-11-25T00:00"), zone)).toBe(3);
  expect(leftInWeek({ weeklyLimit: null }, uses, at("2026-11-25T00:00"), zone)).toBeNull();
});

test.each([
  ["2030-04-01", 1],
  ["2030-04-16", 0.5],
  ["2030-05-01", 0],
  ["2030-06-01", 0],
])("has so much of its month left on %s: %d", (day, expected) => {
  const at = (text: string) => new Date(`${text}T00:00:00Z`);
  const paid = { id: "paid", kind: "paid" as const, pausedAt: null };
  const month = { ...paid, startsAt: at("2030-04-01"), endsAt: at("2030-05-01") };
  const rest = { ...paid, id: "rest", startsAt: at("2030-04-10"), endsAt: at("2030-05-01") };
  expect(shareLeftOfMonth([month, rest], at(day), "UTC")).toBe(expected);
});

test("gives no months beyond the 730 days for which Stripe can wait", () => {
  const spring = at("2027-03-01T10:00");
  // Two years with 29 February 2028 are 731 days.
  expect(lastGivenEnd(spring, zone)).toEqual(at("2029-02-28T09:00"));
  expect(lastGivenEnd(at("2025-03-01T10:00"), zone)).toEqual(at("2027-03-01T09:00"));
});
