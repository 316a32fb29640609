import type { Queryable, Transaction } from "@db/client";
import { type LiveSession, sessionWaitlist, users } from "@db/schema";
import { one } from "@db/one";
import { and, asc, count, eq, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { DomainError } from "../core/errors";
import { lockSession } from "../schedule/find-session";

export type Entry = typeof sessionWaitlist.$inferSelect;
type EntryStatus = Entry["status"];

/** From each status to those that may follow. An accepted offer comes back where no payment page could be opened. */
const next: Record<EntryStatus, readonly EntryStatus[]> = {
  waiting: ["offered", "left", "removed", "closed"],
  offered: ["accepted", "declined", "expired", "left", "removed", "closed"],
  accepted: ["offered"],
  declined: [],
  expired: [],
  left: [],
  removed: [],
  closed: [],
};

/** Still in line, waiting or with an offer. */
export const openStatuses = ["waiting", "offered"] as const;

/** Moves an entry, whose session is locked, to another status. Throws where that is not a legal move: a fault of ours. */
export async function moveEntry(
  tx: Transaction,
  entry: Entry,
  to: EntryStatus,
  values: Partial<Pick<Entry, "offeredAt" | "offerEndsAt" | "bookingId" | "endedAt">> = {},
): Promise<Entry> {
  if (!next[entry.status].includes(to)) {
    throw new Error(`waitlist entry ${entry.id} can't go from ${entry.status} to ${to}`);
  }
  return one(
    await tx
      .update(sessionWaitlist)
      .set({ ...values, status: to })
      .where(eq(sessionWaitlist.id, entry.id))
      .returning(),
    "waitlist entry",
  );
}

/** What a mailed link proves: the entry and its key. */
export type EntryRef = { id: string; key: string };

/** Returns the booking that an accepted offer became. Throws an Error for any other entry. */
export function bookingIdOf({ id, bookingId }: Entry): string {
  if (!bookingId) throw new Error(`waitlist entry ${id} has no booking`);
  return bookingId;
}

/** Returns an entry by its key. Throws the same not_found for an unknown id and a wrong key. */
export async function requireEntry(db: Queryable, { id, key }: EntryRef): Promise<Entry> {
  const [entry] = await db
    .select()
    .from(sessionWaitlist)
    .where(and(eq(sessionWaitlist.id, id), eq(sessionWaitlist.manageKey, key)));
  if (!entry) throw new DomainError("not_found", "Waitlist entry not found");
  return entry;
}

/** Locks an entry and its session: every change of a session's places and line waits for that lock. */
export async function lockEntry(tx: Transaction, entry: Pick<Entry, "id" | "sessionId">) {
  const session: LiveSession = await lockSession(tx, entry.sessionId);
  const rows = await tx.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, entry.id)).for("update");
  return { session, entry: one(rows, "waitlist entry") };
}

/** Those who have waited longest, at most so many; all of them without a limit. */
export async function firstInLine(tx: Transaction, sessionId: string, limit: number | null): Promise<Entry[]> {
  const line = tx
    .select()
    .from(sessionWaitlist)
    .where(and(eq(sessionWaitlist.sessionId, sessionId), eq(sessionWaitlist.status, "waiting")))
    .orderBy(asc(sessionWaitlist.queueNumber));
  return limit === null ? line : line.limit(limit);
}

/** Returns an entry's place in line: one more than the number of those who have waited longer and still wait. */
export async function placeInLine(db: Queryable, { sessionId, queueNumber }: Entry): Promise<number> {
  const isBefore = and(
    eq(sessionWaitlist.sessionId, sessionId),
    eq(sessionWaitlist.status, "waiting"),
    lt(sessionWaitlist.queueNumber, queueNumber),
  );
  return (await db.$count(sessionWaitlist, isBefore)) + 1;
}

/** For a WHERE clause: the entries that are still in line for a session. */
export const isOpenEntryOf = (sessionId: string) =>
  and(eq(sessionWaitlist.sessionId, sessionId), inArray(sessionWaitlist.status, [...openStatuses]));

/**
 * The waitlist entries of a member, for a WHERE clause: those made while signed in, and those that were made
 * without an account with their e-mail address, once it is confirmed.
 */
export function whereEntryOf(user: { id: string }): SQL | undefined {
  const confirmedEmail = sql`(select lower(${users.email}) from ${users}
    where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`;
  return or(
    eq(sessionWaitlist.userId, user.id),
    and(isNull(sessionWaitlist.userId), sql`lower(${sessionWaitlist.email}) = ${confirmedEmail}`),
  );
}

/** Returns how many people are in line for each of these sessions, in one query. */
export async function countInLine(db: Queryable, sessionIds: string[]): Promise<Map<string, number>> {
  if (sessionIds.length === 0) return new Map();
  const { sessionId, status } = sessionWaitlist;
  const rows = await db
    .select({ sessionId, waiting: count() })
    .from(sessionWaitlist)
    .where(and(inArray(sessionId, sessionIds), inArray(status, [...openStatuses])))
    .groupBy(sessionId);
  return new Map(rows.map(({ sessionId: id, waiting }) => [id, waiting]));
}

/** Why an entry has no offer (any more) that could be answered. */
export const refuseAnswer = (status: Exclude<EntryStatus, "offered">) => new DomainError("closed", reasons[status]);

const reasons: Record<Exclude<EntryStatus, "offered">, string> = {
  waiting: "No place has become free yet.",
  accepted: "You have taken this place already.",
  declined: "You have said no thanks to this place.",
  expired: "This offer has run out, and the place has been passed on.",
  left: "You have left this waitlist.",
  removed: "You are not on this waitlist any more.",
  closed: "This waitlist is closed.",
};
