import type { Queryable } from "@db/client";
import { withTransaction } from "./balance";
import { buildSucceededCharge } from "./objects/charge";
import { buildSession, completedSession } from "./objects/checkout-session";
import { buildIntent, succeededIntent } from "./objects/payment-intent";
import { payOutPast } from "./payouts";
import { type NewObject, insertObjects } from "./store";

/** A payment of demo data; `metadata` is what the site gives a checkout. */
export type PastPayment = {
  amount: number;
  currency: string;
  email: string;
  paidAt: Date;
  metadata: Record<string, string> & { paymentId: string };
};

type MadePayment = { paymentId: string; checkoutId: string; intentId: string };

/** Adds payments of the past and the payouts that came of them, without events. */
export async function addPastPayments(
  tx: Queryable,
  { payments, siteUrl, now }: { payments: PastPayment[]; siteUrl: string; now: Date },
): Promise<MadePayment[]> {
  const inOrder = payments.toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
  const made = inOrder.map((payment) => objectsOf(payment, siteUrl));
  await insertObjects(
    tx,
    made.flatMap(({ objects }) => objects),
  );
  await payOutPast(tx, Math.floor(now.getTime() / 1000));
  return made.map(({ ids }) => ids);
}

function objectsOf(
  { amount, currency, email, paidAt, metadata }: PastPayment,
  siteUrl: string,
): { objects: NewObject[]; ids: MadePayment } {
  const created = Math.floor(paidAt.getTime() / 1000);
  const open = buildSession({
    siteUrl,
    created,
    currency,
    total: amount,
    metadata,
    customerEmail: email,
    expiresAt: created + 1860,
    successUrl: `${siteUrl}/booking-confirmation`,
    cancelUrl: null,
    clientReferenceId: null,
    locale: null,
    submitType: null,
    allowedPaymentMethodTypes: ["card"],
  });
  const intent = buildIntent(open, { metadata }, created);
  const receiptUrl = `${siteUrl}/dev/stripe/checkout/${open.id}`;
  const { charge, transaction } = withTransaction(buildSucceededCharge({ intent, email, created, receiptUrl }));
  const payer = { sessionId: open.id, email: email.toLowerCase() };
  return {
    objects: [
      { ...payer, kind: "checkout.session", body: completedSession({ ...open, payment_intent: intent.id }) },
      { ...payer, kind: "payment_intent", body: succeededIntent(intent, charge) },
      { ...payer, kind: "charge", body: charge },
      { ...payer, kind: "balance_transaction", body: transaction },
    ],
    ids: { paymentId: metadata.paymentId, checkoutId: open.id, intentId: intent.id },
  };
}
