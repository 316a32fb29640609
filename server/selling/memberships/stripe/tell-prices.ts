import { type Membership, memberships } from "@db/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import type Stripe from "stripe";
import type { Services } from "../../../core/services";
import { findOpenChange } from "../plan-changes";
import { itemOf } from "./follow-plan";
import { findOrMakePrice, planIdOf } from "./price";
import { isScheduled } from "./schedule-change";

/**
 * Tells Stripe of prices that are due, each for the next renewal: nothing is charged by this. A second time changes
 * nothing. What fails waits for the next round.
 */
export async function tellPrices(services: Services): Promise<void> {
  const { db, log } = services;
  const isUntold = and(eq(memberships.isPriceUntold, true), isNotNull(memberships.reference));
  for (const membership of await db.select().from(memberships).where(isUntold)) {
    try {
      await tellPrice(services, membership);
    } catch (error) {
      log.warn({ err: error, membershipId: membership.id }, "Stripe not told of a price; the next run tries again");
    }
  }
}

async function tellPrice(services: Services, { id }: Membership): Promise<void> {
  const { db, stripe } = services;
  const { subscriptions } = stripe.client;
  // Telling those before may have taken long.
  const [membership] = await db.select().from(memberships).where(eq(memberships.id, id));
  if (!membership?.reference || !membership.isPriceUntold) return;
  // A change of plan is planned or waits for its payment: its price comes with it, and this one if it is taken back.
  if (await findOpenChange(db, membership)) return;
  const { reference, priceMinor, productId } = membership;
  const subscription = await subscriptions.retrieve(reference);
  const isOver = subscription.status === "canceled" || subscription.status === "incomplete_expired";
  if (!isOver) {
    if (isScheduled(subscription)) return;
    const item = itemOf(subscription);
    const price = await findOrMakePrice(services, membership);
    // Another plan that was chosen in Stripe's dashboard stays.
    if (item.price.id !== price && isOf(membership, item.price)) {
      await subscriptions.update(reference, { items: [{ id: item.id, price }], proration_behavior: "none" });
    }
  }
  // Another price may be due meanwhile, or another plan.
  const isSame = and(
    ...[eq(memberships.id, id), eq(memberships.priceMinor, priceMinor), eq(memberships.productId, productId)],
  );
  await db.update(memberships).set({ isPriceUntold: false }).where(isSame);
}

/** Returns whether a price is one of the plan and the interval of a membership. */
const isOf = ({ productId, interval }: Membership, { product, recurring }: Stripe.Price): boolean =>
  planIdOf(typeof product === "string" ? product : product.id) === productId && recurring?.interval === interval;
