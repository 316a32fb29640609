import { expect, test } from "vitest";
import {
  dayOf,
  describeZones,
  displayStart,
  formatDuration,
  longDay,
  longMoment,
  placeLabel,
  printInstant,
  shortMoment,
  timeIn,
  timeThisYear,
} from "@server/core/dates";

const seenFrom = (timeZone: string) => ({ settings: { siteTimeZone: "Europe/London" }, visitor: { timeZone } });
const online = (start: string) => ({ startTime: new Date(start), locationType: "online" as const });
const onsite = (start: string) => ({ startTime: new Date(start), locationType: "onsite" as const });

test("formats every part of a start", () => {
  expect(displayStart(online("2026-12-01T19:30:00Z"), seenFrom("Europe/London"))).toEqual({
    day: "1",
    month: "Dec",
    monthLong: "December",
    year: "2026",
    weekday: "Tuesday",
    weekdayShort: "Tue",
    date: "Tuesday, December 1, 2026",
    mediumDate: "Tue, Dec 1, 2026",
    shortDate: "Tue 1 Dec",
    time: "7:30 PM",
    zone: "GMT",
    hours: "7:30 PM GMT",
    iso: "2026-12-01T19:30:00+00:00",
  });
});

test("shows online sessions in the visitor's zone and on-site ones in the site's", () => {
  const zones = seenFrom("America/New_York");
  expect(displayStart(online("2026-12-02T02:30:00Z"), zones)).toMatchObject({
    day: "1",
    weekday: "Tuesday",
    time: "9:30 PM",
    zone: "EST",
    iso: "2026-12-01T21:30:00-05:00",
  });
  expect(displayStart(onsite("2026-12-02T02:30:00Z"), zones)).toMatchObject({ day: "2", time: "2:30 AM", zone: "GMT" });
});

test.each([
  ["2026-03-29T00:59:00Z", "12:59 AM", "GMT"],
  ["2026-03-29T01:00:00Z", "2:00 AM", "BST"],
  ["2026-10-25T00:59:00Z", "1:59 AM", "BST"],
  ["2026-10-25T01:00:00Z", "1:00 AM", "GMT"],
])("around a clock change %s is %s %s", (start, time, zone) => {
  expect(displayStart(online(start), seenFrom("Europe/London"))).toMatchObject({ time, zone });
});

test.each([
  ["Europe/Paris", "CEST"],
  ["America/Los_Angeles", "PDT"],
  ["Australia/Sydney", "AEST"],
  ["Asia/Kolkata", "IST"],
  ["Asia/Tokyo", "GMT+9"],
  ["UTC", "UTC"],
])("%s has the short name %s in July", (timeZone, name) => {
  expect(displayStart(online("2026-07-01T12:00:00Z"), seenFrom(timeZone)).zone).toBe(name);
});

test.each([
  ["2026-12-01T19:30:00Z", "7:30 PM to 9:00 PM GMT"],
  ["2026-12-01T23:00:00Z", "11:00 PM to 12:30 AM GMT"],
  ["2026-10-25T00:00:00Z", "1:00 AM BST to 1:30 AM GMT"],
])("shows when a session that starts at %s ends", (start, hours) => {
  const session = { ...online(start), durationMinutes: 90 };
  expect(displayStart(session, seenFrom("Europe/London")).hours).toBe(hours);
  expect(displayStart(online(start), seenFrom("Europe/London")).hours).not.toContain("to");
});

test("names the weekday in every form of a date", () => {
  const [instant, zone] = [new Date("2026-12-02T02:30:00Z"), "America/New_York"];
  const forms = [dayOf, longDay, timeIn, timeThisYear, shortMoment, longMoment, printInstant];
  expect(forms.map((form) => form(instant, zone))).toEqual([
    "Tue, Dec 1, 2026",
    "Tuesday, December 1, 2026",
    "Tue, Dec 1, 2026, 9:30 PM",
    "Tue, Dec 1, 9:30 PM",
    "Tuesday, December 1, 2026 at 9:30 PM",
    "Tuesday, December 1, 2026 at 9:30 PM EST",
    "Tuesday, December 1, 2026, 9:30 PM EST",
  ]);
});

test("throws for an unknown zone", () => {
  expect(() => displayStart(online("2026-07-01T12:00:00Z"), seenFrom("Mars/Olympus"))).toThrow("Mars/Olympus");
});

test.each([
  [90, "1h 30min"],
  [45, "45min"],
  [120, "2h"],
  [60, "1h"],
  [61, "1h 1min"],
  [1, "1min"],
])("formats %i minutes as %s", (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text);
});

const nowhere = { locationType: "onsite" as const, location: null, city: null, postCode: null };
const known = { city: "London", postCode: "E8 3PN", location: "The Old Bakery" };

test.each([
  [{ ...nowhere, ...known, locationType: "online" as const }, "Online"],
  [{ ...nowhere, ...known }, "London, E8 3PN"],
  [{ ...nowhere, ...known, postCode: null }, "London"],
  [{ ...nowhere, ...known, city: null }, "E8 3PN"],
  [{ ...nowhere, location: "The Old Bakery" }, "The Old Bakery"],
  [nowhere, "On-site"],
])("labels the place of %o as %s", (place, label) => {
  expect(placeLabel(place)).toBe(label);
});

const winter = "2027-01-12T12:00:00Z";
const summer = "2027-06-12T12:00:00Z";
const lastSummer = "2026-04-12T12:00:00Z";

test.each([
  ["nothing", [], "Europe/Paris", null],
  ["online sessions", [online(winter)], "Europe/Paris", "Times are in CET."],
  ["sessions in person", [onsite(winter)], "Europe/Paris", "Times are in GMT."],
  ["both, seen from the site's zone", [online(winter), onsite(winter)], "Europe/London", "Times are in GMT."],
  [
    "both, seen from elsewhere",
    [online(winter), onsite(winter)],
    "Europe/Paris",
    "Times are in CET for online sessions, in GMT for sessions in person.",
  ],
  [
    "a clock change",
    [online(winter), onsite(summer)],
    "Europe/London",
    "Times are in GMT (BST after the clock change).",
  ],
  [
    "a clock change, seen from elsewhere",
    [online(winter), online(summer), onsite(summer)],
    "Europe/Paris",
    "Times are in CET (CEST after the clock change) for online sessions, in BST for sessions in person.",
  ],
])("describes the zones of %s", (_case, sessions, timeZone, note) => {
  expect(describeZones(sessions, seenFrom(timeZone))).toBe(note);
});

test.each([
  ["no sessions", [], "Europe/London", null],
  ["past sessions before the clock change", [online(lastSummer)], "Europe/London", "Times are in GMT (BST @)."],
  ["seen from elsewhere", [online(lastSummer), online(winter)], "America/New_York", "Times are in EST (EDT @)."],
  ["later sessions only", [online(summer)], "Europe/London", "Times are in GMT (BST after the clock change)."],
  ["sessions at the present offset", [onsite(winter)], "Europe/London", "Times are in GMT."],
])("names the present zone first in a list with %s", (_case, sessions, timeZone, note) => {
  const expected = note?.replace("@", "for dates across the clock change") ?? null;
  expect(describeZones(sessions, seenFrom(timeZone), new Date("2026-11-22T12:00:00Z"))).toBe(expected);
});
