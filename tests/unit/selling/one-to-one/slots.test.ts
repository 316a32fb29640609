import { freeSlots, type SlotFacts, type SlotRules } from "@server/selling/free-times/slots";
import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";

const everyDay = (startMinute: number, endMinute: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMinute, endMinute }));

const rules: SlotRules = {
  durationMinutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  stepMinutes: 60,
  noticeHours: 0,
  horizonDays: 60,
  maxPerDay: null,
  hours: everyDay(10 * 60, 13 * 60),
  exceptions: [],
};

/** Returns the free times of a day as the clock on the wall of a zone shows them. */
function timesOn(
  date: string,
  {
    wanted = {},
    facts = {},
    zone = "Europe/London",
    shownIn = zone,
  }: {
    wanted?: Partial<SlotRules>;
    facts?: Partial<SlotFacts>;
    zone?: string;
    shownIn?: string;
  } = {},
): string[] {
  const day = DateTime.fromISO(date, { zone });
  const slots = freeSlots(
    { ...rules, ...wanted },
    {
      now: day.minus({ days: 10 }).toJSDate(),
      zone,
      between: { start: day.toJSDate(), end: day.plus({ days: 1 }).toJSDate() },
      busy: [],
      booked: [],
      ...facts,
    },
  );
  return [...slots].map((slot) => DateTime.fromJSDate(slot, { zone: shownIn }).toFormat("HH:mm ZZ"));
}

const at = (text: string) => new Date(text);
const busy = (start: string, end: string) => [{ start: at(start), end: at(end) }];

// Tuesday in winter, so that London is UTC.
const tuesday = "2026-12-01";

describe("free times", () => {
  test("follow the hours of the day of the week", () => {
    expect(timesOn(tuesday)).toEqual(["10:00 +00:00", "11:00 +00:00", "12:00 +00:00"]);
    expect(timesOn(tuesday, { wanted: { hours: [{ weekday: 3, startMinute: 600, endMinute: 780 }] } })).toEqual([]);
  });

  test.each([
    ["a closed day", [{ day: tuesday, startMinute: null, endMinute: null }], []],
    ["other hours", [{ day: tuesday, startMinute: 900, endMinute: 960 }], ["15:00 +00:00"]],
    [
      "two parts of a day",
      [
        { day: tuesday, startMinute: 480, endMinute: 540 },
        { day: tuesday, startMinute: 1200, endMinute: 1260 },
      ],
      ["08:00 +00:00", "20:00 +00:00"],
    ],
    [
      "an exception of another day",
      [{ day: "2026-12-02", startMinute: null, endMinute: null }],
      ["10:00 +00:00", "11:00 +00:00", "12:00 +00:00"],
    ],
  ])("follow exceptions: %s", (_, exceptions, times) => {
    expect(timesOn(tuesday, { wanted: { exceptions } })).toEqual(times);
  });

  test.each([
    ["touches none that ends as it starts", busy("2026-12-01T09:00Z", "2026-12-01T10:00Z"), {}, ["10", "11", "12"]],
    ["takes what it overlaps by a minute", busy("2026-12-01T09:00Z", "2026-12-01T10:01Z"), {}, ["11", "12"]],
    ["takes what it lies within", busy("2026-12-01T11:20Z", "2026-12-01T11:40Z"), {}, ["10", "12"]],
    ["takes a whole day", busy("2026-11-30T00:00Z", "2026-12-03T00:00Z"), {}, []],
    [
      "keeps the buffer before",
      busy("2026-12-01T09:00Z", "2026-12-01T09:50Z"),
      { bufferBeforeMinutes: 15 },
      ["11", "12"],
    ],
    [
      "keeps the buffer after",
      busy("2026-12-01T13:10Z", "2026-12-01T14:00Z"),
      { bufferAfterMinutes: 15 },
      ["10", "11"],
    ],
  ])("a busy time %s", (_, periods, wanted, hours) => {
    expect(timesOn(tuesday, { wanted, facts: { busy: periods } })).toEqual(hours.map((hour) => `${hour}:00 +00:00`));
  });

  test("keep the notice and the horizon to the minute and the day", () => {
    const now = at("2026-11-30T11:00Z");
    expect(timesOn(tuesday, { wanted: { noticeHours: 24 }, facts: { now } })).toEqual(["11:00 +00:00", "12:00 +00:00"]);
    expect(timesOn(tuesday, { wanted: { horizonDays: 1 }, facts: { now } })).toHaveLength(3);
    expect(timesOn("2026-12-02", { wanted: { horizonDays: 1 }, facts: { now } })).toEqual([]);
    expect(timesOn(tuesday, { facts: { now: at("2026-12-01T10:01Z") } })).toEqual(["11:00 +00:00", "12:00 +00:00"]);
  });

  test("end with the last session that a day may have, by the day in the site's zone", () => {
    const wanted = { maxPerDay: 1, hours: everyDay(0, 1440) };
    // Half past eleven in the evening of Monday in London is Tuesday in UTC+1 and Monday in UTC.
    expect(timesOn(tuesday, { wanted, facts: { booked: [at("2026-11-30T23:30Z")] } })).toHaveLength(24);
    expect(timesOn(tuesday, { wanted, facts: { booked: [at("2026-12-01T23:00Z")] } })).toEqual([]);
  });

  test("step by the minutes of the offer and leave room for the whole session", () => {
    const wanted = { stepMinutes: 45, durationMinutes: 90 };
    expect(timesOn(tuesday, { wanted })).toEqual(["10:00 +00:00", "10:45 +00:00", "11:30 +00:00"]);
  });

  test("of hours that overlap are shown once", () => {
    const hours = [...everyDay(600, 720), ...everyDay(660, 780)];
    expect(timesOn(tuesday, { wanted: { hours } })).toEqual(["10:00 +00:00", "11:00 +00:00", "12:00 +00:00"]);
  });
});

