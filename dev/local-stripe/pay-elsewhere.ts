import { change, nowInSeconds, type Context } from "./context";
import { recordEvent } from "./events";
import { buildSucceededCharge, type ChargeObject } from "./objects/charge";
import { buildIntent, succeededIntent } from "./objects/payment-intent";
import { insertObject } from "./store";

export type PaymentElsewhere = {
  amount: number;
  currency?: string | undefined;
  /** Made by the old Charges API, which knows no payment intents. */
  isWithoutIntent?: boolean | undefined;
};

/** Another program takes a payment through the same Stripe account: it has none of the site's metadata. */
export function payElsewhere(
  ctx: Context,
  { amount, currency = "gbp", isWithoutIntent = false }: PaymentElsewhere,
): Promise<ChargeObject> {
  const owner = { sessionId: "", email: "" };
  return change(ctx, async (tx) => {
    const created = nowInSeconds(ctx);
    const page = { amount_total: amount, currency, allowed_payment_method_types: null };
    const intent = buildIntent(page, {}, created);
    const made = buildSucceededCharge({ intent, email: null, created, receiptUrl: ctx.siteUrl });
    const charge = { ...made, payment_intent: isWithoutIntent ? null : intent.id };
    await insertObject(tx, "charge", { body: charge, ...owner });
    await recordEvent(ctx, tx, { type: "charge.succeeded", object: charge, email: "" });
    if (isWithoutIntent) return charge;
    const paid = succeededIntent(intent, charge);
    await insertObject(tx, "payment_intent", { body: paid, ...owner });
    await recordEvent(ctx, tx, { type: "payment_intent.succeeded", object: paid, email: "" });
    return charge;
  });
}
