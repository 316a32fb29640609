import { createHash } from "node:crypto";
import {
  calendarAccounts,
  calendarCopies,
  calendarSources,
  type LiveSession,
  liveSessions,
  sessionBookings,
} from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import type { Services } from "../../core/services";
import { writeStoredEvent } from "../../platform/calendar/calendar-file";
import { endOf, sessionEvent, uidOf } from "../schedule/session-event";
import type { CaldavAccess } from "./caldav";
import { putEvent, removeEvent } from "./caldav-events";
import { openAddress, openLogin } from "./calendar-secrets";
import { CalendarError, failureOf } from "./failures";

export type WriteServices = Pick<Services, "db" | "clock" | "settings" | "log" | "calendarReader">;

const writeDeadlineMs = 30_000;

export type WrittenCalendar = { sourceId: string; accountId: string; address: string; access: CaldavAccess };

/** Returns the calendar that sessions are written into; null if there is none. Throws a CalendarError. */
export async function findWrittenCalendar(services: WriteServices): Promise<WrittenCalendar | null> {
  const { db, settings, calendarReader } = services;
  const [found] = await db
    .select({ source: calendarSources, account: calendarAccounts })
    .from(calendarSources)
    .innerJoin(calendarAccounts, eq(calendarAccounts.id, calendarSources.accountId))
    .where(eq(calendarSources.isWritten, true));
  if (!found) return null;
  const { source, account } = found;
  return {
    sourceId: source.id,
    accountId: account.id,
    address: openAddress(settings, source),
    access: {
      settings,
      calendarReader,
      login: openLogin(settings, account),
      signal: AbortSignal.timeout(writeDeadlineMs),
    },
  };
}

/** Makes the instructor's calendar say what the site says of a session: written, moved or removed. Safe to repeat. */
export async function writeSession(services: WriteServices, { sessionId }: { sessionId: string }): Promise<void> {
  try {
    const calendar = await findWrittenCalendar(services);
    if (!calendar) return;
    await writeInto(services, calendar, sessionId);
    await recordWriting(services, null);
  } catch (error) {
    const failure = failureOf(error);
    await recordWriting(services, failure);
    throw error;
  }
}

/** Two jobs of one session may meet, and a session may change meanwhile: the last to write looks again. */
async function writeInto(services: WriteServices, calendar: WrittenCalendar, sessionId: string): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    if (await isWritten(services, calendar, sessionId)) return;
  }
  throw new CalendarError("conflict");
}

const maxRounds = 5;

/** Returns true if the calendar says of a session what the site says; else makes it so. */
async function isWritten(services: WriteServices, calendar: WrittenCalendar, sessionId: string): Promise<boolean> {
  const { db, settings, clock } = services;
  const [copy] = await db.select().from(calendarCopies).where(eq(calendarCopies.sessionId, sessionId));
  // What lies in a calendar that is no longer written into stays there.
  const known = copy?.sourceId === calendar.sourceId ? copy : null;
  const uid = uidOf(sessionId, settings);
  const session = await findWritable(db, sessionId);
  if (!session) {
    if (!copy) return true;
    if (known) await removeEvent(calendar.access, calendar.address, { sessionId, uid });
    await db.delete(calendarCopies).where(eq(calendarCopies.sessionId, sessionId));
    return false;
  }
  if (!known && endOf(session) < clock.now()) return true;
  const text = writeStoredEvent(sessionEvent(session, settings));
  const contentHash = createHash("sha256").update(text).digest("base64url");
  if (known?.contentHash === contentHash) return true;
  const { etag } = await putEvent(calendar.access, calendar.address, {
    sessionId,
    uid,
    text,
    etag: known?.etag ?? null,
  });
  const row = { sourceId: calendar.sourceId, etag, contentHash, endsAt: endOf(session), writtenAt: clock.now() };
  await db
    .insert(calendarCopies)
    .values({ sessionId, ...row })
    .onConflictDoUpdate({ target: calendarCopies.sessionId, set: row });
  return false;
}

/** Published sessions that take place, and drafts with someone in them; not a one-to-one session whose time is free again. */
export const isWritable = sql`${liveSessions.cancelledAt} is null and ${liveSessions.slotFreedAt} is null
  and (${liveSessions.isPublished} or exists (
  select from ${sessionBookings} where ${sessionBookings.sessionId} = ${liveSessions.id}
    and ${inArray(sessionBookings.status, ["pending", "confirmed", "completed"])}))`;

async function findWritable(db: Queryable, sessionId: string): Promise<LiveSession | undefined> {
  const [session] = await db
    .select()
    .from(liveSessions)
    .where(and(eq(liveSessions.id, sessionId), isWritable));
  return session;
}

/** Records whether the account takes what is written; `failure` is null if it does. */
export async function recordWriting({ db, clock }: WriteServices, failure: string | null): Promise<void> {
  const { failingSince, leftAt } = calendarAccounts;
  const since = failure === null ? null : sql`coalesce(${failingSince}, ${clock.now().toISOString()}::timestamptz)`;
  await db
    .update(calendarAccounts)
    .set({ failure, failingSince: since })
    .where(and(isNull(leftAt), failure === null ? isNotNull(failingSince) : undefined));
}
