import type { Membership, PlanChange } from "@db/schema";
import Stripe from "stripe";
import type { Services } from "../../../core/services";
import { updateOpenChange } from "../plan-changes";
import { instantOf } from "./facts";
import { itemOf } from "./follow-plan";

type ScheduleServices = Pick<Services, "db" | "stripe">;
type SubscriptionRef = Pick<Membership, "reference">;

const scheduleOf = ({ schedule }: Stripe.Subscription): string | null =>
  typeof schedule === "string" ? schedule : (schedule?.id ?? null);

/**
 * Lets Stripe charge another price when what is paid has ended, by a schedule of two phases. Safe to repeat: the
 * subscription has one schedule, and one that was taken back meanwhile is released again. Throws Stripe's errors.
 */
export async function scheduleChange(
  services: ScheduleServices,
  membership: SubscriptionRef,
  change: PlanChange,
): Promise<void> {
  const { subscriptions, subscriptionSchedules } = services.stripe.client;
  if (!membership.reference) return;
  const subscription = await subscriptions.retrieve(membership.reference);
  const { price, quantity, current_period_start: from, current_period_end: until } = itemOf(subscription);
  if (price.id === change.priceReference) return;
  const id = scheduleOf(subscription) ?? (await makeSchedule(services, subscription));
  const isTrial = subscription.status === "trialing" && subscription.trial_end !== null;
  await subscriptionSchedules.update(id, {
    end_behavior: "release",
    proration_behavior: "none",
    metadata: { changeId: change.id },
    phases: [
      {
        ...{ items: [{ price: price.id, quantity: quantity ?? 1 }], start_date: from, end_date: until },
        ...(isTrial && { trial_end: subscription.trial_end ?? until }),
      },
      {
        items: [{ price: change.priceReference, quantity: 1 }],
        duration: { interval: change.interval },
        proration_behavior: "none",
        // Without it Stripe may go on with the days of the old interval, and charge the new one later.
        ...(price.recurring?.interval !== change.interval && { billing_cycle_anchor: "phase_start" as const }),
      },
    ],
  });
  const isWanted = await updateOpenChange(services.db, change, { scheduleReference: id, startsAt: instantOf(until) });
  if (!isWanted) await release(services, id);
}

/** Releases a schedule, unless another process was faster. Throws Stripe's errors. */
async function release({ stripe }: Pick<Services, "stripe">, id: string): Promise<void> {
  const { subscriptionSchedules } = stripe.client;
  try {
    await subscriptionSchedules.release(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = await subscriptionSchedules.retrieve(id);
    if (status === "active" || status === "not_started") throw error;
  }
}

/** A subscription has one schedule at most, so this needs no key, which would bring one back that was released since. */
async function makeSchedule({ stripe }: ScheduleServices, subscription: Stripe.Subscription): Promise<string> {
  const { subscriptions, subscriptionSchedules } = stripe.client;
  try {
    return (await subscriptionSchedules.create({ from_subscription: subscription.id })).id;
  } catch (error) {
    // Another process may have been faster.
    const made = scheduleOf(await subscriptions.retrieve(subscription.id));
    if (made === null || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return made;
  }
}

/**
 * Lets a subscription go on as it is, before something else is changed in it: Stripe lets a schedule alone change what
 * has one. Throws Stripe's errors.
 */
export async function releaseSchedule(
  { stripe }: Pick<Services, "stripe">,
  { reference }: SubscriptionRef,
): Promise<void> {
  if (!reference) return;
  const id = scheduleOf(await stripe.client.subscriptions.retrieve(reference));
  if (id) await release({ stripe }, id);
}

/** Releases a schedule of ours that no change wants any more. Throws Stripe's errors. */
export async function releaseUnwanted(
  { stripe }: Pick<Services, "stripe">,
  subscription: Stripe.Subscription,
): Promise<void> {
  const { subscriptionSchedules } = stripe.client;
  const id = scheduleOf(subscription);
  if (!id) return;
  const { metadata, status } = await subscriptionSchedules.retrieve(id);
  if (metadata?.changeId && status === "active") await release({ stripe }, id);
}

/** Returns whether a subscription has a schedule. */
export const isScheduled = (subscription: Stripe.Subscription): boolean => scheduleOf(subscription) !== null;
