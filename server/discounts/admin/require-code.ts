import { and, eq, ne } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { isBusy, isTaken } from "@db/errors";
import { discountCodes } from "@db/schema";
import { DomainError } from "../../core/errors";
import type { MemberContext } from "../../core/context";
import type { DiscountCode } from "../lock-code";

/** Throws not_found. */
export async function requireCode(db: Queryable, id: string): Promise<DiscountCode> {
  const [found] = await db.select().from(discountCodes).where(eq(discountCodes.id, id));
  if (!found) throw new DomainError("not_found", "Discount code not found");
  return found;
}

/** Locks a code as those do who redeem it: what is decided here about its uses holds until the transaction ends. */
export async function lockCodeById(tx: Transaction, id: string): Promise<DiscountCode> {
  await tx.select().from(discountCodes).where(eq(discountCodes.id, id)).for("update");
  return requireCode(tx, id);
}

/** Throws invalid where another code is called so. */
export async function requireFreeCode(tx: Transaction, { id, code }: { id: string; code: string }): Promise<void> {
  const others = await tx.$count(discountCodes, and(eq(discountCodes.code, code), ne(discountCodes.id, id)));
  if (others > 0) throw taken();
}

const taken = () => new DomainError("invalid", "There is a code with this name already.", { field: "code" });

/** A transaction that changes codes. Throws busy; and invalid where somebody else took the name a moment before. */
export async function changeCodes<Value>(
  { db }: Pick<MemberContext, "db">,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (isBusy(error)) throw new DomainError("busy", "This code is in use. Please try again.", { cause: error });
    if (isTaken(error)) throw taken();
    throw error;
  }
}