/** Both changes of the clocks, and the weekdays around them (cal.com 1092, 10517, 12137, 4702, 6217). */
const changes = [
  ["Europe/London", "2026-03-29", "+00:00", "+01:00"],
  ["Europe/London", "2026-10-25", "+01:00", "+00:00"],
  ["America/New_York", "2026-03-08", "-05:00", "-04:00"],
  ["America/New_York", "2026-11-01", "-04:00", "-05:00"],
  ["Australia/Sydney", "2026-10-04", "+10:00", "+11:00"],
  ["Australia/Sydney", "2026-04-05", "+11:00", "+10:00"],
] as const;

describe("across a change of the clocks", () => {
  test.each(changes)("times stay as the clock on the wall shows them in %s on %s", (zone, date, before, after) => {
    const day = DateTime.fromISO(date, { zone });
    const on = (days: number) => timesOn(day.plus({ days }).toISODate() ?? "", { zone });
    expect(on(-1)).toEqual(["10:00", "11:00", "12:00"].map((time) => `${time} ${before}`));
    expect(on(0)).toEqual(["10:00", "11:00", "12:00"].map((time) => `${time} ${after}`));
    expect(on(7)).toEqual(["10:00", "11:00", "12:00"].map((time) => `${time} ${after}`));
  });

  test.each(changes)("a night has as many times in %s on %s as it has hours", (zone, date, before, after) => {
    const wanted = { hours: everyDay(0, 360) };
    const times = timesOn(date, { zone, wanted });
    const isSpring = before < after !== before.startsWith("-");
    expect(times).toHaveLength(isSpring ? 5 : 7);
    expect(new Set(times).size).toBe(times.length);
  });

  test("hours that are left out make no time, and those that occur twice make two", () => {
    const spring = (startMinute: number, endMinute: number) =>
      timesOn("2026-03-29", { wanted: { hours: everyDay(startMinute, endMinute) } });
    expect(spring(60, 120)).toEqual([]);
    expect(spring(60, 180)).toEqual(["02:00 +01:00"]);
    expect(spring(0, 90)).toEqual(["00:00 +00:00"]);
    const autumn = timesOn("2026-10-25", { wanted: { hours: everyDay(60, 120) } });
    expect(autumn).toEqual(["01:00 +01:00", "01:00 +00:00"]);
  });

  test("a visitor elsewhere sees the same moments, on their own date (24713)", () => {
    expect(timesOn("2026-10-26", { shownIn: "Australia/Sydney", wanted: { hours: everyDay(840, 960) } })).toEqual([
      "01:00 +11:00",
      "02:00 +11:00",
    ]);
  });

  test("a notice is real hours (12137)", () => {
    const now = at("2026-03-28T10:00Z");
    expect(timesOn("2026-03-29", { wanted: { noticeHours: 24 }, facts: { now } })).toEqual([
      "11:00 +01:00",
      "12:00 +01:00",
    ]);
  });
});
