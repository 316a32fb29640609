import type { Queryable } from "@db/client";
import { ApiError, noSuchObject } from "./api-error";
import { chargeToBalance } from "./balance";
import { change, type Context, nowInSeconds } from "./context";
import { recordEvent } from "./events";
import { expireDueSessions } from "./expire-sessions";
import { buildFailedCharge, buildSucceededCharge, type ChargeObject } from "./objects/charge";
import { completedSession, type SessionObject } from "./objects/checkout-session";
import {
  buildIntent,
  declinedIntent,
  type IntentObject,
  processingIntent,
  succeededIntent,
} from "./objects/payment-intent";
import { findObject, insertObject, type KeptObject, lockObject, saveObject } from "./store";

/** A session paid or expired before is left unchanged. */
export type PaymentOutcome = {
  result: "paid" | "processing" | "declined" | "already_paid" | "expired" | "not_found";
  session: SessionObject | undefined;
};

/** Charges the payment of an open session. */
export async function paySession(
  ctx: Context,
  tx: Queryable,
  kept: KeptObject<"checkout.session">,
): Promise<PaymentOutcome> {
  const { sessionId, email } = kept;
  const intent = await intentOf(ctx, tx, kept);
  const charge = await chargeToBalance(tx, buildSucceededCharge(chargeOf(ctx, kept.body, intent)), kept);
  const paidIntent = succeededIntent(intent, charge);
  const session = completedSession({ ...kept.body, payment_intent: intent.id });
  await insertObject(tx, "charge", { body: charge, sessionId, email });
  await saveObject(tx, paidIntent);
  await saveObject(tx, session);
  await recordEvent(ctx, tx, { type: "charge.succeeded", object: charge, email });
  await recordEvent(ctx, tx, { type: "payment_intent.succeeded", object: paidIntent, email });
  await recordEvent(ctx, tx, { type: "checkout.session.completed", object: session, email });
  return { result: "paid", session };
}

/** Declines a payment; the session stays open. */
export async function declineSession(
  ctx: Context,
  tx: Queryable,
  kept: KeptObject<"checkout.session">,
): Promise<PaymentOutcome> {
  const { sessionId, email } = kept;
  const intent = await intentOf(ctx, tx, kept);
  const charge = buildFailedCharge(chargeOf(ctx, kept.body, intent));
  const failedIntent = declinedIntent(intent, charge);
  // A session that starts a subscription has no payment of its own.
  const session = kept.body.mode === "payment" ? { ...kept.body, payment_intent: intent.id } : kept.body;
  await insertObject(tx, "charge", { body: charge, sessionId, email });
  await saveObject(tx, failedIntent);
  await saveObject(tx, session);
  await recordEvent(ctx, tx, { type: "payment_intent.payment_failed", object: failedIntent, email });
  return { result: "declined", session };
}

/** Pays by a bank debit, for example: the session is complete but unpaid until the bank answers. */
export function payLater(ctx: Context, sessionId: string): Promise<PaymentOutcome> {
  return attempt(ctx, sessionId, async (tx, kept) => {
    const { email } = kept;
    if (kept.body.mode !== "payment") throw new ApiError("The local Stripe starts subscriptions with cards only.");
    const intent = processingIntent(await intentOf(ctx, tx, kept));
    const session = completedSession({ ...kept.body, payment_intent: intent.id }, "unpaid");
    await saveObject(tx, intent);
    await saveObject(tx, session);
    await recordEvent(ctx, tx, { type: "payment_intent.processing", object: intent, email });
    await recordEvent(ctx, tx, { type: "checkout.session.completed", object: session, email });
    return { result: "processing", session };
  });
}

export type LateAnswer = { sessionId: string; status: "succeeded" | "failed" };

