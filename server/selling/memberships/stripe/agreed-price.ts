import type { Membership } from "@db/schema";
import type Stripe from "stripe";
import { type Currency, isCurrency } from "../../../core/money";
import { intervals } from "../plans/describe-plan";
import type { Interval } from "../periods/periods";
import { planIdOf } from "./price";

/** What a subscription is charged, or will be: the plan, how often it is paid, and what a period costs. */
export type AgreedPrice = {
  /** Null for a product that is no plan of ours. */
  planId: string | null;
  interval: Interval;
  priceMinor: number;
  currency: Currency;
};

/** Returns what a price of Stripe's says; null for one that no plan of ours could have. */
export function agreedPriceOf({ product, recurring, unit_amount, currency }: Stripe.Price): AgreedPrice | null {
  const code = currency.toUpperCase();
  const interval = intervals.find((known) => known === recurring?.interval);
  if (!interval || recurring?.interval_count !== 1 || unit_amount === null || !isCurrency(code)) {
    return null;
  }
  const planId = planIdOf(typeof product === "string" ? product : product.id);
  return { planId, interval, priceMinor: unit_amount, currency: code };
}

/** Returns the item of a subscription that is charged. */
export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error("Stripe has a subscription without items");
  return item;
}

/** Returns whether a membership has a price already. That of another product is one of its own plan. */
export const isAgreed = ({ productId, interval, priceMinor, currency }: Membership, price: AgreedPrice): boolean =>
  (price.planId ?? productId) === productId &&
  price.interval === interval &&
  price.priceMinor === priceMinor &&
  price.currency === currency;
