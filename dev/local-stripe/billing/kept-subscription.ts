import type { Queryable } from "@db/client";
import { noSuchObject } from "../api-error";
import type { EventType } from "../events";
import type { Debit } from "../objects/invoice-line";
import { periodOf, type SubscriptionObject } from "../objects/subscription";
import { lockObject, saveObject } from "../store";
import { announce, type BillingWork, previousOf } from "./work";

/** A subscription and what the API does not show of it. */
export type KeptSubscription = { body: SubscriptionObject; state: SubscriptionState };

export type SubscriptionState = {
  /** What was last charged for each item. */
  debits: Record<string, Debit>;
  /** The end of the period whose renewal has been announced. */
  announcedEnd?: number;
  announcedTrialEnd?: number;
};

export async function requireSubscription(tx: Queryable, id: string, param = "id"): Promise<KeptSubscription> {
  const kept = await lockObject(tx, "subscription", id);
  if (!kept) throw noSuchObject("subscription", id, param);
  return { body: kept.body, state: kept.hidden as SubscriptionState };
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
  name: "announceRenewal" | "announceTrialEnd" | "cancel" | "expire" | "renew" | "resumeCollection";
  at: number;
};

const hourSeconds = 60 * 60;
const daySeconds = 24 * hourSeconds;

/** A first invoice can be paid for 23 hours. Renewals are announced 7 days before, the end of a trial 3 days before. */
const limits = { first: 23 * hourSeconds, renewal: 7 * daySeconds, trial: 3 * daySeconds };

/** Returns what happens next to a subscription if it is not changed. */
export function nextStep({ body, state }: KeptSubscription): Step | undefined {
  if (body.status === "incomplete") return { name: "expire", at: body.created + limits.first };
  if (body.status === "canceled" || body.status === "incomplete_expired") return undefined;
  const { start, end } = periodOf(body);
  const cancelAt = body.cancel_at_period_end ? end : body.cancel_at;
  const steps: Step[] = [];
  const add = (name: Step["name"], at: number | null | undefined) => {
    if (typeof at === "number") steps.push({ name, at: Math.max(at, start) });
  };
  add("cancel", cancelAt);
  if (body.status === "paused") return earliest(steps);
  add("resumeCollection", body.pause_collection?.resumes_at);
  const isTrial = body.status === "trialing";
  if (isTrial && state.announcedTrialEnd !== end) add("announceTrialEnd", end - limits.trial);
  const isLast = cancelAt !== null && cancelAt <= end;
  if (!isLast && state.announcedEnd !== end) add("announceRenewal", end - limits.renewal);
  add("renew", end);
  return earliest(steps);
}

const earliest = ([first, ...others]: Step[]): Step | undefined =>
  first && others.reduce((earlier, step) => (step.at < earlier.at ? step : earlier), first);
