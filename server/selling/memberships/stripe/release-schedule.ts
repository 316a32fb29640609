import Stripe from "stripe";
import type { Services } from "../../../core/services";
import { scheduleOf } from "./facts";

/** Lets a subscription go on without what is planned for it. A second time changes nothing. Throws Stripe's errors. */
export async function releaseSchedule(
  { stripe }: Pick<Services, "stripe">,
  subscription: Stripe.Subscription,
): Promise<void> {
  const id = scheduleOf(subscription);
  if (!id) return;
  const { subscriptionSchedules } = stripe.client;
  try {
    await subscriptionSchedules.release(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // Another process may have been faster.
    const { status } = await subscriptionSchedules.retrieve(id);
    if (status === "active" || status === "not_started") throw error;
  }
}
