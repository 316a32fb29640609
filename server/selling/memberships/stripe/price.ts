import { createHash } from "node:crypto";
import type { Membership } from "@db/schema";
import Stripe from "stripe";
import { isUuid } from "../../../core/input-schemas";
import type { Services } from "../../../core/services";

/** What a membership or a change of it costs. */
type PricedMembership = Pick<Membership, "productId" | "title" | "interval" | "priceMinor" | "currency">;
type PriceServices = Pick<Services, "stripe">;

/** Returns Stripe's price of what a member has agreed to, which is made once and found again by its lookup key. */
export async function findOrMakePrice(services: PriceServices, priced: PricedMembership): Promise<string> {
  const { prices } = services.stripe.client;
  const key = lookupKeyOf(priced);
  const { data } = await prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const known = data.find((price) => isSame(price, priced));
  if (known) return known.id;
  const product = await findOrMakeProduct(services, priced);
  const made = await prices.create(
    {
      product,
      currency: priced.currency.toLowerCase(),
      unit_amount: priced.priceMinor,
      recurring: { interval: priced.interval },
      // One that is not the same any more, or is switched off, leaves its key to the new one.
      lookup_key: key,
      transfer_lookup_key: true,
      metadata: { planId: priced.productId },
    },
    { idempotencyKey: `price:${key}:${data[0]?.id ?? "first"}` },
  );
  return made.id;
}

const lookupKeyOf = ({ productId, interval, currency, priceMinor }: PricedMembership): string =>
  `${productId}:${interval}:${currency}:${priceMinor}`;

const isSame = ({ unit_amount, currency, recurring }: Stripe.Price, priced: PricedMembership): boolean =>
  unit_amount === priced.priceMinor &&
  currency === priced.currency.toLowerCase() &&
  recurring?.interval === priced.interval &&
  recurring.interval_count === 1;

const prefix = "plan_";

/** Returns the id at Stripe of a plan's product. */
export const productIdOf = (planId: string): string => prefix + planId;

/** Returns the plan of a product at Stripe; null for another product. */
export function planIdOf(product: string): string | null {
  const id = product.startsWith(prefix) ? product.slice(prefix.length) : "";
  return isUuid(id) ? id : null;
}

/** The plan's id is the product's id at Stripe, so that there is one. */
async function findOrMakeProduct(
  { stripe }: PriceServices,
  { productId: planId, title }: PricedMembership,
): Promise<string> {
  const { products } = stripe.client;
  const id = productIdOf(planId);
  // A header takes no letters beyond Latin-1.
  const name = createHash("sha256").update(title).digest("hex").slice(0, 32);
  try {
    await products.create({ id, name: title, metadata: { planId } }, { idempotencyKey: `product:${id}:${name}` });
  } catch (error) {
    const isMade = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_already_exists";
    if (!isMade) throw error;
  }
  return id;
}
