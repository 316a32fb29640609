import { formatAmount } from "../amounts";
import type { Debit } from "../objects/invoice-line";
import {
  type ItemObject,
  inPeriod,
  type Period,
  periodOf,
  recurrenceOf,
  type SubscriptionObject,
} from "../objects/subscription";
import type { SubscriptionState } from "./kept-subscription";
import { nextPeriodEnd } from "./time";

type ProrationBehaviour = "always_invoice" | "create_prorations" | "none";

/** A change of prices, quantities or dates. */
export type Change = {
  items: ItemObject[];
  behaviour: ProrationBehaviour;
  now: number;
  /** The new end of a trial; null ends it at once. */
  trialEnd?: number | null | undefined;
};

type Proration = { item: ItemObject; amount: number; period: Period; description: string; credited?: Debit };

export type ChangePlan = {
  /** The subscription after the change. */
  body: SubscriptionObject;
  prorations: Proration[];
  /** The new period, which is billed at once; null if the present one goes on. */
  newPeriod: Period | null;
  /** Whether an invoice is made at once. */
  isInvoiced: boolean;
};

/** Returns what a change does and costs. What is shown before it and what is charged come from here. */
export function planChange(
  body: SubscriptionObject,
  { debits }: SubscriptionState,
  change: Change,
  names: Record<string, string>,
): ChangePlan {
  const { items: before } = body;
  const { items, behaviour, now } = change;
  const isTrial = body.status === "trialing";
  const newPeriod = periodAfter(body, change);
  const isChanged = (item: ItemObject) => {
    const after = items.find(({ id }) => id === item.id);
    return after?.price.id !== item.price.id || after.quantity !== item.quantity;
  };
  const { end } = periodOf(body);
  const prorations: Proration[] = [];
  if (behaviour !== "none" && !isTrial) {
    for (const item of before.data) {
      const debit = debits[item.id];
      if (debit && (newPeriod || isChanged(item))) prorations.push(...credit(item, debit, now, names));
    }
    for (const item of newPeriod ? [] : items) {
      const old = before.data.find(({ id }) => id === item.id);
      if (old && !isChanged(old)) continue;
      const whole = { ...periodOf(body), amount: item.price.unit_amount * item.quantity };
      const description = `Remaining time on ${nameOf(item, names)} after ${dayOf(now)}`;
      prorations.push({ item, amount: prorate(whole, now), period: { start: now, end }, description });
    }
  }
  const after = { ...body, items: { ...before, data: items } };
  return {
    body: newPeriod ? inNewPeriod(after, newPeriod, change) : inPeriod(after, periodOf(body)),
    prorations,
    newPeriod,
    isInvoiced: newPeriod !== null || (behaviour === "always_invoice" && prorations.length > 0),
  };

  function inNewPeriod(changed: SubscriptionObject, period: Period, { trialEnd }: Change): SubscriptionObject {
    const isNewTrial = typeof trialEnd === "number";
    return {
      ...inPeriod(changed, period),
      billing_cycle_anchor: isNewTrial ? trialEnd : now,
      status: isNewTrial ? "trialing" : isTrial ? "active" : changed.status,
      trial_end: isNewTrial ? trialEnd : isTrial ? now : changed.trial_end,
      trial_start: isNewTrial ? (isTrial ? changed.trial_start : now) : changed.trial_start,
    };
  }
}

/** A new period begins with another interval, with the end or start of a trial, and when something free becomes paid. */
function periodAfter(body: SubscriptionObject, { items, now, trialEnd }: Change): Period | null {
  if (typeof trialEnd === "number") return { start: now, end: trialEnd };
  const [first] = items;
  const [before] = body.items.data;
  if (!first || !before) return null;
  const isOtherInterval = JSON.stringify(recurrenceOf(first.price)) !== JSON.stringify(recurrenceOf(before.price));
  const isNew = isOtherInterval || (isFree(body.items.data) && !isFree(items));
  if (trialEnd === undefined && (!isNew || body.status === "trialing")) return null;
  return { start: now, end: nextPeriodEnd(now, recurrenceOf(first.price), now) };
}

const isFree = (items: ItemObject[]): boolean => items.every(({ price }) => price.unit_amount === 0);

/** Credits what is unused of the last charge, which flexible billing takes from what was charged indeed. */
function credit(item: ItemObject, debit: Debit, at: number, names: Record<string, string>): Proration[] {
  const amount = prorate(debit, at);
  if (amount <= 0) return [];
  const description = `Unused time on ${nameOf(item, names)} after ${dayOf(at)}`;
  return [{ item, amount: -amount, period: { start: at, end: debit.end }, description, credited: debit }];
}

/** Returns the part of an amount that is left at a time, to the second, rounded to the minor unit. */
export function prorate({ amount, start, end }: Period & { amount: number }, at: number): number {
  if (at >= end) return 0;
  return Math.round((amount * (end - Math.max(at, start))) / (end - start));
}

const nameOf = ({ price }: ItemObject, names: Record<string, string>): string =>
  names[price.product] ?? formatAmount(price.unit_amount, price.currency);

const dayOf = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(
    at * 1000,
  );
