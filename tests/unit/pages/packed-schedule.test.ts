import { expect, test } from "vitest";
import type { ListedSession, Schedule } from "@server/schedule/schemas";
import { displayStart } from "@server/core/dates";
import { packSchedule, unpackSchedule } from "~/lib/packed-schedule";

const zones = ["Europe/London", "America/St_Johns", "Pacific/Auckland", "Asia/Kolkata"];

function aCard(nth: number, values: Partial<ListedSession> = {}): ListedSession {
  const timeZone = zones[nth % zones.length]!;
  const id = `0db523ee-8da1-53fd-81ab-${String(nth).padStart(12, "0")}`;
  // Hours apart by a number that meets each hour of a day, noon and midnight among them.
  const startTime = new Date(Date.UTC(2026, 0, 1) + nth * 7 * 13 * 3_600_000 + nth * 17 * 60_000);
  const scheduled = { startTime, locationType: "online" as const };
  const { day, month, year, weekdayShort, time, iso } = displayStart(scheduled, {
    visitor: { timeZone },
    settings: { siteTimeZone: timeZone },
  });
  return {
    ...{ id, title: "First Tuesday", category: "Breathwork", summary: "Lie down.", duration: "1h", place: "Online" },
    start: { day, month, year, weekdayShort, time, iso },
    ...{ price: "£18", placesLeft: null, image: `/plates/breathwork/row/${id}.svg` },
    ...values,
  };
}

function aSchedule(sessions: ListedSession[], featured: ListedSession[]): Schedule {
  return {
    page: { number: 1, count: 1, from: 1, to: sessions.length, total: sessions.length },
    ...{ presentCategories: ["Breathwork"], allCategories: ["Breathwork"], locations: ["Online"] },
    ...{ featured, sessions, zoneNote: "Times are in GMT.", seriesNote: null },
  };
}

test("a schedule is the same after packing, in every zone and hour", () => {
  const sessions = Array.from({ length: 120 }, (_, nth) => aCard(nth));
  const schedule = aSchedule(sessions, [sessions[3]!, sessions[0]!]);
  expect(unpackSchedule(packSchedule(schedule))).toEqual(schedule);
  expect(packSchedule(schedule).length).toBeLessThan(JSON.stringify(schedule).length * 0.6);
});

test("cards that don't follow the rules are kept as they are", () => {
  const { start } = aCard(1);
  const sessions = [
    aCard(0, { image: "/media/images/1.webp" }),
    aCard(1, { category: null, image: "/plates/other/row/1.svg" }),
    aCard(2, { start: { ...start, time: "at dawn" } }),
  ];
  const schedule = aSchedule(sessions, [aCard(9)]);
  expect(unpackSchedule(packSchedule(schedule))).toEqual(schedule);
  expect(unpackSchedule(packSchedule(aSchedule([], [])))).toEqual(aSchedule([], []));
});
