import { DateTime } from "luxon";
import { expect, test } from "vitest";
import { createCalendar, past, upcoming } from "@dev/seed/timetable";

/** Steps of 109 hours over 18 months reach every hour, weekday and clock change; on top, the days months turn on. */
function seedingTimes(zone: string, step = 1): DateTime[] {
  const first = DateTime.fromISO("2027-11-01T00:00", { zone });
  const spread = Array.from({ length: 120 / step }, (_, index) => first.plus({ hours: index * step * 109 }));
  const turns = ["2028-01-31T23:59", "2028-02-01T00:00", "2028-02-01T23:59", "2028-02-29T12:00", "2028-12-31T23:59"];
  return [...spread, ...turns.map((text) => DateTime.fromISO(text, { zone }))];
}

/** Returns the begin of every session, in the zone. */
function seededAt(now: DateTime, zone: string) {
  const calendar = createCalendar(now.toJSDate(), zone);
  const startsOf = (sessions: typeof past) =>
    sessions.map(({ slot, offer }) => ({
      start: DateTime.fromJSDate(calendar.instantOf(slot), { zone }),
      time: slot.time,
      minutes: offer.durationMinutes ?? 60,
    }));
  return { now, upcoming: startsOf(upcoming), past: startsOf(past) };
}

const inLondon = seedingTimes("Europe/London").map((now) => seededAt(now, "Europe/London"));

const zones: [string, ReturnType<typeof seededAt>[]][] = [
  ["Europe/London", inLondon],
  // The other clock changes; the dates are reckoned alike everywhere.
  ...["America/New_York", "Pacific/Auckland"].map((zone): (typeof zones)[number] => [
    zone,
    seedingTimes(zone, 3).map((now) => seededAt(now, zone)),
  ]),
];

test.each(zones)(
  "in %s all upcoming sessions begin within three months and all past ones have ended, whenever it is seeded",
  (_zone, seeded) => {
    const wrong = seeded.flatMap(({ now, upcoming: ahead, past: over }) => [
      ...ahead.filter(({ start }) => start <= now || start.toMillis() >= now.toMillis() + 93 * 86_400_000),
      ...over.filter(({ start, minutes }) => start.toMillis() + minutes * 60_000 >= now.toMillis()),
      ...ahead.filter(({ start, time }) => time !== clockOf(start)),
    ]);
    expect(wrong.map(({ start, time }) => `${start.toISO()} for ${time}`)).toEqual([]);
  },
);

const clockOf = ({ hour, minute }: DateTime) => [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");

test("the monthly session is on the first Tuesday of successive months", () => {
  const isFirstTuesday = ({ weekday, day }: DateTime) => weekday === 2 && day <= 7;
  for (const { now } of inLondon) {
    const calendar = createCalendar(now.toJSDate(), "Europe/London");
    const days = [-2, -1, 0, 1].map((index) =>
      DateTime.fromJSDate(calendar.instantOf({ firstTuesday: index, time: "19:30" }), { zone: "Europe/London" }),
    );
    expect(days.every(isFirstTuesday)).toBe(true);
    const months = days.map((day) => day.year * 12 + day.month);
    expect([months[1]! - months[0]!, months[3]! - months[2]!]).toEqual([1, 1]);
    expect(months[2]! - months[1]!).toBe(isFirstTuesday(now) ? 2 : 1);
  }
  expect(inLondon.filter(({ now }) => isFirstTuesday(now)).length).toBeGreaterThanOrEqual(2);
});

test("no two sessions fall on one day", () => {
  for (const { upcoming: ahead, past: over } of inLondon) {
    const days = [...over, ...ahead].map(({ start }) => start.toISODate());
    expect(new Set(days).size).toBe(days.length);
  }
});
