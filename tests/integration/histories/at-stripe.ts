import Stripe from "stripe";
import type { TestApp } from "../../support/test-app";
import { pick } from "./people";
import type { Step } from "./steps";

/** As the instructor does it in Stripe's own dashboard, which knows nothing of our refunds. */
export async function refundAtStripe(
  { stripe, services }: TestApp,
  { nth, part }: Extract<Step, { kind: "refund at Stripe" }>,
): Promise<void> {
  const { charges } = await stripe.control.state();
  const charge = pick(
    charges.filter((one) => one.paid && one.amount_refunded < one.amount),
    nth,
  );
  if (!charge) return;
  const left = charge.amount - charge.amount_refunded;
  const amount = part === "all" ? left : Math.ceil(left / 2);
  try {
    await services.stripe.client.refunds.create({ charge: charge.id, amount });
  } catch (error) {
    // Another refund was quicker, and less is left than that.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** The next payment page opens at Stripe, and the site does not hear of it. */
export async function openPageUnheard({ stripe }: TestApp): Promise<void> {
  await stripe.control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true, times: 3 });
}
