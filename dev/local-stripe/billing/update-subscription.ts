import { ApiError, badParameter } from "../api-error";
import type { SubscriptionObject } from "../objects/subscription";
import { trialEndOf } from "./create-subscription";
import { changeSubscription } from "./change-subscription";
import { changedItems } from "./items";
import { type KeptSubscription, saveSubscription } from "./kept-subscription";
import { givenOf, mergeMetadata } from "./metadata";
import type { SubscriptionUpdate } from "./subscription-parameters";
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
  const body = { ...withSettings(work, kept.body, update), ...cancellation(work, kept.body, update) };
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
  const { metadata: _, cancellation_details: __, expand: ___, ...others } = update;
  const [param] = Object.keys(givenOf(others));
  if (status === "canceled" || status === "incomplete_expired") {
    if (!param) return;
    throw new ApiError("A canceled subscription can only update its cancellation_details and metadata.", {
      param,
    });
  }
  if (status === "incomplete" && param) {
    throw new ApiError(
      `The subscription ${id} is incomplete: only its metadata can be updated until its first invoice is paid.`,
      { param },
    );
  }
}

/** A subscription with a schedule ends as its schedule says, and changes with its phases. */
function refuseBySchedule({ schedule }: SubscriptionObject, update: SubscriptionUpdate): void {
  if (schedule === null) return;
  const { cancel_at, cancel_at_period_end, items, trial_end } = update;
  const [ending] = Object.keys(givenOf({ cancel_at, cancel_at_period_end }));
  if (ending) {
    throw new ApiError(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: ending },
    );
  }
  const [param] = Object.keys(givenOf({ items, trial_end }));
  if (param) {
    throw badParameter(`The local Stripe does not model \`${param}\` for a subscription with a schedule.`, param);
  }
}

function withSettings(
  { now }: BillingWork,
  body: SubscriptionObject,
  { metadata, pause_collection: pause }: SubscriptionUpdate,
): SubscriptionObject {
  if (pause?.resumes_at !== undefined && pause.resumes_at <= now) {
    throw badParameter("Timestamp must be in the future", "pause_collection[resumes_at]");
  }
  return {
    ...body,
    metadata: mergeMetadata(body.metadata, metadata),
    ...(pause !== undefined && {
      pause_collection: pause && { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null },
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
  if (at && at <= now) throw badParameter("Timestamp must be in the future", "cancel_at");
  const isEnding = atEnd === true || (at !== undefined && at !== null);
  return {
    cancel_at: at ?? null,
    cancel_at_period_end: atEnd ?? false,
    canceled_at: isEnding ? now : null,
    cancellation_details: { ...said, reason: isEnding ? "cancellation_requested" : null },
  };
}

/** Returns the change of prices, quantities or dates that is asked for, if any. */
async function changeOf(
  { tx, now }: BillingWork,
  { body }: KeptSubscription,
  asked: SubscriptionUpdate,
): Promise<Change | null> {
  if (!asked.items && asked.trial_end === undefined) return null;
  const items = asked.items ? await changedItems(tx, body, asked.items) : body.items.data;
  const trialEnd = asked.trial_end === "now" ? null : trialEndOf(now, { end: asked.trial_end });
  const isTrialOver = asked.trial_end === "now" && body.status !== "trialing";
  return {
    items,
    now,
    behaviour: asked.proration_behavior ?? "create_prorations",
    ...(trialEnd !== undefined && !isTrialOver && { trialEnd }),
  };
}
