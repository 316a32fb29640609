import { DateTime } from "luxon";
import { expect, test } from "vitest";
import { createCalendar, past, upcoming } from "@dev/seed/timetable";

/** Steps of 53 hours over 18 months reach every hour, weekday, month end and clock change. */
function seedingTimes(zone: string) {
  const first = DateTime.fromISO("2027-11-01T00:00", { zone });
  return Array.from({ length: 250 }, (_, index) => first.plus({ hours: index * 53 }));
}

test.each(["Europe/London", "America/New_York", "Pacific/Auckland"])(
  "in %s all upcoming sessions begin within three months and all past ones have ended, whenever it is seeded",
  (zone) => {
    for (const now of seedingTimes(zone)) {
      const calendar = createCalendar(now.toJSDate(), zone);
      for (const { slot } of upcoming) {
        const start = DateTime.fromJSDate(calendar.instantOf(slot), { zone });
        const isSound = start > now && start < now.plus({ days: 93 }) && start.toFormat("HH:mm") === slot.time;
        expect(isSound, `${start.toISO()} for ${slot.time}, seeded at ${now.toISO()}`).toBe(true);
      }
      for (const { slot, offer } of past) {
        const end = DateTime.fromJSDate(calendar.instantOf(slot), { zone }).plus({ minutes: offer.durationMinutes });
        expect(end < now, `${end.toISO()}, seeded at ${now.toISO()}`).toBe(true);
      }
    }
  },
);

test("the monthly session is on the first Tuesday of successive months", () => {
  for (const now of seedingTimes("Europe/London")) {
    const calendar = createCalendar(now.toJSDate(), "Europe/London");
    const days = [-2, -1, 0, 1].map((index) =>
      DateTime.fromJSDate(calendar.instantOf({ firstTuesday: index, time: "19:30" }), { zone: "Europe/London" }),
    );
    expect(days.every((day) => day.weekday === 2 && day.day <= 7)).toBe(true);
    const months = days.map((day) => day.year * 12 + day.month);
    expect([months[1]! - months[0]!, months[3]! - months[2]!]).toEqual([1, 1]);
    const isToday = now.weekday === 2 && now.day <= 7;
    expect(months[2]! - months[1]!).toBe(isToday ? 2 : 1);
  }
});

test("no two sessions fall on one day", () => {
  for (const now of seedingTimes("Europe/London")) {
    const calendar = createCalendar(now.toJSDate(), "Europe/London");
    const days = [...past, ...upcoming].map(({ slot }) => calendar.instantOf(slot).toISOString().slice(0, 10));
    expect(new Set(days).size).toBe(days.length);
  }
});
