import type { Queryable, Transaction } from "@db/client";
import { type CalendarAccount, calendarAccounts, calendarCopies, calendarSources } from "@db/schema";
import { and, asc, eq, inArray, isNotNull, type SQL } from "drizzle-orm";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { uidOf } from "../schedule/session-event";
import { removeEvent } from "./caldav-events";
import { openAddress, openLogin } from "./calendar-secrets";
import { failureOf, sayFailure } from "./failures";

/** Returns the condition of what was written into a calendar of an account. */
export const isOfAccount = (db: Queryable, accountId: string): SQL =>
  inArray(
    calendarCopies.sourceId,
    db.select({ id: calendarSources.id }).from(calendarSources).where(eq(calendarSources.accountId, accountId)),
  );

/** Stops reading and writing the calendars of a locked account, and enqueues the removal of what was written there. */
export async function leaveAccount(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .update(calendarAccounts)
    .set({ leftAt: now, failingSince: null, failure: null })
    .where(eq(calendarAccounts.id, id));
  await tx.update(calendarSources).set({ isRead: false, isWritten: false }).where(eq(calendarSources.accountId, id));
  await enqueueJob(tx, "empty-calendar", { accountId: id }, emptying(id));
}

/** Retries for longer than it is tried; the night finds what was lost. */
const emptying = (id: string) => ({ jobKey: `empty-calendar ${id}`, maxAttempts: 10 });

/** Enqueues the removal for accounts whose job was lost. */
export async function enqueueEmptying(db: Queryable): Promise<void> {
  const left = await db
    .select({ id: calendarAccounts.id })
    .from(calendarAccounts)
    .where(isNotNull(calendarAccounts.leftAt));
  for (const { id } of left) await enqueueJob(db, "empty-calendar", { accountId: id }, emptying(id));
}

type EmptyingServices = Pick<Services, "db" | "clock" | "settings" | "log" | "calendarReader">;

const tryForMs = 3_600_000;
const deadlineMs = 30_000;
/** As many as one job removes before it lets others run. */
const partLength = 50;

/**
 * Removes what was written into the calendar of an account that is disconnected, then forgets the account. If the server
 * does not let it within an hour, the instructor is told what is left there. Safe to repeat.
 */
export async function emptyCalendar(
  services: EmptyingServices,
  { accountId }: { accountId: string },
  length = partLength,
): Promise<void> {
  const { db, clock } = services;
  const isLeft = and(eq(calendarAccounts.id, accountId), isNotNull(calendarAccounts.leftAt));
  const [account] = await db.select().from(calendarAccounts).where(isLeft);
  if (!account) return;
  try {
    const hasMore = await removePart(services, account, length);
    if (hasMore) return await enqueueJob(db, "empty-calendar", { accountId }, emptying(accountId));
  } catch (error) {
    const failure = failureOf(error);
    const isLost = failure === "sign_in" || failure === "key" || failure === "not_found";
    const since = account.leftAt?.getTime() ?? 0;
    if (!isLost && clock.now().getTime() - since < tryForMs) throw error;
    return giveUp(services, account, sayFailure(failure));
  }
  await db.delete(calendarAccounts).where(isLeft);
}

/** Returns whether more is left. */
async function removePart(
  { db, settings, calendarReader }: EmptyingServices,
  account: CalendarAccount,
  length: number,
): Promise<boolean> {
  const login = openLogin(settings, account);
  const copies = await db
    .select({ sessionId: calendarCopies.sessionId, source: calendarSources })
    .from(calendarCopies)
    .innerJoin(calendarSources, eq(calendarSources.id, calendarCopies.sourceId))
    .where(eq(calendarSources.accountId, account.id))
    .orderBy(asc(calendarCopies.endsAt), asc(calendarCopies.sessionId))
    .limit(length);
  for (const { sessionId, source } of copies) {
    const access = { settings, calendarReader, login, signal: AbortSignal.timeout(deadlineMs) };
    await removeEvent(access, openAddress(settings, source), { sessionId, uid: uidOf(sessionId, settings) });
    await db.delete(calendarCopies).where(eq(calendarCopies.sessionId, sessionId));
  }
  return copies.length === length;
}

async function giveUp(services: EmptyingServices, { id, host }: CalendarAccount, reason: string): Promise<void> {
  const { settings } = services;
  await inTransaction(services, async (tx) => {
    const left = await tx.$count(calendarCopies, isOfAccount(tx, id));
    const [gone] = await tx.delete(calendarAccounts).where(eq(calendarAccounts.id, id)).returning();
    if (!gone) return;
    await enqueueMail(tx, {
      template: "admin-calendar-left",
      to: settings.adminEmail,
      dedupeKey: `admin-calendar-left:${id}`,
      props: { site: siteFacts(settings), host, reason, left, calendarUrl: `${settings.siteUrl}/admin/calendar` },
    });
  });
}
