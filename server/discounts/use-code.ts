import type { Queryable, Transaction } from "@db/client";
import type { Booking, DiscountTerms } from "@db/schema";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { networkOf } from "../core/network-of";
import { spendAttempt } from "../rate-limits/rate-limits";
import { countUses, type DiscountCode, findCode, lockCode, termsOf } from "./discount-codes";
import { discountCode, invalidCode } from "./schemas";

/**
 * What a code gives as it stands now; nothing is promised by it until it is redeemed. Guessing is limited. Throws
 * discount_refused, rate_limited. `except` is a purchase of hers that does not count.
 */
export async function checkCode(
  ctx: Context,
  typed: string,
  except?: string,
): Promise<{ code: string; terms: DiscountTerms }> {
  await spendAttempt(ctx, "discount code from address", networkOf(ctx.visitor.address));
  const code = discountCode.safeParse(typed);
  const found = code.data ? await findCode(ctx.db, code.data) : null;
  const usable = await assertUsable(ctx.db, found, { now: ctx.clock.now(), except });
  return { code: usable.code, terms: termsOf(usable) };
}

/**
 * Takes a code for what this transaction is about to insert: its row stays locked until then, so that no other buyer can
 * come between the count of its uses and this one. Throws discount_refused.
 */
export async function redeemCode(tx: Transaction, code: string, now: Date): Promise<DiscountTerms> {
  return termsOf(await assertUsable(tx, await lockCode(tx, code), { now }));
}

/**
 * Whether a cancelled booking that is to live again still has its discount: false when other live bookings have used
 * its code meanwhile as often as it may be used. To be asked after the session's row has been locked and before the
 * booking's; holds the code's row lock until the transaction ends.
 */
export async function isCodeFreeFor(
  tx: Transaction,
  booking: Pick<Booking, "id" | "appliedDiscountCode">,
): Promise<boolean> {
  if (booking.appliedDiscountCode === null) return true;
  const code = await lockCode(tx, booking.appliedDiscountCode);
  // What was agreed with a code that has been deleted since stays agreed.
  return code === null || hasUsesLeft(tx, code, booking.id);
}

type Options = {
  now: Date;
  /** A booking or a purchase whose use does not count: it is the one that asks. */
  except?: string | undefined;
};

/**
 * Throws discount_refused for a code that there isn't, that is not active, out of its days, or used as often as it
 * may be.
 */
async function assertUsable(
  db: Queryable,
  code: DiscountCode | null | undefined,
  { now, except }: Options,
): Promise<DiscountCode> {
  if (!code?.isActive) throw refused(invalidCode);
  if (code.validFrom && now < code.validFrom) throw refused("This code can’t be used yet");
  if (code.validUntil && now >= code.validUntil) throw refused("This code has expired");
  if (!(await hasUsesLeft(db, code, except))) {
    throw refused(code.isOneTimeUse ? "This code has already been used" : "This code has been used up");
  }
  return code;
}

/** Whether another live booking or purchase may use a code. Counts under a lock only where the caller holds one. */
async function hasUsesLeft(db: Queryable, code: DiscountCode, except?: string): Promise<boolean> {
  const limit = code.isOneTimeUse ? 1 : code.maxUses;
  return limit === null || (await countUses(db, code.code, except)) < limit;
}

const refused = (message: string) => new DomainError("discount_refused", message);
