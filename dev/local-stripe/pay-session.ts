import type { Queryable } from "@db/client";
import { change, nowInSeconds, type Context } from "./context";
import { recordEvent } from "./events";
import { expireDueSessions } from "./expire-sessions";
import { completedSession, type SessionObject } from "./objects/checkout-session";
import { buildFailedCharge, buildSucceededCharge } from "./objects/charge";
import { buildIntent, declinedIntent, succeededIntent, type IntentObject } from "./objects/payment-intent";
import { findObject, insertObject, lockObject, saveObject, type Kept } from "./store";

/** What an attempt to pay came to; a session that was paid or had expired before is left as it is. */
export type PaymentOutcome = {
  result: "paid" | "processing" | "declined" | "already_paid" | "expired" | "not_found";
  session: SessionObject | undefined;
};

/** The customer pays with a good card. Paying twice, even at the same time, charges once. */
export function paySession(ctx: Context, sessionId: string): Promise<PaymentOutcome> {
  return attempt(ctx, sessionId, async (tx, kept) => {
    const { email } = kept;
    const intent = await intentOf(ctx, tx, kept);
    const charge = buildSucceededCharge(chargeOf(ctx, kept.body, intent));
    const paidIntent = succeededIntent(intent, charge);
    const session = completedSession({ ...kept.body, payment_intent: intent.id });
    await insertObject(tx, "charge", { body: charge, sessionId, email });
    await saveObject(tx, paidIntent);
    await saveObject(tx, session);
    await recordEvent(ctx, tx, { type: "charge.succeeded", object: charge, email });
    await recordEvent(ctx, tx, { type: "payment_intent.succeeded", object: paidIntent, email });
    await recordEvent(ctx, tx, { type: "checkout.session.completed", object: session, email });
    return { result: "paid", session };
  });
}

/** The customer's card is refused; the session stays open for another try. */
export function declineSession(ctx: Context, sessionId: string): Promise<PaymentOutcome> {
  return attempt(ctx, sessionId, async (tx, kept) => {
    const { email } = kept;
    const intent = await intentOf(ctx, tx, kept);
    const charge = buildFailedCharge(chargeOf(ctx, kept.body, intent));
    const failedIntent = declinedIntent(intent, charge);
    const session = { ...kept.body, payment_intent: intent.id };
    await insertObject(tx, "charge", { body: charge, sessionId, email });
    await saveObject(tx, failedIntent);
    await saveObject(tx, session);
    await recordEvent(ctx, tx, { type: "payment_intent.payment_failed", object: failedIntent, email });
    return { result: "declined", session };
  });
}

type Attempt = (tx: Queryable, kept: Kept<"checkout.session">) => Promise<PaymentOutcome>;

/** Attempts on one session queue at its row, so that only the first one finds it open. */
export async function attempt(ctx: Context, sessionId: string, work: Attempt): Promise<PaymentOutcome> {
  await expireDueSessions(ctx);
  return change(ctx, async (tx) => {
    const kept = await lockObject(tx, "checkout.session", sessionId);
    if (!kept) return { result: "not_found", session: undefined };
    if (kept.body.status === "complete") return { result: "already_paid", session: kept.body };
    if (kept.body.status === "expired") return { result: "expired", session: kept.body };
    return work(tx, kept);
  });
}

/** The intent of the first attempt serves every later one. */
export async function intentOf(ctx: Context, tx: Queryable, kept: Kept<"checkout.session">): Promise<IntentObject> {
  const { body: session, hidden, sessionId, email } = kept;
  const known = session.payment_intent ? await findObject(tx, "payment_intent", session.payment_intent) : undefined;
  if (known) return known.body;
  const intent = buildIntent(session, hidden, nowInSeconds(ctx));
  await insertObject(tx, "payment_intent", { body: intent, sessionId, email });
  return intent;
}

export function chargeOf(ctx: Context, session: SessionObject, intent: IntentObject) {
  return {
    intent,
    email: session.customer_email,
    created: nowInSeconds(ctx),
    receiptUrl: `${ctx.siteUrl}/dev/stripe/checkout/${session.id}`,
  };
}
