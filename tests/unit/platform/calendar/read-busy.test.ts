import { readFileSync } from "node:fs";
import { type BusyInterval, mergeIntervals, readBusy } from "@server/platform/calendar/read-busy";
import { expect, test } from "vitest";

const march = { start: new Date("2027-03-01T00:00:00Z"), end: new Date("2027-04-15T00:00:00Z") };

const print = (busy: BusyInterval[]) =>
  busy.map(({ start, end }) => `${start.toISOString().slice(0, 16)}/${end.toISOString().slice(0, 16)}`);

const read = (text: string, timeZone = "Europe/London") =>
  readBusy(text, { window: march, timeZone, siteHost: "breathroom.example" });

const fixture = (name: string) => readFileSync(`tests/fixtures/calendars/${name}.ics`, "utf8");

/** Returns a calendar with events of these lines. */
const calendarOf = (...events: string[][]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((lines, index) => ["BEGIN:VEVENT", `UID:event-${index}`, ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");

test("reads Google’s export: repeats across the change of clocks, one moved, one excluded, free and cancelled left out", () => {
  const { busy, events, unreadable } = read(fixture("google"));
  expect(print(busy)).toEqual([
    "2027-03-01T14:00/2027-03-01T15:00",
    "2027-03-02T18:00/2027-03-02T19:30",
    "2027-03-04T09:00/2027-03-04T10:00",
    "2027-03-09T18:00/2027-03-09T19:30",
    "2027-03-10T00:00/2027-03-12T00:00",
    "2027-03-24T17:00/2027-03-24T18:00",
    "2027-03-30T17:00/2027-03-30T18:30",
    "2027-04-06T17:00/2027-04-06T18:30",
    "2027-04-13T17:00/2027-04-13T18:30",
  ]);
  expect({ events, unreadable }).toEqual({ events: 4, unreadable: 0 });
});

test("reads Outlook’s export: zones by Windows’ names and by their own rules, its word about free and busy", () => {
  const { busy } = read(fixture("outlook"));
  expect(print(busy)).toEqual([
    "2027-03-03T02:00/2027-03-03T03:00",
    "2027-03-08T00:00/2027-03-09T00:00",
    "2027-03-10T02:00/2027-03-10T03:00",
    // Another UID: this exception stands for no repeat that is known.
    "2027-03-16T16:00/2027-03-16T17:00",
    "2027-03-17T01:00/2027-03-17T02:00",
    "2027-03-31T01:00/2027-03-31T02:00",
    "2027-03-31T22:00/2027-03-31T23:00",
    "2027-04-07T23:00/2027-04-08T00:00",
  ]);
});

test("reads iCloud’s export: the last repeat before UNTIL, a cancelled one, yearly days, floating times", () => {
  const { busy } = read(fixture("icloud"), "Australia/Sydney");
  expect(print(busy)).toEqual([
    "2027-03-14T13:00/2027-03-15T13:00",
    "2027-03-20T02:00/2027-03-20T02:45",
    "2027-03-21T02:00/2027-03-21T02:45",
    "2027-03-28T02:00/2027-03-28T02:45",
    "2027-03-28T22:00/2027-03-28T23:00",
    "2027-03-29T22:00/2027-03-29T23:00",
    "2027-03-30T22:00/2027-03-30T23:00",
    "2027-04-01T22:00/2027-04-01T23:00",
    "2027-04-02T22:00/2027-04-02T23:00",
    "2027-04-03T23:00/2027-04-04T00:00",
    "2027-04-04T23:00/2027-04-05T00:00",
    "2027-04-05T23:00/2027-04-06T00:00",
    "2027-04-06T23:00/2027-04-07T00:00",
  ]);
});

test.each([
  [
    "every twentieth day for years",
    ["DTSTART:20100101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;INTERVAL=20"],
    ["2027-03-13T10", "2027-04-02T10"],
  ],
  [
    "every third week on two days",
    ["DTSTART;TZID=America/New_York:20260105T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR"],
    ["2027-03-01T14", "2027-03-05T14", "2027-03-22T13", "2027-03-26T13", "2027-04-12T13"],
  ],
  [
    "a counted rule that began long ago",
    ["DTSTART:20270101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=61"],
    ["2027-03-01T10", "2027-03-02T10"],
  ],
  [
    "the last Friday of a month",
    ["DTSTART:20250131T100000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYDAY=-1FR"],
    ["2027-03-26T10"],
  ],
  ["a repeat of weeks’ length that began before", ["DTSTART:20270215T100000Z", "DURATION:P3W"], ["2027-02-15T10"]],
  [
    "a day excluded by its date alone",
    ["DTSTART:20270329T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20270330"],
    ["2027-03-29T10", "2027-03-31T10"],
  ],
  [
    "a zone behind a program’s path",
    ["DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/America/New_York:20270310T090000", "DURATION:PT1H"],
    ["2027-03-10T14"],
  ],
])("expands %s", (_name, lines, starts) => {
  const { busy } = read(calendarOf(lines));
  expect(print(busy).map((interval) => interval.slice(0, 13))).toEqual(starts);
});

test("leaves out events of the site itself, by their UID", () => {
  const own = "8f14e45f-ceea-467f-a1b2-0123456789ab@breathroom.example";
  const text = calendarOf(["DTSTART:20270310T090000Z", "DURATION:PT1H"], ["DTSTART:20270311T090000Z", "DURATION:PT1H"]);
  const { busy } = read(text.replace("event-0", own));
  expect(print(busy)).toEqual(["2027-03-11T09:00/2027-03-11T10:00"]);
});

test("reads the others when one event makes no sense, and says so", () => {
  const { busy, unreadable } = read(calendarOf(["DTSTART:tomorrow"], ["DTSTART:20270311T090000Z", "DURATION:PT1H"]));
  expect([busy.length, unreadable]).toEqual([1, 1]);
});

test("merges intervals that touch or overlap", () => {
  const at = (from: number, to: number) => ({ start: new Date(from), end: new Date(to) });
  expect(mergeIntervals([at(5, 6), at(1, 3), at(2, 4), at(4, 5), at(8, 9)])).toEqual([at(1, 6), at(8, 9)]);
});
