import { readFileSync } from "node:fs";
import { replyTo } from "@server/platform/calendar/reader-task";
import { expect, test } from "vitest";

const window = { start: new Date("2026-11-30T00:00:00Z"), end: new Date("2028-01-04T00:00:00Z") };

/** Reads a calendar as the calendar's reader does; returns its first three busy times, how many there are, and the remarks. */
function read(calendar: string | Uint8Array) {
  const body = typeof calendar === "string" ? new TextEncoder().encode(calendar) : calendar;
  const reading = { window, timeZone: "Europe/London", siteHost: "breathroom.example" };
  const reply = replyTo({ kind: "busy", body, isCaldav: false, reading });
  if ("failure" in reply || !("busy" in reply.answer)) throw new Error(JSON.stringify(reply));
  const { busy, remarks } = reply.answer;
  const first = busy
    .slice(0, 3)
    .map(({ start, end }) => [start, end].map((at) => at.toISOString().slice(0, 16)).join("/"));
  return { first, count: busy.length, remarks };
}

type Row = [file: string, source: string, first: string[], count?: number];

test.each<Row>([
  [
    "01-lotus-byhour-zone.ics",
    "tritech/node-icalendar#38: Lotus’ rules with BYHOUR",
    ["2026-12-01T15:00/2026-12-01T16:00"],
  ],
  ["02-bymonthday-zone.ics", "rules with BYMONTHDAY, as RFC 5545 writes them", ["2026-12-01T15:00/2026-12-01T16:00"]],
  ["03-path-utc.ics", "a path before UTC", ["2027-07-01T10:00/2027-07-01T11:00"]],
  ["05-gmt-offset.ics", "an offset for a name", ["2027-07-01T08:00/2027-07-01T09:00"]],
  ["06-exchange-display.ics", "Exchange’s name for a zone", ["2027-07-01T14:00/2027-07-01T15:00"]],
  [
    "07-until-date.ics",
    "linagora/twake-calendar-frontend#748: UNTIL as a date",
    ["2026-12-08T08:30/2026-12-08T09:00", "2026-12-22T08:30/2026-12-22T09:00"],
  ],
  ["08-until-before.ics", "niccokunzmann/python-recurring-ical-events#117: UNTIL before the start", []],
  [
    "09-zimbra.ics",
    "Tymeslot/tymeslot#40: Zimbra’s daily repeat",
    ["2026-11-30T08:45/2026-11-30T09:00", "2026-12-01T08:45/2026-12-01T09:00", "2026-12-02T08:45/2026-12-02T09:00"],
    286,
  ],
  ["10-noendtime.ics", "an event without an end", []],
  ["12-vtimezone-rdate.ics", "a zone by RDATE", ["2026-12-01T09:00/2026-12-01T10:00"]],
  ["13-noseconds-lf-only.ics", "times without seconds", ["2026-12-03T09:00/2026-12-03T10:00"]],
  ["14-utf16.ics", "UTF-16", ["2026-12-03T09:00/2026-12-03T10:00"]],
  [
    "15-monthly-31.ics",
    "the 31st of each month",
    ["2026-12-31T09:00/2026-12-31T10:00", "2027-01-31T09:00/2027-01-31T10:00", "2027-03-31T08:00/2027-03-31T09:00"],
    4,
  ],
  ["16-yearly-feb29.ics", "kewisch/ical.js#91: 29 February", []],
  ["18-dur-week.ics", "a duration of a week", ["2026-12-03T09:00/2026-12-10T09:00"]],
  [
    "19-weekly-byday-nodtstart.ics",
    "a weekly rule with other days",
    ["2026-12-02T09:00/2026-12-02T10:00", "2026-12-09T09:00/2026-12-09T10:00", "2026-12-16T09:00/2026-12-16T10:00"],
  ],
  ["20-overnight-dst.ics", "an event over the change of clocks", ["2027-03-27T23:00/2027-03-28T03:00"]],
  ["21-tentative-oof.ics", "tentative and out of office", ["2026-12-03T09:00/2026-12-03T10:00"]],
  [
    "22-empty-uid-x3.ics",
    "empty UIDs",
    ["2026-12-01T12:00/2026-12-01T12:30", "2026-12-02T12:00/2026-12-02T12:30", "2026-12-10T12:00/2026-12-10T12:30"],
    4,
  ],
  [
    "23-rrule-in-params.ics",
    "a quoted parameter",
    ["2026-12-01T15:00/2026-12-01T16:00", "2026-12-15T15:00/2026-12-15T16:00"],
  ],
  [
    "24-exdate-date-of-timed.ics",
    "an exception as a date",
    ["2026-12-02T03:00/2026-12-02T04:00", "2026-12-04T03:00/2026-12-04T04:00"],
  ],
  [
    "25-bysetpos-lastweekday.ics",
    "the last weekday of a month",
    ["2026-11-30T09:00/2026-11-30T10:00", "2026-12-31T09:00/2026-12-31T10:00", "2027-01-29T09:00/2027-01-29T10:00"],
  ],
  [
    "26-two-calendars.ics",
    "two calendars in a file",
    ["2026-12-03T09:00/2026-12-03T10:00", "2026-12-04T09:00/2026-12-04T10:00"],
  ],
  [
    "27-quoted-tz-windows-suffix.ics",
    "derekantrican/GAS-ICS-Sync#219: Outlook’s numbered zones",
    ["2026-12-01T09:00/2026-12-01T10:00"],
  ],
  ["28-us-alias.ics", "US/Pacific", ["2026-12-01T18:00/2026-12-01T19:00"]],
  ["29-lowercase-props.ics", "lower case", ["2026-12-03T09:00/2026-12-03T10:00"]],
  ["30-leadingnewline-bom.ics", "a byte order mark and an empty line", ["2026-12-03T09:00/2026-12-03T10:00"]],
  [
    "34-customized.ics",
    "jens-maus/node-ical#478: Customized Time Zone",
    ["2026-12-01T09:00/2026-12-01T10:00", "2027-07-01T08:00/2027-07-01T09:00"],
  ],
  [
    "36-lotus-windows-name.ics",
    "tritech/node-icalendar#38: Lotus with a name of Windows",
    ["2026-12-01T15:00/2026-12-01T16:00"],
  ],
  [
    "37-exdate-multi-tz-utc.ics",
    "exceptions in UTC",
    ["2026-12-01T01:00/2026-12-01T02:00", "2026-12-04T01:00/2026-12-04T02:00"],
  ],
  ["38-dtstart-date-dtend-datetime.ics", "a day with a time as its end", ["2026-12-03T00:00/2026-12-04T00:00"]],
  ["39-google-outofoffice-focus.ics", "Google’s out of office and focus time", ["2026-12-03T09:00/2026-12-03T10:00"]],
  [
    "40-thisandfuture-old.ics",
    "a change of all later repeats",
    ["2026-11-30T09:00/2026-11-30T10:00", "2026-12-01T09:00/2026-12-01T10:00", "2026-12-02T14:00/2026-12-02T15:30"],
    5,
  ],
  ["41-ui-lotus-tuesday.ics", "Lotus’ zone, busy in New York", ["2026-12-08T10:00/2026-12-08T16:00"]],
  ["42-ui-windows-tuesday.ics", "the same by a name of Windows", ["2026-12-08T10:00/2026-12-08T16:00"]],
  [
    "43-weekly-no-byday.ics",
    "calcom/cal.diy#30195: weekly without BYDAY",
    ["2026-12-02T09:00/2026-12-02T10:00", "2026-12-09T09:00/2026-12-09T10:00", "2026-12-16T09:00/2026-12-16T10:00"],
    57,
  ],
  [
    "44-outlook-undefined-zone.ics",
    "ical4j/ical4j#744: a zone that the file does not define",
    ["2026-12-07T07:15/2026-12-07T08:15"],
  ],
  [
    "50-birthdays-200-since-2000.ics",
    "Etar-Group/Etar-Calendar#1860, iBigQ/radicale-birthday-calendar#5: birthdays",
    ["2026-12-04T00:00/2026-12-05T00:00", "2026-12-08T00:00/2026-12-09T00:00", "2026-12-12T00:00/2026-12-13T00:00"],
    92,
  ],
  [
    "50-birthdays-60-since-1975.ics",
    "Etar-Group/Etar-Calendar#1860, iBigQ/radicale-birthday-calendar#5: birthdays",
    ["2026-12-04T00:00/2026-12-05T00:00", "2026-12-08T00:00/2026-12-09T00:00", "2026-12-12T00:00/2026-12-13T00:00"],
    66,
  ],
  [
    "57-birthdays-7-since-1604.ics",
    "Etar-Group/Etar-Calendar#1860, iBigQ/radicale-birthday-calendar#5: birthdays",
    ["2026-12-08T10:00/2026-12-08T16:00", "2027-01-01T00:00/2027-01-02T00:00", "2027-02-02T00:00/2027-02-03T00:00"],
    9,
  ],
])("reads %s (%s)", (file, _source, first, count = first.length) => {
  expect(read(readFileSync(`tests/fixtures/calendars/${file}`))).toEqual({ first, count, remarks: [] });
});

