import type { Queryable, Transaction } from "@db/client";
import { type PlaceLimit, passes, passTerms } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { lockPasses } from "./lock";

/** Counts the passes that were bought and are not at their end, and whose limit is not that of the pass on sale. */
export async function countOtherHolders(db: Queryable, productId: string): Promise<number> {
  const limit = db.select({ limit: passTerms.placeLimit }).from(passTerms).where(eq(passTerms.productId, productId));
  return db.$count(passes, and(isHeldOf(productId), sql`${passes.placeLimit} is distinct from (${limit})`));
}

/** Gives those who hold a pass its limit. Returns how many. */
export async function limitHeld(tx: Transaction, productId: string, placeLimit: PlaceLimit): Promise<number> {
  const held = await lockPasses(tx, isHeldOf(productId));
  if (held.length === 0) return 0;
  const ids = held.map(({ id }) => id);
  await tx.update(passes).set({ placeLimit }).where(inArray(passes.id, ids));
  return held.length;
}

const isHeldOf = (productId: string) =>
  and(eq(passes.productId, productId), isNotNull(passes.purchaseId), isNull(passes.endedAt));
