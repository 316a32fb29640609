import type { Queryable, Transaction } from "@db/client";
import { sessionWaitlist, users } from "@db/schema";
import { one } from "@db/one";
import { and, asc, count, eq, inArray, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { type Line, type LineRef, lockLine, whereInLine } from "./lines";

export type Entry = typeof sessionWaitlist.$inferSelect;
type EntryStatus = Entry["status"];

/** An accepted offer is offered again if no checkout could be opened. */
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

export const openStatuses = ["waiting", "offered"] as const;

/** Changes the state of an entry, whose session or dates must be locked. Throws a plain Error on an illegal move: a bug. */
export async function moveEntry(
  tx: Transaction,
  entry: Entry,
  to: EntryStatus,
  values: Partial<
    Pick<Entry, "offeredAt" | "offerEndsAt" | "passId" | "heldCredits" | "bookingId" | "purchaseId" | "endedAt">
  > = {},
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

export type EntryRef = { id: string; key: string };

export function bookingIdOf({ id, bookingId }: Entry): string {
  if (!bookingId) throw new Error(`waitlist entry ${id} has no booking`);
  return bookingId;
}

/** Throws the same not_found for an unknown id and a wrong key. */
export async function requireEntry(db: Queryable, { id, key }: EntryRef): Promise<Entry> {
  const [entry] = await db
    .select()
    .from(sessionWaitlist)
    .where(and(eq(sessionWaitlist.id, id), eq(sessionWaitlist.manageKey, key)));
  if (!entry) throw new DomainError("not_found", "Waitlist entry not found");
  return entry;
}

/** Locks an entry, and before it the session or the dates, which every change of places and waitlist needs. */
export async function lockEntry(
  tx: Transaction,
  services: Pick<Services, "clock">,
  { id, sessionId, courseId }: Pick<Entry, "id" | "sessionId" | "courseId">,
) {
  const line: Line = await lockLine(tx, services, { sessionId, courseId });
  return { line, session: line.session, entry: await lockEntryInLine(tx, id) };
}

/** Locks an entry whose session or dates are locked. */
export async function lockEntryInLine(tx: Transaction, id: string): Promise<Entry> {
  const rows = await tx.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, id)).for("update");
  return one(rows, "waitlist entry");
}

export function listWaiting(tx: Transaction, line: LineRef): Promise<Entry[]> {
  return tx
    .select()
    .from(sessionWaitlist)
    .where(and(whereInLine(line), eq(sessionWaitlist.status, "waiting")))
    .orderBy(asc(sessionWaitlist.queueNumber));
}

/** Returns who gets the free places: the first in line whose wish fits, then the next. The skipped keep their turn. */
export function pickFitting<WaitingEntry extends { quantity: number }>(
  line: WaitingEntry[],
  free: number | null,
): WaitingEntry[] {
  let left = free ?? Infinity;
  return line.filter(({ quantity }) => {
    if (quantity > left) return false;
    left -= quantity;
    return true;
  });
}

export async function placeInLine(db: Queryable, { sessionId, courseId, queueNumber }: Entry): Promise<number> {
  const isBefore = and(
    whereInLine({ sessionId, courseId }),
    eq(sessionWaitlist.status, "waiting"),
    lt(sessionWaitlist.queueNumber, queueNumber),
  );
  return (await db.$count(sessionWaitlist, isBefore)) + 1;
}

export const isOpenEntryOf = (sessionId: string) => isOpenEntryIn({ sessionId });

export const isOpenEntryIn = (line: LineRef) =>
  and(whereInLine(line), inArray(sessionWaitlist.status, [...openStatuses]));

/** Includes entries made without an account with the member's address, once it is confirmed. */
export function whereEntryOf(user: { id: string }): SQL | undefined {
  const confirmedEmail = sql`(select lower(${users.email}) from ${users}
    where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`;
  return or(
    eq(sessionWaitlist.userId, user.id),
    and(isNull(sessionWaitlist.userId), sql`lower(${sessionWaitlist.email}) = ${confirmedEmail}`),
  );
}

export async function countInLine(db: Queryable, sessionIds: string[]): Promise<Map<string, number>> {
  if (sessionIds.length === 0) return new Map();
  const { sessionId, status } = sessionWaitlist;
  const rows = await db
    .select({ sessionId, waiting: count() })
    .from(sessionWaitlist)
    .where(and(inArray(sessionId, sessionIds), inArray(status, [...openStatuses])))
    .groupBy(sessionId);
  return new Map(rows.map(({ sessionId: id, waiting }) => [id ?? "", waiting]));
}

export const refuseAnswer = (status: Exclude<EntryStatus, "offered">) =>
  new DomainError("closed", reasons[status], { ending: "gone" });

const reasons: Record<Exclude<EntryStatus, "offered">, string> = {
  waiting: "No place has become free yet.",
  accepted: "You have taken this place already.",
  declined: "You have declined this place.",
  expired: "This offer has expired, and the place went to the next person.",
  left: "You have left this waitlist.",
  removed: "You are no longer on this waitlist.",
  closed: "This waitlist is closed.",
};
