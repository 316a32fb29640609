import { ApiError } from "./api-error";
import { change, type Context } from "./context";
import { recordEvent } from "./events";
import { buildFailedCharge, buildSucceededCharge } from "./objects/charge";
import { completedSession, type SessionObject } from "./objects/checkout-session";
import { declinedIntent, processingIntent, succeededIntent } from "./objects/payment-intent";
import { attempt, chargeOf, intentOf, type PaymentOutcome } from "./pay-session";
import { insertObject, lockObject, saveObject } from "./store";

/**
 * The customer pays by a bank debit or the like, as she could where the filter to cards is lost: the session is
 * complete and unpaid until the bank answers.
 */
export function payLater(ctx: Context, sessionId: string): Promise<PaymentOutcome> {
  return attempt(ctx, sessionId, async (tx, kept) => {
    const { email } = kept;
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

/** The bank answers days later. Throws when the session does not wait for that. */
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
    const given = chargeOf(ctx, body, waiting.body);
    const charge = isPaid ? buildSucceededCharge(given) : buildFailedCharge(given);
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
