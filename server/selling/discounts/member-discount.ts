import type { Queryable } from "@db/client";
import { memberships } from "@db/schema";
import type { Context } from "../../core/context";
import { whereGranting } from "../../core/granting";
import type { DiscountTerms } from "../money/quote";
import type { SessionPricing } from "../money/session-price";

/** Returns prices with what the visitor's membership takes off them, for the form and for the booking. */
export async function withMemberTerms<Pricing extends SessionPricing>(
  db: Queryable,
  { user, clock }: Pick<Context, "user" | "clock">,
  pricing: Pricing,
): Promise<Pricing> {
  if (!user) return pricing;
  const [membership] = await db
    .select({ percentage: memberships.discountPercent })
    .from(memberships)
    .where(whereGranting(user, clock.now()));
  const percentage = membership?.percentage ?? 0;
  const memberTerms: DiscountTerms | null = percentage > 0 ? { type: "percentage", percentage } : null;
  return { ...pricing, memberTerms };
}
