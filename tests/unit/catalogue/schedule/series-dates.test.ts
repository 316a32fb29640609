import { expect, test } from "vitest";
import { describeDates, describeRhythm, type Rhythm } from "@server/catalogue/schedule/series-rhythm";
import { movedByClocks, seriesDates } from "@server/office/managing/session-times";

const siteTimeZone = "Europe/London";
const datesOf = (first: string, rhythm: Rhythm, times: number, zone = siteTimeZone) =>
  seriesDates({ first: new Date(first), rhythm, times, siteTimeZone: zone }).map((date) => date.toISOString());

test("repeats monthly on the same weekday and time of day across clock changes", () => {
  expect(datesOf("2026-09-01T18:30:00Z", "monthly", 6)).toEqual([
    "2026-09-01T18:30:00.000Z",
    "2026-10-06T18:30:00.000Z",
    "2026-11-03T19:30:00.000Z",
    "2026-12-01T19:30:00.000Z",
    "2027-01-05T19:30:00.000Z",
    "2027-02-02T19:30:00.000Z",
  ]);
});

test("repeats weekly and fortnightly across clock changes", () => {
  expect(datesOf("2027-03-21T10:00:00Z", "weekly", 3)).toEqual([
    "2027-03-21T10:00:00.000Z",
    "2027-03-28T09:00:00.000Z",
    "2027-04-04T09:00:00.000Z",
  ]);
  expect(datesOf("2026-10-18T18:00:00Z", "fortnightly", 3)).toEqual([
    "2026-10-18T18:00:00.000Z",
    "2026-11-01T19:00:00.000Z",
    "2026-11-15T19:00:00.000Z",
  ]);
});

test("takes a fifth weekday as the last of each month", () => {
  expect(datesOf("2026-12-29T19:00:00Z", "monthly", 4)).toEqual([
    "2026-12-29T19:00:00.000Z",
    "2027-01-26T19:00:00.000Z",
    "2027-02-23T19:00:00.000Z",
    "2027-03-30T18:00:00.000Z",
  ]);
});

test("moves a skipped time an hour later, for that date only", () => {
  expect(datesOf("2027-03-21T01:30:00Z", "weekly", 3)).toEqual([
    "2027-03-21T01:30:00.000Z",
    "2027-03-28T01:30:00.000Z",
    "2027-04-04T00:30:00.000Z",
  ]);
});

test("takes the weekday in the site's zone", () => {
  // Tuesday evening in New York is Wednesday night in London.
  expect(datesOf("2026-12-02T01:00:00Z", "monthly", 2, "America/New_York")).toEqual([
    "2026-12-02T01:00:00.000Z",
    "2027-01-06T01:00:00.000Z",
  ]);
  expect(datesOf("2026-12-02T01:00:00Z", "monthly", 2)[1]).toBe("2027-01-06T01:00:00.000Z");
});

test.for([
  ["2026-12-01T19:30:00Z", "monthly", "on the first Tuesday of the month"],
  ["2026-12-29T19:30:00Z", "monthly", "on the last Tuesday of the month"],
  ["2026-12-01T19:30:00Z", "weekly", "every week"],
  ["2026-12-01T19:30:00Z", "fortnightly", "every two weeks"],
] as const)("describes %s, %s as “%s”", ([first, rhythm, words]) => {
  expect(describeRhythm({ first: new Date(first), rhythm, siteTimeZone })).toBe(words);
});

const dated = (seriesId: string | null, title: string, ...days: string[]) =>
  days.map((day) => ({ seriesId, title, startTime: new Date(`${day}T19:30:00Z`) }));

test.for([
  [
    "a monthly series",
    dated("a", "Tide", "2026-12-01", "2027-01-05", "2027-02-02"),
    "Tide takes place on the first Tuesday of the month.",
  ],
  ["a weekly series", dated("a", "Tide", "2026-12-01", "2026-12-08"), "Tide takes place every week."],
  ["a date on its own", dated("a", "Tide", "2026-12-01"), null],
  [
    "dates of no series",
    dated(null, "Tide", "2026-12-01", "2027-01-05").map((date, index) => ({ ...date, seriesId: String(index) })),
    null,
  ],
  ["a monthly series with a moved date", dated("a", "Tide", "2026-12-01", "2027-01-06"), null],
  ["no sessions", [], null],
] as const)("says of %s when it takes place", ([, dates, sentence]) => {
  expect(describeDates([...dates], "Europe/London")).toBe(sentence);
});

test("says which dates of a series the clocks move", () => {
  const series = { rhythm: "weekly", times: 4, siteTimeZone: "Europe/London" } as const;
  const skipped = seriesDates({ ...series, first: new Date("2027-03-14T01:30:00Z") });
  expect(movedByClocks(skipped, "Europe/London")).toEqual([new Date("2027-03-28T01:30:00Z")]);
  const usual = seriesDates({ ...series, first: new Date("2027-03-14T19:30:00Z") });
  expect(movedByClocks(usual, "Europe/London")).toEqual([]);
});
