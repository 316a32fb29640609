import { eq } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { sessionWaitlist } from "@db/schema";
import { DomainError } from "../../core/errors";
import { lockEntry, openStatuses, type Entry } from "../entries";

/** An entry by its id, for the instructor. Throws not_found where it is not in line (any more). */
export async function requireInLine(db: Queryable, id: string): Promise<Entry> {
  const [entry] = await db.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, id));
  if (!entry || !isInLine(entry)) throw new DomainError("not_found", "This entry is not on the waitlist any more.");
  return entry;
}

/** The same, with its session's and its own lock. */
export async function lockInLine(tx: Transaction, id: string) {
  const locked = await lockEntry(tx, await requireInLine(tx, id));
  if (!isInLine(locked.entry)) throw new DomainError("not_found", "This entry is not on the waitlist any more.");
  return locked;
}

const isInLine = ({ status }: Entry) => openStatuses.some((open) => open === status);
