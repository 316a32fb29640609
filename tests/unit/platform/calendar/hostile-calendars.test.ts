import { CalendarReadError } from "@server/platform/calendar/calendar-lines";
import { readBusy } from "@server/platform/calendar/read-busy";
import { expect, test } from "vitest";

const window = { start: new Date("2027-03-01T00:00:00Z"), end: new Date("2028-04-01T00:00:00Z") };

const read = (text: string) => readBusy(text, { window, timeZone: "Europe/London", siteHost: "breathroom.example" });

const calendarOf = (...lines: (string | string[])[]) =>
  ["BEGIN:VCALENDAR", ...lines.flat(), "END:VCALENDAR"].join("\r\n");
const eventOf = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Reads a calendar, and returns what came of it with the CPU that it took. */
function readMeasured(text: string) {
  const begin = cpuMs();
  let outcome: string | number;
  try {
    outcome = read(text).busy.length;
  } catch (error) {
    outcome = error instanceof CalendarReadError ? error.reason : String(error);
  }
  return { outcome, cpu: cpuMs() - begin };
}

const longest = "9".repeat(100_000);

test.each<[name: string, text: string, outcome: string | number]>([
  ["nonsense", "<html>Sign in</html>", "no_calendar"],
  ["nothing", "", "no_calendar"],
  [
    "an event each second",
    calendarOf(...eventOf("DTSTART:20270301T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY")),
    "too_many_repeats",
  ],
  [
    "an event each second since the year 1",
    calendarOf(...eventOf("DTSTART:00010101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY")),
    "too_many_repeats",
  ],
  [
    "each second of each day",
    calendarOf(
      ...eventOf(
        "DTSTART:20270301T000000Z",
        "DURATION:PT1S",
        `RRULE:FREQ=DAILY;BYHOUR=${range(24)};BYMINUTE=${range(60)};BYSECOND=${range(60)}`,
      ),
    ),
    "too_many_repeats",
  ],
  [
    "a day that never comes, looked for daily",
    calendarOf(...eventOf("DTSTART:20270301T000000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")),
    "too_many_repeats",
  ],
  [
    "a day that never comes, looked for by the minute",
    calendarOf(...eventOf("DTSTART:20270301T000000Z", "DURATION:PT1H", "RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=31")),
    "too_many_repeats",
  ],
  [
    "a day that never comes, looked for monthly",
    calendarOf(...eventOf("DTSTART:20270301T000000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31")),
    1,
  ],
  [
    "too many events",
    calendarOf(...Array.from({ length: 2001 }, () => eventOf("DTSTART:20270301T000000Z", "DURATION:PT1H")).flat()),
    "too_many_events",
  ],
  [
    "events that all repeat daily",
    calendarOf(
      ...Array.from({ length: 2000 }, (_, index) =>
        eventOf(`UID:${index}`, "DTSTART:20200101T000000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"),
      ).flat(),
    ),
    "too_many_repeats",
  ],
  [
    "a zone that changes each second",
    calendarOf(
      "BEGIN:VTIMEZONE",
      "TZID:Mine",
      "BEGIN:STANDARD",
      "DTSTART:16010101T000000",
      "TZOFFSETFROM:+0000",
      "TZOFFSETTO:+0100",
      "RRULE:FREQ=SECONDLY",
      "END:STANDARD",
      "END:VTIMEZONE",
      ...eventOf("DTSTART;TZID=Mine:20270301T000000", "DURATION:PT1H"),
    ),
    1,
  ],
  ["one line of 5 MB", calendarOf(...eventOf(`DTSTART:${"2".repeat(5_000_000)}`)), 0],
  [
    "an event with endless numbers",
    calendarOf(
      ...eventOf(
        `DTSTART:${longest}T${longest}`,
        `DURATION:PT${longest}H`,
        `RRULE:FREQ=DAILY;INTERVAL=${longest};COUNT=${longest}`,
      ),
    ),
    0,
  ],
  [
    "an event of endless length",
    calendarOf(...eventOf("DTSTART:20270301T000000Z", "DURATION:P999999999999999999999W")),
    0,
  ],
  [
    "ten thousand excluded days",
    calendarOf(
      ...eventOf(
        "DTSTART:20270301T000000Z",
        "DURATION:PT1H",
        "RRULE:FREQ=DAILY;COUNT=3",
        ...Array.from({ length: 10_000 }, () => "EXDATE:20270302T000000Z"),
      ),
    ),
    0,
  ],
  ["parts that never end", `BEGIN:VCALENDAR\r\n${"BEGIN:VEVENT\r\n".repeat(300_000)}`, 0],
  [
    "years of events that are over",
    calendarOf(
      Array.from({ length: 30_000 }, () =>
        eventOf("DTSTART:20100301T000000Z", "DTEND:20100301T010000Z", "DESCRIPTION:Over"),
      ).flat(),
    ),
    0,
  ],
  ...[20_000, 999_999_999].flatMap((interval) =>
    ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"].flatMap((freq) =>
      ["", ";COUNT=5"].map((count): [string, string, number] => [
        `${freq}${count} with an interval of ${interval}`,
        calendarOf(...eventOf("DTSTART:20270301T000000Z", "DURATION:PT1H", rule(freq, interval) + count)),
        count && isWithin(freq, interval) ? 5 : datesOf(freq, interval),
      ]),
    ),
  ),
  [
    "many events whose intervals span decades",
    calendarOf(
      ...Array.from({ length: 2000 }, (_, index) =>
        eventOf(`UID:${index}`, "DTSTART:19700101T000000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;INTERVAL=20000;COUNT=9"),
      ).flat(),
    ),
    "too_many_repeats",
  ],
])("reads %s at a bounded cost", (_name, text, outcome) => {
  const measured = readMeasured(text);
  expect(measured.outcome).toBe(outcome);
  expect(measured.cpu).toBeLessThan(2500);
});

function rule(freq: string, interval: number): string {
  return `RRULE:FREQ=${freq};INTERVAL=${interval}`;
}

/** Returns whether an interval comes several times in the window. */
function isWithin(freq: string, interval: number): boolean {
  return interval === 20_000 && /^(?:SECOND|MINUTE)LY$/.test(freq);
}

function datesOf(freq: string, interval: number): number {
  if (!isWithin(freq, interval)) return 1;
  return freq === "SECONDLY" ? 1716 : 29;
}

test.each([
  ["birthdays without a year", 200, "16040229", "YEARLY"],
  ["birthdays", 200, "19750315", "YEARLY"],
  ["days of a month for decades", 200, "19900131", "MONTHLY"],
])("reads %s", (_name, count, start, freq) => {
  const events = Array.from({ length: count }, (_, index) =>
    eventOf(`UID:${index}`, `DTSTART;VALUE=DATE:${start}`, `RRULE:FREQ=${freq}`),
  );
  expect(read(calendarOf(...events.flat()))).toMatchObject({ events: count, unreadable: 0 });
});

function range(end: number): string {
  return Array.from({ length: end }, (_, index) => index).join(",");
}
