import { freeSlots, type SlotFacts, type SlotRules } from "@server/selling/free-times/slots";
import { DateTime } from "luxon";
import { expect, test } from "vitest";
import { Random } from "../../../support/fuzz/random";

const minute = 60_000;
const zones = ["Europe/London", "America/Havana", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"];

/** Days on which clocks change in one of the zones, some of them at midnight, and one on which none do. */
const eves = ["2026-03-27", "2026-10-24", "2018-11-03", "2018-02-16", "2026-03-07", "2026-10-31", "2026-04-04"];

type SlotSearch = { rules: SlotRules; facts: SlotFacts };

/** Tries every step of every hour against every busy time, as the rules of free times say in words. */
function slotsOneByOne({ rules, facts }: SlotSearch): string[] {
  const { now, zone, between, busy, booked } = facts;
  const at = (time: number) => DateTime.fromMillis(time, { zone });
  const starts = new Set<number>();
  for (let day = at(+between.start).startOf("day"); +day < +between.end; day = day.plus({ days: 1 }).startOf("day")) {
    const date = day.toISODate()!;
    const own = rules.exceptions.filter((exception) => exception.day === date);
    const hours = own.length > 0 ? own : rules.hours.filter(({ weekday }) => weekday === day.weekday);
    const bookedHere = booked.filter((start) => at(+start).toISODate() === date);
    if (rules.maxPerDay !== null && bookedHere.length >= rules.maxPerDay) continue;
    if (date > at(+now).plus({ days: rules.horizonDays }).toISODate()!) continue;
    for (const { startMinute, endMinute } of hours) {
      if (startMinute === null || endMinute === null) continue;
      const [open, close] = [instant(day, startMinute, "first"), instant(day, endMinute, "last")];
      for (let start = open; start + rules.durationMinutes * minute <= close; start += rules.stepMinutes * minute) {
        const from = start - rules.bufferBeforeMinutes * minute;
        const until = start + (rules.durationMinutes + rules.bufferAfterMinutes) * minute;
        const isIn = start >= +between.start && start < +between.end && start >= +now + rules.noticeHours * 60 * minute;
        if (isIn && busy.every(({ start, end }) => +end <= from || +start >= until)) starts.add(start);
      }
    }
  }
  return [...starts].sort((a, b) => a - b).map((start) => new Date(start).toISOString());
}

/** Walks through the half hours of a day until the clock on the wall has reached a time. */
function instant(day: DateTime, minutes: number, which: "first" | "last"): number {
  const end = day.plus({ days: 1 }).startOf("day");
  if (minutes === 1440) return +end;
  const all = halfHours(day, end);
  const exact = all.filter((time) => time.hour * 60 + time.minute === minutes);
  const later = all.find((time) => time.hour * 60 + time.minute > minutes);
  return +((which === "first" ? exact[0] : exact.at(-1)) ?? later ?? end);
}

const known = new Map<string, DateTime[]>();

function halfHours(day: DateTime, end: DateTime): DateTime[] {
  const key = `${day.zoneName} ${+day}`;
  const found =
    known.get(key) ??
    Array.from({ length: (+end - +day) / (30 * minute) }, (_, nth) => day.plus({ minutes: nth * 30 }));
  known.set(key, found);
  return found;
}

function someOffer(random: Random): SlotSearch {
  const zone = random.pick(zones);
  const now = DateTime.fromISO(random.pick(eves), { zone }).plus({ minutes: random.below(1440) });
  const later = (most: number) => now.plus({ minutes: random.below(most) }).toJSDate();
  const hours = () => {
    const startMinute = random.below(28) * 30;
    return { startMinute, endMinute: random.pick([1440, startMinute + 30 + random.below(8) * 60]) };
  };
  const days = Array.from({ length: 7 }, (_, index) => index + 1);
  const rules = {
    durationMinutes: 5 + random.below(150),
    bufferBeforeMinutes: random.pick([0, 0, 15, 90]),
    bufferAfterMinutes: random.pick([0, 0, 10, 200]),
    stepMinutes: random.pick([15, 20, 45, 60, 240]),
    noticeHours: random.pick([0, 0, 3, 30]),
    horizonDays: 1 + random.below(6),
    maxPerDay: random.pick([null, null, 1, 2]),
    hours: days.flatMap((weekday) => Array.from({ length: random.below(3) }, () => ({ weekday, ...hours() }))),
    exceptions: Array.from({ length: random.below(3) }, (_, index) => ({
      day: now.plus({ days: index }).toISODate()!,
      ...random.pick([hours(), { startMinute: null, endMinute: null }]),
    })),
  };
  const busy = Array.from({ length: random.below(25) }, () => {
    const start = later(7 * 1440);
    return { start, end: new Date(+start + random.pick([0, 1, 30, 60, 500, 3000]) * minute) };
  });
  const between = { start: later(random.pick([1, 3000])), end: later(8 * 1440) };
  const booked = Array.from({ length: random.below(4) }, () => later(4 * 1440));
  return { rules, facts: { now: now.toJSDate(), zone, between, busy, booked } };
}

test("finds exactly the times that trying each of them finds", () => {
  const random = new Random(46);
  const counts = Array.from({ length: 25 }, () => {
    const asked = someOffer(random);
    const found = [...freeSlots(asked.rules, asked.facts)].map((start) => start.toISOString());
    expect(found, JSON.stringify(asked)).toEqual(slotsOneByOne(asked));
    return found.length;
  });
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(12);
});

test("finds the first times without looking at the days behind them", () => {
  let looks = 0;
  const rules: SlotRules = {
    durationMinutes: 60,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    stepMinutes: 5,
    noticeHours: 0,
    horizonDays: 366,
    maxPerDay: null,
    get hours() {
      looks += 1;
      return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440 }));
    },
    exceptions: [],
  };
  const now = new Date("2026-06-01T00:00Z");
  const between = { start: now, end: new Date("2027-06-03T00:00Z") };
  const found = freeSlots(rules, { now, zone: "UTC", between, busy: [], booked: [] });
  expect(found.next().value).toEqual(now);
  expect(looks).toBe(1);
});
