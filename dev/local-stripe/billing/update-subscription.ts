import { ApiError, badParameter } from "../api-error";
import { periodOf, type SubscriptionObject } from "../objects/subscription";
import { trialEndOf } from "./create-subscription";
import { changeSubscription } from "./change-subscription";
import { changedItems } from "./items";
import { type KeptSubscription, saveSubscription } from "./kept-subscription";
import { givenOf, mergeMetadata } from "./metadata";
import type { SubscriptionUpdate } from "./subscription-parameters";
import { attachCard } from "./payment-methods";
import type { Change } from "./prorations";
import type { BillingWork } from "./work";

/** Applies an update. Refuses what an ended or an incomplete subscription can't be given. */
export async function updateSubscription(
  work: BillingWork,
  kept: KeptSubscription,
  update: SubscriptionUpdate,
): Promise<KeptSubscription> {
  refuseByStatus(kept.body, update);
  refuseBySchedule(kept.body, update);
  const body = { ...(await withSettings(work, kept.body, update)), ...cancellation(work, kept.body, update) };
  const change = await changeOf(work, { ...kept, body }, update);
  if (!change) {
    await saveSubscription(work, kept.body, { ...kept, body });
    return { ...kept, body };
  }
  return changeSubscription(work, { ...kept, body }, change, {
    before: kept.body,
    isRefusedUnpaid: update.payment_behavior === "error_if_incomplete",
  });
}

function refuseByStatus({ status, id }: SubscriptionObject, update: SubscriptionUpdate): void {
  const { metadata: _, cancellation_details: __, expand: ___, default_payment_method: ____, ...others } = update;
  const [param] = Object.keys(givenOf(others));
  if (status === "canceled" || status === "incomplete_expired") {
    if (!param && update.default_payment_method === undefined) return;
    throw new ApiError("A canceled subscription can only update its cancellation_details and metadata.", {
      ...(param && { param }),
    });
  }
  if (status === "incomplete" && param) {
    throw new ApiError(
      `The subscription ${id} is incomplete: only its metadata and default_payment_method can be updated until its first invoice is paid.`,
      { param },
    );
  }
}

/** A subscription with a schedule ends as its schedule says, and changes with its phases. */
function refuseBySchedule({ schedule }: SubscriptionObject, update: SubscriptionUpdate): void {
  if (schedule === null) return;
  const { cancel_at, cancel_at_period_end, items, trial_end, billing_cycle_anchor } = update;
  const [ending] = Object.keys(givenOf({ cancel_at, cancel_at_period_end }));
  if (ending) {
    throw new ApiError(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: ending },
    );
  }
  const [param] = Object.keys(givenOf({ items, trial_end, billing_cycle_anchor }));
  if (param) {
    throw badParameter(`The local Stripe does not model \`${param}\` for a subscription with a schedule.`, param);
  }
}

async function withSettings(
  work: BillingWork,
  body: SubscriptionObject,
  update: SubscriptionUpdate,
): Promise<SubscriptionObject> {
  const { default_payment_method: card, description, pause_collection: pause } = update;
  if (pause?.resumes_at !== undefined && pause.resumes_at <= work.now) {
    throw badParameter("Timestamp must be in the future", "pause_collection[resumes_at]");
  }
  const saves = update.payment_settings?.save_default_payment_method;
  const missing = update.trial_settings?.end_behavior.missing_payment_method;
  return {
    ...body,
    metadata: mergeMetadata(body.metadata, update.metadata),
    ...(card !== undefined && {
      default_payment_method: (await attachCard(work, card, "default_payment_method")).id,
    }),
    ...(description !== undefined && { description }),
    ...(pause !== undefined && {
      pause_collection: pause && { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null },
    }),
    ...(saves && {
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method: saves,
      },
    }),
    ...(missing && {
      trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing } },
    }),
  };
}

/** Schedules the end of a subscription, or takes that back. Only one way of saying when can be in force. */
function cancellation(
  { now }: BillingWork,
  body: SubscriptionObject,
  { cancel_at: at, cancel_at_period_end: atEnd, cancellation_details: details }: SubscriptionUpdate,
): Partial<SubscriptionObject> {
  if (at !== undefined && at !== null && atEnd) {
    throw badParameter("You cannot set `cancel_at` and `cancel_at_period_end` at the same time.", "cancel_at");
  }
  const before = body.cancellation_details;
  const said = {
    comment: details?.comment === undefined ? (before?.comment ?? null) : details.comment,
    feedback: (details?.feedback === undefined ? (before?.feedback ?? null) : details.feedback) as "other" | null,
    feedback_option: null,
  };
  const reason = before?.reason ?? null;
  if (at === undefined && atEnd === undefined) {
    return details ? { cancellation_details: { ...said, reason } } : {};
  }
  if (typeof at === "number" && at <= now) throw badParameter("Timestamp must be in the future", "cancel_at");
  const isEnding = atEnd === true || (at !== undefined && at !== null);
  return {
    cancel_at: typeof at === "string" ? periodOf(body).end : (at ?? null),
    cancel_at_period_end: atEnd ?? false,
    canceled_at: isEnding ? now : null,
    cancellation_details: { ...said, reason: isEnding ? "cancellation_requested" : null },
  };
}

type ChangeParameters = Pick<
  SubscriptionUpdate,
  "billing_cycle_anchor" | "items" | "proration_behavior" | "proration_date" | "trial_end"
>;

/** Returns the change of prices, quantities or dates that is asked for, if any. */
export async function changeOf(
  { tx, now }: BillingWork,
  { body }: KeptSubscription,
  asked: ChangeParameters,
): Promise<Change | null> {
  const isAnchorReset = asked.billing_cycle_anchor === "now";
  if (!asked.items && asked.trial_end === undefined && !isAnchorReset) return null;
  const items = asked.items ? await changedItems(tx, body, asked.items, now) : body.items.data;
  const { start, end } = periodOf(body);
  const at = asked.proration_date ?? now;
  if (at < start || at > end) {
    throw badParameter(
      "Cannot specify `proration_date` outside of current subscription period",
      asked.proration_date === undefined ? "items" : "proration_date",
    );
  }
  const trialEnd = asked.trial_end === "now" ? null : trialEndOf(now, { end: asked.trial_end });
  const isTrialOver = asked.trial_end === "now" && body.status !== "trialing";
  return {
    items,
    at,
    now,
    isAnchorReset,
    behaviour: asked.proration_behavior ?? "create_prorations",
    ...(trialEnd !== undefined && !isTrialOver && { trialEnd }),
  };
}
