import type { Queryable } from "@db/client";
import { memberships, type products, type DiscountTerms } from "@db/schema";
import type { Context } from "../../core/context";
import { whereGranting } from "../entitlements/granting";
import type { SessionPricing } from "../../platform/money/session-price";
import { kinds } from "../products/kinds";

type MemberReading = Pick<Context, "user" | "clock">;

/** Returns prices with what the visitor's membership takes off them, for the form and for the booking. */
export const withMemberTerms = async <Pricing extends SessionPricing>(
  db: Queryable,
  ctx: MemberReading,
  pricing: Pricing,
): Promise<Pricing> => ({ ...pricing, memberTerms: await readMemberTerms(db, ctx) });

/** Returns what is for sale with what the visitor's membership takes off it: not off money on a gift card. */
export async function withMemberTermsOn<Item extends PricedItem>(
  db: Queryable,
  ctx: MemberReading,
  item: Item,
): Promise<Item> {
  if (!kinds[item.product.kind].isDiscounted) return item;
  return { ...item, pricing: await withMemberTerms(db, ctx, item.pricing) };
}

type PricedItem = { product: Pick<typeof products.$inferSelect, "kind">; pricing: SessionPricing };

/** Returns what the visitor's membership takes off what nothing else pays for; null for none. */
async function readMemberTerms(db: Queryable, { user, clock }: MemberReading): Promise<DiscountTerms | null> {
  if (!user) return null;
  const [membership] = await db
    .select({ percentage: memberships.discountPercent })
    .from(memberships)
    .where(whereGranting(user, clock.now()));
  return memberTermsOf(membership?.percentage ?? null);
}

/** Returns what a membership with this discount takes off; null for none. */
export const memberTermsOf = (percentage: number | null): DiscountTerms | null =>
  percentage !== null && percentage > 0 ? { type: "percentage", percentage } : null;
