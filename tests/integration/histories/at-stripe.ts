import Stripe from "stripe";
import type { TestApp } from "../../support/test-app";
import { pick } from "./people";
import type { Step } from "./steps";

/** Refunds in Stripe's own dashboard, without the site's metadata. */
export async function refundAtStripe(
  { stripe, services }: TestApp,
  { nth, part }: Extract<Step, { kind: "refund at Stripe" }>,
): Promise<void> {
  const { charges } = await stripe.control.state();
  const charge = pick(
    charges.filter((candidate) => candidate.paid && candidate.amount_refunded < candidate.amount),
    nth,
  );
  if (!charge) return;
  const left = charge.amount - charge.amount_refunded;
  const amount = part === "all" ? left : Math.ceil(left / 2);
  try {
    await services.stripe.client.refunds.create({ charge: charge.id, amount });
  } catch (error) {
    // Another refund came first and left less than this amount.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** Creates the next checkout at Stripe and loses the answer. */
export async function openPageUnheard({ stripe }: TestApp): Promise<void> {
  await stripe.control.fail({ operation: "checkout.sessions.create", drop: true, afterEffect: true, times: 3 });
}
