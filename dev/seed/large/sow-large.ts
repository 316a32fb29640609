import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "@db/client";
import { users } from "@db/schema";
import { sowBookings } from "./bookings";
import { sowLogs } from "./logs";
import { sowPurchases } from "./purchases";
import { firstAddress, sowPeople, sowSessions } from "./schedule";
import { sowWaitlists } from "./waitlists";
import type { Sizes, Sowing } from "./sizes";

/** Years of a busy business. */
export const largeSizes: Sizes = {
  users: 10_000,
  sessions: 5_000,
  bookings: 50_000,
  purchases: 4_000,
  codes: 200,
  mails: 60_000,
  auditEntries: 5_000,
};

/**
 * Adds people, three years of sessions with bookings and payments, waitlists, codes, purchases, mails and audit entries
 * to a database, dated from now, in one transaction. Every trigger looks on; nothing at Stripe stands behind the money,
 * and no mail goes out. Answers false and changes nothing where it has been done before.
 */
export async function sowLarge(db: Database, sowing: Sowing): Promise<boolean> {
  const isSown = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7112028)`);
    if (await isThere(tx)) return false;
    // The same spread every time.
    await tx.execute(sql`select setseed(0.42)`);
    await sowPeople(tx, sowing);
    await sowSessions(tx, sowing);
    await sowBookings(tx, sowing);
    await sowWaitlists(tx, sowing);
    await sowPurchases(tx, sowing);
    await sowLogs(tx, sowing);
    return true;
  });
  // As PostgreSQL does by itself, some minutes later: until then no index alone is enough.
  if (isSown) await db.execute(sql`vacuum (analyze)`);
  return isSown;
}

async function isThere(tx: Transaction): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.email, firstAddress)).limit(1);
  return found.length > 0;
}
