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
      { items: [{ price: change.priceReference, quantity: 1 }], duration: { interval: change.interval } },
    ],
  });
  const isWanted = await updateOpenChange(services.db, change, { scheduleReference: id, startsAt: instantOf(until) });
  if (!isWanted) await subscriptionSchedules.release(id);
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
  const { subscriptions, subscriptionSchedules } = stripe.client;
  if (!reference) return;
  const id = scheduleOf(await subscriptions.retrieve(reference));
  if (id) await subscriptionSchedules.release(id);
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
  if (metadata?.changeId && status === "active") await subscriptionSchedules.release(id);
}

/** Returns whether a subscription has a schedule. */
export const isScheduled = (subscription: Stripe.Subscription): boolean => scheduleOf(subscription) !== null;
