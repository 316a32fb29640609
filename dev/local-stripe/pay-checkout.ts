import { billDue } from "./billing/due";
import { subscribe } from "./billing/checkout";
import type { Context } from "./context";
import type { CardBehaviour } from "./objects/payment-method";
import { attempt, declineSession, type PaymentOutcome, paySession } from "./payments";

/** Pays a session once, even for concurrent attempts, or starts its subscription. */
export async function payCheckout(ctx: Context, id: string, card: CardBehaviour = "accepted"): Promise<PaymentOutcome> {
  if (card === "refused") return declineCheckout(ctx, id);
  await billDue(ctx);
  return attempt(ctx, id, (tx, kept) =>
    kept.body.mode === "subscription" ? subscribe(ctx, tx, kept, card) : paySession(ctx, tx, kept),
  );
}

/** Declines a payment; the session stays open. Nothing is charged yet when a trial begins. */
export const declineCheckout = (ctx: Context, id: string): Promise<PaymentOutcome> =>
  attempt(ctx, id, (tx, kept) =>
    kept.body.amount_total === 0
      ? Promise.resolve({ result: "declined", session: kept.body })
      : declineSession(ctx, tx, kept),
  );
