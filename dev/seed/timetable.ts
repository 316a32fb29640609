import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions, sessionCategories } from "@db/schema";
import { startingCategories } from "@server/catalogue/schedule/category-names";
import { DateTime } from "luxon";
import { createdDaysBefore } from "./booking-dates";
import * as programme from "./programme";
import type { Offer } from "./programme";
import { seedId } from "./seed-id";

type PlannedSession = {
  key: string;
  offer: Offer;
  slot: Slot;
  /** The sessions of a series have the same name here. */
  series?: string;
  isFeatured?: boolean;
  hasRecording?: boolean;
  isRecordingPublic?: boolean;
};

const firstTuesdays = { offer: programme.firstTuesday, series: "first-tuesday" };

export const upcoming: PlannedSession[] = [
  { key: "wind-down", offer: programme.eveningWindDown, slot: { day: 0, time: "19:30" }, isFeatured: true },
  { key: "birth-together", offer: programme.breathingForBirth, slot: { day: 3, time: "10:00" } },
  { key: "midday-reset", offer: programme.middayReset, slot: { day: 6, time: "12:15" } },
  { key: "long-exhale", offer: programme.theLongExhale, slot: { day: 9, time: "09:30" }, isFeatured: true },
  { key: "fourth-trimester", offer: programme.fourthTrimesterCircle, slot: { day: 14, time: "10:30" } },
  { key: "morning-ground", offer: programme.morningGround, slot: { day: 18, time: "07:15" } },
  { key: "slow-movement", offer: programme.breathAndSlowMovement, slot: { day: 23, time: "11:00" } },
  { key: "first-breath", offer: programme.firstBreath, slot: { day: 27, time: "18:00" } },
  { key: "first-tuesday-1", ...firstTuesdays, slot: { firstTuesday: 0, time: "19:30" } },
  { key: "own-hour", offer: programme.anHourOfYourOwn, slot: { day: 31, time: "16:00" } },
  { key: "cello", offer: programme.guidedRestWithCello, slot: { day: 36, time: "20:00" } },
  { key: "canal", offer: programme.sittingByTheCanal, slot: { day: 45, time: "09:00" } },
  { key: "labour", offer: programme.readyForLabour, slot: { day: 55, time: "18:30" } },
  { key: "first-tuesday-2", ...firstTuesdays, slot: { firstTuesday: 1, time: "19:30" } },
  { key: "kitchen", offer: programme.theKitchenIsClosed, slot: { day: 63, time: "20:30" } },
  { key: "quiet-day", offer: programme.aQuietDay, slot: { day: 79, time: "09:30" } },
];

export const past: PlannedSession[] = [
  { key: "past-tuesday-1", ...firstTuesdays, slot: { firstTuesday: -1, time: "19:30" }, hasRecording: true },
  { key: "past-movement", offer: programme.breathAndSlowMovement, slot: { day: -12, time: "11:00" } },
  {
    key: "past-reset",
    offer: programme.middayReset,
    slot: { day: -15, time: "12:15" },
    hasRecording: true,
    isRecordingPublic: true,
  },
  { key: "past-own-hour", offer: programme.anHourOfYourOwn, slot: { day: -18, time: "16:00" }, hasRecording: true },
  { key: "past-wind-down", offer: programme.eveningWindDown, slot: { day: -28, time: "19:30" }, hasRecording: true },
  { key: "past-tuesday-2", ...firstTuesdays, slot: { firstTuesday: -2, time: "19:30" }, hasRecording: true },
  { key: "past-trimester", offer: programme.fourthTrimesterCircle, slot: { day: -42, time: "10:30" } },
  { key: "past-exhale", offer: programme.theLongExhale, slot: { day: -61, time: "09:30" } },
];

type Slot = { time: string } & ({ day: number } | { firstTuesday: number });

const thursday = 4;
const tuesday = 2;

/**
 * Returns the demo's calendar. Day 0 is the first Thursday after today, first Tuesday 0 the next one; the past counts
 * backwards.
 */
export function createCalendar(now: Date, zone: string) {
  const today = DateTime.fromJSDate(now, { zone }).startOf("day");
  const dayZero = today.plus({ days: ((thursday - today.weekday + 6) % 7) + 1 });

  return {
    instantOf(slot: Slot): Date {
      const day = "day" in slot ? dayZero.plus({ days: slot.day }) : firstTuesday(today, slot.firstTuesday);
      const [hour, minute] = slot.time.split(":").map(Number);
      return day.set({ hour, minute }).toJSDate();
    },
  };
}

type Calendar = ReturnType<typeof createCalendar>;

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

type NewSession = typeof liveSessions.$inferInsert;

const day = 86_400_000;

export async function seedSessions(tx: Transaction, calendar: Calendar) {
  await tx
    .insert(sessionCategories)
    .values(startingCategories.map((name) => ({ name })))
    .onConflictDoNothing();
  const planned = [...past, ...upcoming];
  const rows = await tx
    .insert(liveSessions)
    .values(planned.map((session, index) => sessionRow(session, index, calendar)))
    .returning();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(planned.map(({ key }) => [key, requireSession(byId.get(seedId(key)), key)]));
}

export type SeededSessions = Awaited<ReturnType<typeof seedSessions>>;

export function sessionNamed(sessions: SeededSessions, key: string): LiveSession {
  return requireSession(sessions.get(key), key);
}

export const seriesNamed = (name: string): string => seedId(`series ${name}`);

function requireSession(session: LiveSession | undefined, key: string): LiveSession {
  if (!session) throw new Error(`The demo has no session "${key}".`);
  return session;
}

function sessionRow(planned: PlannedSession, index: number, calendar: Calendar): NewSession {
  const { enteredInEuroCents, ...offer } = planned.offer;
  const startTime = calendar.instantOf(planned.slot);
  const isOnsite = offer.city !== undefined;
  return {
    ...offer,
    id: seedId(planned.key),
    startTime,
    locationType: isOnsite ? "onsite" : "online",
    zoomLink: isOnsite ? null : `https://zoom.us/j/${String(100 + index).padStart(11, "0")}`,
    recordingUrl: planned.hasRecording ? `https://video.example.com/recordings/${planned.key}` : null,
    isRecordingPublic: planned.isRecordingPublic ?? false,
    enteredPriceMinor: enteredInEuroCents ?? offer.priceMinor,
    enteredCurrency: enteredInEuroCents ? "EUR" : "GBP",
    isFeatured: planned.isFeatured ?? false,
    seriesId: planned.series ? seriesNamed(planned.series) : null,
    createdAt: new Date(startTime.getTime() - createdDaysBefore * day),
  };
}
