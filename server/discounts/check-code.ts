import type { DiscountTerms } from "@db/schema";
import { networkOf } from "../core/network-of";
import { spendAttempt } from "../rate-limits/rate-limits";
import type { Context } from "../core/context";
import { assertUsable } from "./assert-usable";
import { findCode } from "./find-code";
import { discountCode } from "./schemas";
import { termsOf } from "./terms-of";

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
