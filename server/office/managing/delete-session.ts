import type { Queryable } from "@db/client";
import { bookingMoves, type LiveSession, liveSessions, sessionBookings, sessionWaitlist } from "@db/schema";
import { one } from "@db/one";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { audit } from "../../core/record-audit";
import type { Context, MemberContext } from "../../core/context";
import { displayStart } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { discardImage } from "../../platform/media/media-files";
import { findSession, lockSession } from "../../catalogue/schedule/find-session";
import { sumOf } from "../../catalogue/schedule/places";
import { endOf } from "../../catalogue/schedule/session-event";
import { isOpenEntryOf } from "../../selling/waitlist/entries";
import { expectedRefunds, readSessionCredits, readSessionMoney } from "./read-session-money";

/** Throws not_found, busy, closed (was ever booked or has a waitlist: cancel it instead). */
export async function deleteSession(ctx: MemberContext, { id }: { id: string }): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(
    ctx,
    async (tx) => {
      const session = await lockSession(tx, id);
      if (!(await isDeletable(tx, id))) {
        throw new DomainError(
          "closed",
          "Someone has booked this session or is on its waitlist, so it can’t be deleted. You can cancel it instead.",
        );
      }
      await tx.delete(sessionWaitlist).where(eq(sessionWaitlist.sessionId, id));
      await tx.delete(liveSessions).where(eq(liveSessions.id, id));
      await discardImage(tx, now, session.thumbnailUrl);
      await audit(tx, ctx, "session.deleted", id, { title: session.title });
    },
    "Failed to delete session",
  );
}

async function isDeletable(db: Queryable, sessionId: string): Promise<boolean> {
  const waiting = await db.$count(sessionWaitlist, isOpenEntryOf(sessionId));
  return (await findDeletable(db, [sessionId], new Map([[sessionId, waiting]]))).has(sessionId);
}

export async function getEnding(ctx: Context, { id }: { id: string }) {
  const session = await findSession(ctx.db, id);
  const [canDelete, booked, paying, waiting, money, credits] = await Promise.all([
    isDeletable(ctx.db, id),
    countTickets(ctx.db, isOf(id, ["confirmed", "completed"])),
    countTickets(ctx.db, isOf(id, ["pending"])),
    ctx.db.$count(sessionWaitlist, isOpenEntryOf(id)),
    readSessionMoney(ctx.db, id),
    readSessionCredits(ctx.db, id),
  ]);
  const way = wayToEnd(session, canDelete, ctx.clock.now());
  return {
    id,
    title: session.title,
    date: displayStart(session, ctx).date,
    way,
    isCancelled: session.cancelledAt !== null,
    booked,
    paying,
    waiting,
    refund: expectedRefunds(money),
    credits,
  };
}

async function countTickets(db: Queryable, where: SQL | undefined): Promise<number> {
  const tickets = sumOf(sessionBookings.quantity);
  return one(await db.select({ tickets }).from(sessionBookings).where(where), "count").tickets;
}

/** Returns the sessions that no one waits for and that were never booked: cancelled and moved bookings count, too. */
export async function findDeletable(db: Queryable, ids: string[], waiting: Map<string, number>): Promise<Set<string>> {
  const booked = db
    .select({ id: sessionBookings.sessionId })
    .from(sessionBookings)
    .where(inArray(sessionBookings.sessionId, ids));
  const left = db
    .select({ id: bookingMoves.fromSessionId })
    .from(bookingMoves)
    .where(inArray(bookingMoves.fromSessionId, ids));
  const taken = new Set((await union(booked, left)).map(({ id }) => id));
  return new Set(ids.filter((id) => !taken.has(id) && !waiting.get(id)));
}

type Ending = Pick<LiveSession, "startTime" | "durationMinutes" | "cancelledAt">;

/** Returns how a session may leave the schedule: what was ever booked is cancelled, and stays once it is over. */
export function wayToEnd(session: Ending, canDelete: boolean, now: Date): "delete" | "cancel" | "none" {
  if (canDelete) return "delete";
  return session.cancelledAt !== null || endOf(session) <= now ? "none" : "cancel";
}

const isOf = (sessionId: string, statuses: ("pending" | "confirmed" | "completed")[]) =>
  and(eq(sessionBookings.sessionId, sessionId), inArray(sessionBookings.status, statuses));
