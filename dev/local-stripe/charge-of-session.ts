import type { Queryable } from "@db/client";
import { ApiError, noSuchObject } from "./api-error";
import { findObject, lockObject, type Kept } from "./store";

/** A payment by the Checkout session that it paid, or by its own id where another program made it. */
export type ChargeRef = { sessionId: string } | { chargeId: string };

/** A charge with its row locked. Throws when there is none, or its session was not paid. */
export async function requireCharge(tx: Queryable, ref: ChargeRef): Promise<Kept<"charge">> {
  if ("sessionId" in ref) return chargeOfSession(tx, ref.sessionId);
  const charge = await lockObject(tx, "charge", ref.chargeId);
  if (!charge) throw noSuchObject("charge", ref.chargeId);
  return charge;
}

async function chargeOfSession(tx: Queryable, sessionId: string): Promise<Kept<"charge">> {
  const session = await findObject(tx, "checkout.session", sessionId);
  const intentId = session?.body.payment_status === "paid" ? session.body.payment_intent : null;
  const intent = intentId ? await findObject(tx, "payment_intent", intentId) : undefined;
  const charge = intent?.body.latest_charge ? await lockObject(tx, "charge", intent.body.latest_charge) : undefined;
  if (!charge) throw new ApiError(`The session '${sessionId}' has not been paid.`);
  return charge;
}
