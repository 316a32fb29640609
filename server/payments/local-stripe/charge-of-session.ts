import type { Queryable } from "@db/client";
import { ApiError } from "./api-error";
import { findObject, lockObject, type Kept } from "./store";

/** The charge by which a session was paid, with its row locked. Throws when it was not. */
export async function chargeOfSession(tx: Queryable, sessionId: string): Promise<Kept<"charge">> {
  const session = await findObject(tx, "checkout.session", sessionId);
  const intentId = session?.body.payment_status === "paid" ? session.body.payment_intent : null;
  const intent = intentId ? await findObject(tx, "payment_intent", intentId) : undefined;
  const charge = intent?.body.latest_charge ? await lockObject(tx, "charge", intent.body.latest_charge) : undefined;
  if (!charge) throw new ApiError(`The session '${sessionId}' has not been paid.`);
  return charge;
}
