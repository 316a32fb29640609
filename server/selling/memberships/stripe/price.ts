import { one } from "@db/one";
import { type Membership, products } from "@db/schema";
import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { isUuid } from "../../../core/input-schemas";
import type { Services } from "../../../core/services";
import { idempotencyKey } from "../../../payments/idempotency-key";

/** What a membership or a change of it costs. */
type PricedMembership = Pick<Membership, "productId" | "interval" | "priceMinor" | "currency">;
type PriceServices = Pick<Services, "db" | "stripe">;

/**
 * Returns Stripe's price of what a member has agreed to, which is found again by its lookup key, or made once in an
 * attempt. Throws Stripe's errors.
 */
export async function findOrMakePrice(
  services: PriceServices,
  priced: PricedMembership,
  attempt: string,
): Promise<string> {
  const { prices } = services.stripe.client;
  const key = lookupKeyOf(priced);
  const [known] = (await prices.list({ lookup_keys: [key], limit: 1 })).data;
  if (known?.active && isSame(known, priced)) return known.id;
  const product = await findOrMakeProduct(services, priced.productId, attempt);
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
    { idempotencyKey: idempotencyKey("price", attempt, key, known?.id ?? "") },
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

/** The plan's id is the product's id at Stripe, so that there is one. What it is called later is told by a job. */
async function findOrMakeProduct({ db, stripe }: PriceServices, planId: string, attempt: string): Promise<string> {
  const plan = one(await db.select().from(products).where(eq(products.id, planId)), "plan");
  const { title: name, description } = plan;
  const id = productIdOf(planId);
  try {
    await stripe.client.products.create(
      { id, name, ...(description && { description }), metadata: { planId } },
      { idempotencyKey: idempotencyKey("product", attempt, id, name, description) },
    );
  } catch (error) {
    const isMade = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_already_exists";
    if (!isMade) throw error;
  }
  return id;
}