export function settleLater(ctx: Context, { sessionId, status }: LateAnswer): Promise<SessionObject> {
  return change(ctx, async (tx) => {
    const kept = await lockObject(tx, "checkout.session", sessionId);
    const intentId = kept?.body.payment_status === "unpaid" ? kept.body.payment_intent : null;
    const waiting = intentId ? await lockObject(tx, "payment_intent", intentId) : undefined;
    if (!kept || waiting?.body.status !== "processing") {
      throw new ApiError(`The session '${sessionId}' does not wait for a bank.`);
    }
    const { body, email } = kept;
    const isPaid = status === "succeeded";
    const newCharge = chargeOf(ctx, body, waiting.body);
    const charge = isPaid
      ? await chargeToBalance(tx, buildSucceededCharge(newCharge), kept)
      : buildFailedCharge(newCharge);
    const intent = isPaid ? succeededIntent(waiting.body, charge) : declinedIntent(waiting.body, charge);
    const session = isPaid ? completedSession(body) : body;
    await insertObject(tx, "charge", { body: charge, sessionId, email });
    await saveObject(tx, intent);
    await saveObject(tx, session);
    if (isPaid) await recordEvent(ctx, tx, { type: "charge.succeeded", object: charge, email });
    const intentType = isPaid ? "payment_intent.succeeded" : "payment_intent.payment_failed";
    await recordEvent(ctx, tx, { type: intentType, object: intent, email });
    const sessionType = isPaid ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed";
    await recordEvent(ctx, tx, { type: sessionType, object: session, email });
    return session;
  });
}

export type PaymentElsewhere = {
  amount: number;
  currency?: string | undefined;
  /** The old Charges API has no payment intents. */
  isWithoutIntent?: boolean | undefined;
};

export function payElsewhere(
  ctx: Context,
  { amount, currency = "gbp", isWithoutIntent = false }: PaymentElsewhere,
): Promise<ChargeObject> {
  const payer = { sessionId: "", email: "" };
  return change(ctx, async (tx) => {
    const created = nowInSeconds(ctx);
    const page = { amount_total: amount, currency, allowed_payment_method_types: null };
    const intent = buildIntent(page, {}, created);
    const made = buildSucceededCharge({ intent, email: null, created, receiptUrl: ctx.siteUrl });
    const charged = { ...made, payment_intent: isWithoutIntent ? null : intent.id };
    const charge = await chargeToBalance(tx, charged, payer);
    await insertObject(tx, "charge", { body: charge, ...payer });
    await recordEvent(ctx, tx, { type: "charge.succeeded", object: charge, email: "" });
    if (isWithoutIntent) return charge;
    const paid = succeededIntent(intent, charge);
    await insertObject(tx, "payment_intent", { body: paid, ...payer });
    await recordEvent(ctx, tx, { type: "payment_intent.succeeded", object: paid, email: "" });
    return charge;
  });
}

/** A charge by another program has no Checkout session. */
export type ChargeRef = { sessionId: string } | { chargeId: string };

export async function requireCharge(tx: Queryable, ref: ChargeRef): Promise<KeptObject<"charge">> {
  if ("sessionId" in ref) return chargeOfSession(tx, ref.sessionId);
  const charge = await lockObject(tx, "charge", ref.chargeId);
  if (!charge) throw noSuchObject("charge", ref.chargeId);
  return charge;
}

async function chargeOfSession(tx: Queryable, sessionId: string): Promise<KeptObject<"charge">> {
  const session = await findObject(tx, "checkout.session", sessionId);
  const intentId = session?.body.payment_status === "paid" ? session.body.payment_intent : null;
  const intent = intentId ? await findObject(tx, "payment_intent", intentId) : undefined;
  const charge = intent?.body.latest_charge ? await lockObject(tx, "charge", intent.body.latest_charge) : undefined;
  if (!charge) throw new ApiError(`The session '${sessionId}' has not been paid.`);
  return charge;
}

type Attempt = (tx: Queryable, kept: KeptObject<"checkout.session">) => Promise<PaymentOutcome>;

/** Locks the session's row, so that only the first attempt finds it open. */
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

/** Later attempts reuse the first one's intent. */
async function intentOf(ctx: Context, tx: Queryable, kept: KeptObject<"checkout.session">): Promise<IntentObject> {
  const { body: session, hidden, sessionId, email } = kept;
  const known = session.payment_intent ? await findObject(tx, "payment_intent", session.payment_intent) : undefined;
  if (known) return known.body;
  const intent = buildIntent(session, hidden, nowInSeconds(ctx));
  await insertObject(tx, "payment_intent", { body: intent, sessionId, email });
  return intent;
}

function chargeOf(ctx: Context, session: SessionObject, intent: IntentObject) {
  return {
    intent,
    email: session.customer_email,
    created: nowInSeconds(ctx),
    receiptUrl: `${ctx.siteUrl}/dev/stripe/checkout/${session.id}`,
  };
}
