import { DateTime } from "luxon";

/** A day of the demo’s season, counted from its first day, or a first Tuesday, counted from the next one. */
export type Slot = { time: string } & ({ day: number } | { firstTuesday: number });

const thursday = 4;
const tuesday = 2;

/**
 * Days of the demo's season. Day 0 is the first Thursday after today, so that every other day keeps its weekday
 * whenever the seed is sown: upcoming days begin at 0, past ones at -8. First Tuesdays count from 0 for the next one
 * and from -1 backwards; today is neither.
 */
export function createCalendar(now: Date, zone: string) {
  const today = DateTime.fromJSDate(now, { zone }).startOf("day");
  const dayZero = today.plus({ days: ((thursday - today.weekday + 6) % 7) + 1 });

  return {
    /** The instant of a slot, by the wall clock of the zone. */
    instantOf(slot: Slot): Date {
      const day = "day" in slot ? dayZero.plus({ days: slot.day }) : firstTuesday(today, slot.firstTuesday);
      const [hour, minute] = slot.time.split(":").map(Number);
      return day.set({ hour, minute }).toJSDate();
    },
  };
}

export type Calendar = ReturnType<typeof createCalendar>;

function firstTuesday(today: DateTime, index: number): DateTime {
  const ofThisMonth = firstTuesdayOf(today);
  const next = ofThisMonth > today ? 0 : 1;
  const previous = ofThisMonth < today ? 0 : -1;
  return firstTuesdayOf(today.plus({ months: index >= 0 ? next + index : previous + index + 1 }));
}

function firstTuesdayOf(month: DateTime): DateTime {
  const first = month.startOf("month");
  return first.plus({ days: (tuesday - first.weekday + 7) % 7 });
}
