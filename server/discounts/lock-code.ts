import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { discountCodes } from "@db/schema";

export type DiscountCode = typeof discountCodes.$inferSelect;

/**
 * Locks a code's row until the transaction ends: everybody who redeems it queues here, whatever the session. Comes
 * after the session's row and before the booking's. Null where there is no such code (any more).
 */
export async function lockCode(tx: Transaction, code: string): Promise<DiscountCode | null> {
  const [found] = await tx.select().from(discountCodes).where(eq(discountCodes.code, code)).for("no key update");
  return found ?? null;
}
