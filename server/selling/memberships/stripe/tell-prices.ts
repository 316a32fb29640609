import { type Membership, memberships } from "@db/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Services } from "../../../core/services";
import { findOrMakePrice } from "./price";
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

async function tellPrice(services: Services, membership: Membership): Promise<void> {
  const { id, reference, priceMinor } = membership;
  const { subscriptions } = services.stripe.client;
  if (!reference) return;
  const subscription = await subscriptions.retrieve(reference);
  const [item] = subscription.items.data;
  // A change of plan is planned: its price comes with it, and this one if it is taken back.
  if (isScheduled(subscription)) return;
  const isOver = subscription.status === "canceled" || subscription.status === "incomplete_expired";
  if (item && !isOver) {
    const price = await findOrMakePrice(services, membership);
    if (item.price.id !== price) {
      await subscriptions.update(reference, { items: [{ id: item.id, price }], proration_behavior: "none" });
    }
  }
  // Another price may be due meanwhile.
  const isSame = and(eq(memberships.id, id), eq(memberships.priceMinor, priceMinor));
  await services.db.update(memberships).set({ isPriceUntold: false }).where(isSame);
}
