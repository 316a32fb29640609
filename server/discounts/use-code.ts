import type { Queryable, Transaction } from "@db/client";
import type { Booking, DiscountTerms } from "@db/schema";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { networkOf } from "../core/network-of";
import { countAttempt } from "../rate-limits/rate-limits";
import { countUses, type DiscountCode, findCode, lockCode, termsOf } from "./discount-codes";
import { discountCode, invalidCode } from "./schemas";

/** Promises nothing until the code is redeemed. Throws discount_refused, rate_limited. */
export async function checkCode(
  ctx: Context,
  typed: string,
  except?: string,
): Promise<{ code: string; terms: DiscountTerms }> {
  await countAttempt(ctx, "discount code from address", networkOf(ctx.visitor.address));
  const code = discountCode.safeParse(typed);
  const found = code.data ? await findCode(ctx.db, code.data) : null;
  const usable = await assertUsable(ctx.db, found, { now: ctx.clock.now(), except });
  return { code: usable.code, terms: termsOf(usable) };
}

/** Locks the code until the insert, so that its limit can't be exceeded. Throws discount_refused. */
export async function redeemCode(tx: Transaction, code: string, now: Date): Promise<DiscountTerms> {
  return termsOf(await assertUsable(tx, await lockCode(tx, code), { now }));
}

/** Returns whether a revived booking may still use its code. Locks the code: call it between session and booking. */
export async function isCodeFreeFor(
  tx: Transaction,
  booking: Pick<Booking, "id" | "appliedDiscountCode">,
): Promise<boolean> {
  if (booking.appliedDiscountCode === null) return true;
  const code = await lockCode(tx, booking.appliedDiscountCode);
  // A deleted code's discount stays agreed.
  return code === null || hasUsesLeft(tx, code, booking.id);
}

type Options = {
  now: Date;
  except?: string | undefined;
};

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

/** Reliable only if the caller has locked the code. */
async function hasUsesLeft(db: Queryable, code: DiscountCode, except?: string): Promise<boolean> {
  const limit = code.isOneTimeUse ? 1 : code.maxUses;
  return limit === null || (await countUses(db, code.code, except)) < limit;
}

const refused = (message: string) => new DomainError("discount_refused", message);
