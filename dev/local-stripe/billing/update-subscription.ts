import type { Queryable } from "@db/client";
import { ApiError, badParameter, noSuchObject } from "../api-error";
import type { PriceObject } from "../objects/price";
import { itemOf, periodOf, type SubscriptionObject } from "../objects/subscription";
import { findObject } from "../store";
import { changePrice, moveTrialEnd } from "./change-price";
import { type KeptSubscription, saveSubscription } from "./kept-subscription";
import { mergeMetadata } from "./metadata";
import type { SubscriptionUpdate } from "./parameters";
import { isSameRhythm } from "./prorations";
import type { BillingWork } from "./work";

/** Applies an update. Refuses what an ended subscription or one with a schedule can't be given. */
export async function updateSubscription(
  work: BillingWork,
  kept: KeptSubscription,
  update: SubscriptionUpdate,
): Promise<void> {
  refuseByStatus(kept.body, update);
  refuseBySchedule(kept.body, update);
  const { items, trial_end: trialEnd, pause_collection: pause, proration_behavior: proration } = update;
  const body: SubscriptionObject = {
    ...kept.body,
    metadata: mergeMetadata(kept.body.metadata, update.metadata),
    ...(pause !== undefined && { pause_collection: pause && { ...pause, resumes_at: null } }),
    ...cancellation(work, kept.body, update),
  };
  const changed = { ...kept, body };
  const terms = { before: kept.body, isRefusedUnpaid: false };
  if (trialEnd !== undefined) {
    if (items || proration !== "none") throw notModelled("trial_end", "beside another price, or with prorations");
    return moveTrialEnd(work, changed, trialEnd, terms);
  }
  if (!items) return saveSubscription(work, kept.body, changed);
  const [{ id, price: priceId }] = items;
  const before = itemOf(body);
  if (id !== before.id) throw noSuchObject("subscription_item", id, "items[0][id]");
  const price =
    priceId === before.price.id ? before.price : await requireRecurringPrice(work.tx, priceId, "items[0][price]");
  if (proration !== "none" && proration !== "always_invoice" && isSameRhythm(before.price, price)) {
    throw notModelled("proration_behavior", "of what waits for the next invoice");
  }
  return changePrice(work, changed, { price, isProrated: proration !== "none", now: work.now }, terms);
}

/** Returns a price that can be subscribed to. Refuses one that is archived or paid once. */
export async function requireRecurringPrice(tx: Queryable, id: string, param: string): Promise<PriceObject> {
  const price = (await findObject(tx, "price", id))?.body;
  if (!price) throw noSuchObject("price", id, param);
  if (!price.active)
    throw badParameter(`The price specified is inactive. This field only accepts active prices.`, param);
  if (!price.recurring) {
    throw badParameter(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      param,
    );
  }
  return price;
}

function refuseByStatus({ status }: SubscriptionObject, { metadata: _, ...others }: SubscriptionUpdate): void {
  const [param] = Object.keys(others);
  if (status !== "canceled" || !param) return;
  throw new ApiError("A canceled subscription can only update its cancellation_details and metadata.", { param });
}

/** A subscription with a schedule ends as its schedule says, and changes with its phases. */
function refuseBySchedule({ schedule }: SubscriptionObject, update: SubscriptionUpdate): void {
  if (schedule === null) return;
  const ending = (["cancel_at", "cancel_at_period_end"] as const).find((param) => update[param] !== undefined);
  if (ending) {
    throw new ApiError(
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: ending },
    );
  }
  const param = (["items", "trial_end"] as const).find((name) => update[name] !== undefined);
  if (param) throw notModelled(param, "for a subscription with a schedule");
}

/** Plans the end of a subscription, or takes that back. */
function cancellation(
  { now }: BillingWork,
  before: SubscriptionObject,
  { cancel_at: day, cancel_at_period_end: isEnding, cancellation_details: details }: SubscriptionUpdate,
): Partial<SubscriptionObject> {
  if (details && !isEnding) throw notModelled("cancellation_details", "without an end");
  if (day === undefined && isEnding === undefined) return {};
  return {
    cancel_at: isEnding ? periodOf(before).end : null,
    cancel_at_period_end: isEnding ?? false,
    canceled_at: isEnding ? now : null,
    cancellation_details: {
      comment: details?.comment ?? null,
      feedback: null,
      feedback_option: null,
      reason: isEnding ? "cancellation_requested" : null,
    },
  };
}

const notModelled = (param: string, when: string) =>
  badParameter(`The local Stripe does not model \`${param}\` ${when}.`, param);
