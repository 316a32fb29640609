import type { Transaction } from "@db/client";
import { type LiveSession, liveSessions, sessionCategories } from "@db/schema";
import { type Calendar, past, type Planned, upcoming } from "./timetable";
import { seedId } from "./seed-id";

type NewSession = typeof liveSessions.$inferInsert;

const day = 86_400_000;

const categories = ["Breathwork", "Meditation", "Movement", "Pregnancy", "Postpartum", "Mothers", "Workshop", "Other"];

export async function seedSessions(tx: Transaction, calendar: Calendar, now: Date) {
  await tx
    .insert(sessionCategories)
    .values(categories.map((name) => ({ name })))
    .onConflictDoNothing();
  const planned = [...past, ...upcoming];
  const rows = await tx
    .insert(liveSessions)
    .values(planned.map((session, index) => sessionRow(session, index, calendar, now)))
    .returning();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(planned.map(({ key }) => [key, found(byId.get(seedId(key)), key)]));
}

export type SeededSessions = Awaited<ReturnType<typeof seedSessions>>;

export function sessionNamed(sessions: SeededSessions, key: string): LiveSession {
  return found(sessions.get(key), key);
}

function found(session: LiveSession | undefined, key: string): LiveSession {
  if (!session) throw new Error(`The demo has no session "${key}".`);
  return session;
}

function sessionRow(planned: Planned, index: number, calendar: Calendar, now: Date): NewSession {
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
    createdAt: new Date(Math.min(startTime.getTime(), now.getTime()) - 40 * day),
  };
}