test("is busy for each hour that a time in an unknown zone may mean, and says so", () => {
  const text = (tzid: string, rules = "") =>
    `BEGIN:VCALENDAR\r\n${rules}BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=${tzid}:20261201T120000\r\n` +
    `DTEND;TZID=${tzid}:20261201T130000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  const offsets = "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n";
  const odd =
    "BEGIN:VTIMEZONE\r\nTZID:Odd\r\nBEGIN:STANDARD\r\nDTSTART:20200101T000000\r\n" +
    `${offsets}RRULE:FREQ=DAILY\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n`;
  const remark = (name: string) =>
    `1 event is in a time zone that this site does not know (“${name}”): every hour that its times may mean is busy.`;
  expect(read(text("Mars/Phobos"))).toEqual({
    first: ["2026-11-30T22:00/2026-12-02T01:00"],
    count: 1,
    remarks: [remark("Mars/Phobos")],
  });
  expect(read(text("Odd", odd))).toEqual({
    first: ["2026-12-01T10:00/2026-12-01T12:00"],
    count: 1,
    remarks: [remark("Odd")],
  });
  const floating = text("x").replaceAll(";TZID=x", "").replace("BEGIN:VEVENT", "X-WR-TIMEZONE:Nowhere\r\nBEGIN:VEVENT");
  expect(read(floating).remarks).toEqual([remark("Nowhere")]);
});

test("says of events that are left out why they are", () => {
  const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
  const many = Array.from({ length: 400 }, () => "EXDATE:20271201T100000Z");
  const lines = [
    ...[...event("UID:1", "SUMMARY:x"), ...event("UID:2", "DTSTART:tomorrow")],
    ...event("UID:3", "DTSTART:20261201T100000Z", "RRULE:FREQ=DAILY", ...many),
  ];
  expect(read(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n")).remarks).toEqual([
    "2 events have no start or a value that can’t be read, and are left out.",
    "1 event has too many dates of its own, and is left out.",
  ]);
});
