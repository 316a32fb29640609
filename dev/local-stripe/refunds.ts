import { randomInt } from "node:crypto";
import type { Queryable } from "@db/client";
import { formatAmount } from "./amounts";
import { ApiError, badParameter, noSuchObject } from "./api-error";
import { refundFromBalance } from "./balance";
import { change, type Context, nowInSeconds } from "./context";
import { endWarnings } from "./disputes";
import { type EventCause, recordEvent } from "./events";
import { type ChargeObject, refundedCharge } from "./objects/charge";
import {
  buildRefund,
  type NewRefundStatus,
  referencedRefund,
  type RefundObject,
  settledRefund,
} from "./objects/refund";
import type { RefundParameters } from "./parameters";
import { type ChargeRef, requireCharge } from "./payments";
import { findObject, insertObject, type KeptObject, listObjects, lockObject, type Payer, saveObject } from "./store";

export async function createRefund(
  ctx: Context,
  tx: Queryable,
  parameters: RefundParameters,
  causedBy: EventCause,
  status: NewRefundStatus = "succeeded",
): Promise<RefundObject> {
  const { body: charge, sessionId, email } = await requireChargeForUpdate(tx, parameters);
  if (charge.disputed) await refuseDisputed(tx, charge);
  const amount = refundableAmount(charge, parameters.amount);
  const { reason = null, metadata = {} } = parameters;
  const made = buildRefund({ charge, amount, reason, metadata, created: nowInSeconds(ctx), status });
  const refund = status === "succeeded" ? await withBalance(ctx, tx, made, { sessionId, email }) : made;
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

export type DashboardRefund = ChargeRef & {
  /** The amount, which defaults to the rest of the charge. */
  amount?: number | undefined;
  /** `pending`: the balance is too low. */
  status?: NewRefundStatus | undefined;
};

/** Refunds as the dashboard does: without an API call or metadata. */
export function refundInDashboard(ctx: Context, { amount, status, ...ref }: DashboardRefund): Promise<RefundObject> {
  return change(ctx, async (tx) => {
    const { body: charge } = await requireCharge(tx, ref);
    return createRefund(ctx, tx, { charge: charge.id, amount }, null, status);
  });
}

export type RefundOutcome = "succeeded" | "failed" | "canceled";

/** Ends a refund. A succeeded one may still fail, which returns the money to the merchant. */
export function settleRefund(
  ctx: Context,
  { refundId, status }: { refundId: string; status: RefundOutcome },
): Promise<RefundObject> {
  return change(ctx, async (tx) => {
    const kept = await lockObject(tx, "refund", refundId);
    const before = kept?.body.status;
    const isPossible =
      before === "pending" || before === "requires_action" || (before === "succeeded" && status === "failed");
    if (!kept || !isPossible) throw new ApiError(`The refund '${refundId}' can't be ${status}.`);
    const refund = await settleInBalance(ctx, tx, kept, status);
    await saveObject(tx, refund);
    const { email } = kept;
    if (status !== "succeeded") {
      const charge = await lockObject(tx, "charge", refund.charge);
      if (!charge) throw noSuchObject("charge", refund.charge);
      await saveObject(tx, refundedCharge(charge.body, -refund.amount));
    }
    const event = { object: refund, previousAttributes: { status: before }, email };
    await recordEvent(ctx, tx, { type: "refund.updated", ...event });
    if (status === "failed") await recordEvent(ctx, tx, { type: "refund.failed", ...event });
    return refund;
  });
}

async function withBalance(ctx: Context, tx: Queryable, refund: RefundObject, payer: Payer): Promise<RefundObject> {
  return { ...refund, balance_transaction: (await refundFromBalance(ctx, tx, refund, payer)).id };
}

/** Money that was taken comes back if the refund fails; a pending refund has taken none. */
async function settleInBalance(
  ctx: Context,
  tx: Queryable,
  { body, sessionId, email }: KeptObject<"refund">,
  status: RefundOutcome,
): Promise<RefundObject> {
  const refund = settledRefund(body, status);
  if (status === "succeeded") return withBalance(ctx, tx, refund, { sessionId, email });
  if (body.balance_transaction === null) return refund;
  const { id } = await refundFromBalance(ctx, tx, refund, { sessionId, email, isReturned: true });
  return { ...refund, failure_balance_transaction: id };
}

async function requireChargeForUpdate(tx: Queryable, parameters: RefundParameters): Promise<KeptObject<"charge">> {
  const id = parameters.charge ?? (await successfulChargeOf(tx, parameters.payment_intent));
  const charge = await lockObject(tx, "charge", id);
  if (!charge) throw noSuchObject("charge", id, "charge");
  if (charge.body.status !== "succeeded") {
    throw new ApiError(`Charge ${id} was not successful and cannot be refunded.`, { param: "charge" });
  }
  return charge;
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

/** A charge can't be refunded while a dispute is open or after a lost one. */
async function refuseDisputed(tx: Queryable, { id }: ChargeObject): Promise<void> {
  const { data } = await listObjects(tx, { kind: "dispute", url: "/v1/disputes", where: { charge: id } });
  if (data.some((dispute) => !dispute.is_charge_refundable)) {
    throw new ApiError(`Charge ${id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  }
}

function refundableAmount(charge: ChargeObject, amount: number | undefined): number {
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw new ApiError(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (amount !== undefined && amount > left) {
    const [askedText, leftText] = [amount, left].map((minor) => formatAmount(minor, charge.currency));
    throw new ApiError(`Refund amount (${askedText}) is greater than unrefunded amount on charge (${leftText})`, {
      param: "amount",
    });
  }
  return amount ?? left;
}
