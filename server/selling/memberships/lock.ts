import type { Transaction } from "@db/client";
import { type Membership, memberships } from "@db/schema";
import { asc, type SQL } from "drizzle-orm";

/** Locks memberships in the order of their ids: after the account and purchases, before passes. */
export const lockMemberships = (tx: Transaction, condition: SQL | undefined): Promise<Membership[]> =>
  tx.select().from(memberships).where(condition).orderBy(asc(memberships.id)).for("no key update");
