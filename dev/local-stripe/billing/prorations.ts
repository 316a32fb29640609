import type { Queryable } from "@db/client";
import { badParameter } from "../api-error";
import { type NewLine, periodLine } from "../objects/invoice-line";
import type { PriceObject } from "../objects/price";
import {
  buildItem,
  inPeriod,
  type ItemObject,
  itemOf,
  type Period,
  periodOf,
  recurrenceOf,
  type SubscriptionObject,
} from "../objects/subscription";
import { productNames } from "./invoices";
import type { Debit, KeptSubscription } from "./kept-subscription";
import { monthsOf, nextPeriodEnd } from "./time";

/** A change to another price. */
export type Change = { price: PriceObject; isProrated: boolean; now: number };

/** The subscription after a change, and what is charged for it at once. */
type ChangePlan = { body: SubscriptionObject; lines: NewLine[] };

/** Returns what a change does and costs. What is shown before it and what is charged come from here. */
export async function planChange(
  tx: Queryable,
  { body, state }: KeptSubscription,
  { price, isProrated, now }: Change,
): Promise<ChangePlan> {
  if (price.currency !== body.currency) throw badParameter("The price must have the subscription's currency.", "items");
  const before = itemOf(body);
  const present = periodOf(body);
  const item = buildItem({ ...before, subscription: body.id, price, period: present });
  const changed = { ...body, items: { ...body.items, data: [item] } };
  if (body.status === "trialing" || price.id === before.price.id) return { body: changed, lines: [] };
  const names = await productNames(tx, [before.price.product, price.product]);
  const name = names[price.product] ?? "";
  const credit = isProrated && state.debit ? creditOf(before, state.debit, names[before.price.product] ?? "", now) : [];
  if (!isSameRhythm(before.price, price)) {
    const period = { start: now, end: nextPeriodEnd(now, recurrenceOf(price), now) };
    const moved = { ...inPeriod(changed, period), billing_cycle_anchor: now };
    return { body: moved, lines: [...credit, periodLine(item, name, period)] };
  }
  if (!isProrated) return { body: changed, lines: [] };
  const amount = prorate({ ...present, amount: price.unit_amount }, now);
  const description = `Remaining time on ${name} after ${dayOf(now)}`;
  const rest = { item, amount, period: { start: now, end: present.end }, description, isProration: true };
  return { body: changed, lines: [...credit, rest] };
}

/** Returns whether two prices are paid as often. One of another interval begins a period of its own. */
export const isSameRhythm = (one: PriceObject, other: PriceObject): boolean =>
  monthsOf(recurrenceOf(one)) === monthsOf(recurrenceOf(other));

/** Credits what is unused of the last charge, which flexible billing takes from what was charged indeed. */
function creditOf(item: ItemObject, debit: Debit, name: string, at: number): NewLine[] {
  const amount = prorate(debit, at);
  if (amount <= 0) return [];
  const description = `Unused time on ${name} after ${dayOf(at)}`;
  return [{ item, amount: -amount, period: { start: at, end: debit.end }, description, isProration: true }];
}

/** Returns the part of an amount that is left at a time, to the second, rounded to the minor unit. */
export function prorate({ amount, start, end }: Period & { amount: number }, at: number): number {
  if (at >= end) return 0;
  return Math.round((amount * (end - Math.max(at, start))) / (end - start));
}

const dayOf = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(
    at * 1000,
  );
