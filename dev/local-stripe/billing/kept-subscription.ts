import type { Queryable } from "@db/client";
import { noSuchObject } from "../api-error";
import type { EventType } from "../events";
import { type Period, periodOf, type SubscriptionObject } from "../objects/subscription";
import { lockObject, saveObject } from "../store";
import { announce, type BillingWork, previousOf } from "./work";

/** A subscription and what the API does not show of it. */
export type KeptSubscription = { body: SubscriptionObject; state: SubscriptionState };

/** What was charged for the present period, so that what is unused can be credited. */
export type Debit = Period & { amount: number };

type SubscriptionState = {
  debit?: Debit;
  /** The end of the trial that has been announced. */
  announcedTrialEnd?: number;
};

export async function requireSubscription(tx: Queryable, id: string, param = "id"): Promise<KeptSubscription> {
  const kept = await lockObject(tx, "subscription", id);
  if (!kept) throw noSuchObject("subscription", id, param);
  return { body: kept.body, state: kept.hidden };
}

/** Saves a subscription, with the time at which something happens to it, and tells of what has changed. */
export async function saveSubscription(
  work: BillingWork,
  before: SubscriptionObject,
  { body, state }: KeptSubscription,
  type: EventType = "customer.subscription.updated",
): Promise<void> {
  await saveObject(work.tx, body, hiddenOf({ body, state }));
  const previous = previousOf(before, body);
  if (previous) {
    await announce(work, type, body, type === "customer.subscription.updated" ? previous : undefined);
  }
}

/** Returns what is kept beside the object. */
export const hiddenOf = ({ body, state }: KeptSubscription) => ({
  ...state,
  dueAt: nextStep({ body, state })?.at ?? null,
});

export type Step = {
  name: "announceTrialEnd" | "cancel" | "renew";
  at: number;
};

/** The end of a trial is announced so long before. */
const noticeSeconds = 3 * 24 * 60 * 60;

/** Returns what happens next to a subscription if it is not changed. */
export function nextStep({ body, state }: KeptSubscription): Step | undefined {
  if (body.status === "canceled") return undefined;
  const { start, end } = periodOf(body);
  const cancelAt = body.cancel_at_period_end ? end : body.cancel_at;
  const steps: Step[] = [];
  const add = (name: Step["name"], at: number | null | undefined) => {
    if (typeof at === "number") steps.push({ name, at: Math.max(at, start) });
  };
  add("cancel", cancelAt);
  const isTrial = body.status === "trialing";
  if (isTrial && state.announcedTrialEnd !== end) add("announceTrialEnd", end - noticeSeconds);
  add("renew", end);
  return earliest(steps);
}

const earliest = ([first, ...others]: Step[]): Step | undefined =>
  first && others.reduce((earlier, step) => (step.at < earlier.at ? step : earlier), first);
