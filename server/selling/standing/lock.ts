import type { Transaction } from "@db/client";
import { type StandingPlace, standingPlaces } from "@db/schema";
import { and, eq, isNull, sql } from "drizzle-orm";

/** Locks a standing place that was not given up: after sessions and the account, before memberships. */
export async function lockStanding(tx: Transaction, id: string): Promise<StandingPlace | null> {
  const isKept = and(eq(standingPlaces.id, id), isNull(standingPlaces.endedAt));
  const [standing] = await tx.select().from(standingPlaces).where(isKept).for("no key update");
  return standing ?? null;
}

/** Locks the standing places of a series against new ones, until the commit. */
export async function lockStandingPlaces(tx: Transaction, seriesId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${seriesLocks}::int, hashtext(${seriesId}))`);
}

/** The first half of the advisory lock key. */
const seriesLocks = 0x6272_0a03;
