import type { Queryable } from "@db/client";
import { randomInt } from "node:crypto";
import { formatAmount } from "./amounts";
import { ApiError, badParameter, noSuchObject } from "./api-error";
import { nowInSeconds, type Context } from "./context";
import { recordEvent } from "./events";
import type { CausedBy } from "./objects/event";
import { listObjects } from "./list-objects";
import { buildRefund, referencedRefund, type NewRefundStatus, type RefundObject } from "./objects/refund";
import { refundedCharge, type ChargeObject } from "./objects/charge";
import type { RefundParameters } from "./parameters";
import { findObject, insertObject, lockObject, saveObject, type Kept } from "./store";
import { endWarnings } from "./warn-of-fraud";

/** Gives back a charge, in part or what is left of it. Throws the API's refusals. */
export async function createRefund(
  ctx: Context,
  tx: Queryable,
  given: RefundParameters,
  causedBy: CausedBy,
  status: NewRefundStatus = "succeeded",
): Promise<RefundObject> {
  const { body: charge, sessionId, email } = await requireChargeForUpdate(tx, given);
  if (charge.disputed) await refuseDisputed(tx, charge);
  const amount = refundableAmount(charge, given.amount);
  const { reason = null, metadata = {} } = given;
  const refund = buildRefund({ charge, amount, reason, metadata, created: nowInSeconds(ctx), status });
  const known = referencedRefund(refund, String(randomInt(1e11, 1e12)));
  const rest = refundedCharge(charge, amount);
  await insertObject(tx, "refund", { body: known, sessionId, email });
  await saveObject(tx, rest);
  if (rest.refunded) await endWarnings(tx, charge.id);
  await recordEvent(ctx, tx, { type: "refund.created", object: refund, email, causedBy });
  await recordEvent(ctx, tx, {
    type: "charge.refunded",
    object: rest,
    previousAttributes: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
    email,
    causedBy,
  });
  await recordEvent(ctx, tx, {
    type: "refund.updated",
    object: known,
    previousAttributes: { destination_details: refund.destination_details },
    email,
  });
  return refund;
}

async function requireChargeForUpdate(tx: Queryable, given: RefundParameters): Promise<Kept<"charge">> {
  const id = given.charge ?? (await successfulChargeOf(tx, given.payment_intent));
  const charge = await lockObject(tx, "charge", id);
  if (!charge) throw noSuchObject("charge", id, "charge");
  if (charge.body.status !== "succeeded") {
    throw new ApiError(`Charge ${id} was not successful and cannot be refunded.`, { param: "charge" });
  }
  return charge;
}

/** As long as a dispute is open the money is not the merchant's to give back; after a lost one it is gone. */
async function refuseDisputed(tx: Queryable, { id }: ChargeObject): Promise<void> {
  const { data } = await listObjects(tx, { kind: "dispute", url: "/v1/disputes", where: { charge: id } });
  if (data.some((dispute) => !dispute.is_charge_refundable)) {
    throw new ApiError(`Charge ${id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  }
}

async function successfulChargeOf(tx: Queryable, intentId: string | undefined): Promise<string> {
  if (!intentId) {
    throw badParameter(
      "One of the following params should be provided for this request: payment_intent or charge.",
      "payment_intent",
      "parameter_missing",
    );
  }
  const intent = await findObject(tx, "payment_intent", intentId);
  if (!intent) throw noSuchObject("payment_intent", intentId, "payment_intent");
  if (intent.body.status !== "succeeded" || !intent.body.latest_charge) {
    throw new ApiError(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
  }
  return intent.body.latest_charge;
}

/** All that is left where no amount was given. */
function refundableAmount(charge: ChargeObject, asked: number | undefined): number {
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw new ApiError(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (asked !== undefined && asked > left) {
    const [askedText, leftText] = [asked, left].map((minor) => formatAmount(minor, charge.currency));
    throw new ApiError(`Refund amount (${askedText}) is greater than unrefunded amount on charge (${leftText})`, {
      param: "amount",
    });
  }
  return asked ?? left;
}
