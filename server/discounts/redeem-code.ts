import type { Transaction } from "@db/client";
import type { DiscountTerms } from "@db/schema";
import { assertUsable } from "./assert-usable";
import { lockCode } from "./lock-code";
import { termsOf } from "./terms-of";

/**
 * Takes a code for what this transaction is about to insert: its row stays locked until then, so that nobody else can
 * come between the count of its uses and this one. Throws discount_refused.
 */
export async function redeemCode(tx: Transaction, code: string, now: Date): Promise<DiscountTerms> {
  return termsOf(await assertUsable(tx, await lockCode(tx, code), { now }));
}
