import { ApiError } from "../api-error";
import { change, type Context } from "../context";
import type { ConfigurationObject } from "../objects/portal-configuration";
import type { PortalSessionObject } from "../objects/portal-session";
import type { PriceObject } from "../objects/price";
import { recurrenceOf, type SubscriptionObject } from "../objects/subscription";
import { findObject } from "../store";
import { changeSubscription } from "./change-subscription";
import { billDue } from "./due";
import { changedItems } from "./items";
import { requireSubscription } from "./kept-subscription";
import { amountDueFor } from "./preview";
import type { Change } from "./prorations";
import { releaseSchedule, requireSchedule, scheduleChange } from "./schedules";
import { type BillingWork, beginWork } from "./work";

/** What a customer can choose in the portal, and what it would cost today; null if it begins when what is paid has ended. */
export type PortalChoice = { price: PriceObject; name: string; dueToday: number | null };

/** Returns the prices to which a subscription can be changed in the portal of a session. */
export async function choicesOf(
  ctx: Context,
  session: PortalSessionObject,
  { id, customer, schedule }: SubscriptionObject,
): Promise<PortalChoice[]> {
  const configuration = await configurationOf(ctx, session);
  const { enabled, products } = configuration?.features.subscription_update ?? { enabled: false, products: [] };
  if (!configuration || !enabled || schedule) return [];
  await billDue(ctx);
  return change(ctx, async (tx) => {
    const work = await beginWork({ ctx, tx }, customer);
    const kept = await requireSubscription(tx, id);
    const choices: PortalChoice[] = [];
    for (const priceId of (products ?? []).flatMap(({ prices }) => prices)) {
      const price = (await findObject(tx, "price", priceId))?.body;
      const isChoice =
        price?.active && price.currency === kept.body.currency && price.id !== presentPrice(kept.body).id;
      if (!price || !isChoice) continue;
      const name = (await findObject(tx, "product", price.product))?.body.name ?? price.product;
      const isLater = isAtPeriodEnd(configuration, kept.body, price) || kept.body.status === "trialing";
      const dueToday = isLater ? null : await amountDueFor(work, kept, await changeTo(work, kept.body, price));
      choices.push({ price, name, dueToday });
    }
    return choices;
  });
}

/** Returns the configuration of a session; none for that of the account itself, which the local Stripe does not keep. */
export async function configurationOf(
  { db }: Context,
  { configuration }: PortalSessionObject,
): Promise<ConfigurationObject | undefined> {
  const id = typeof configuration === "string" ? configuration : configuration.id;
  return (await findObject(db, "billing_portal.configuration", id))?.body;
}

function presentPrice({ items }: SubscriptionObject): PriceObject {
  const [item] = items.data;
  if (!item) throw new ApiError("This subscription can't be changed here.");
  return item.price;
}

const intervalDays = { day: 1, week: 7, month: 30, year: 365 };
const daysOf = (price: PriceObject): number => {
  const { interval, interval_count: count } = recurrenceOf(price);
  return intervalDays[interval] * count;
};

function isAtPeriodEnd({ features }: ConfigurationObject, body: SubscriptionObject, price: PriceObject): boolean {
  const present = presentPrice(body);
  return features.subscription_update.schedule_at_period_end.conditions.some(({ type }) =>
    type === "decreasing_item_amount" ? price.unit_amount < present.unit_amount : daysOf(price) < daysOf(present),
  );
}

async function changeTo(
  { tx, now }: BillingWork,
  body: SubscriptionObject,
  { id: price }: PriceObject,
): Promise<Change> {
  const [item] = body.items.data;
  const items = await changedItems(tx, body, [{ id: item?.id ?? "", price }]);
  return { items, now, behaviour: "always_invoice" };
}

type PortalChange = { session: PortalSessionObject; subscriptionId: string; priceId: string };

/**
 * Changes the price of a subscription in the portal: at once, if its invoice is paid, or when what is paid has ended. A
 * trial goes on. Throws an ApiError for what is no choice, and for a declined card.
 */
export const changeInPortal = async (
  ctx: Context,
  { session, subscriptionId, priceId }: PortalChange,
): Promise<void> => {
  const configuration = await configurationOf(ctx, session);
  await change(ctx, async (tx) => {
    const work = await beginWork({ ctx, tx }, session.customer);
    const kept = await requireSubscription(tx, subscriptionId);
    const offered = configuration?.features.subscription_update.products?.flatMap(({ prices }) => prices) ?? [];
    const price = offered.includes(priceId) ? (await findObject(tx, "price", priceId))?.body : undefined;
    if (!configuration || !price || kept.body.customer !== session.customer || kept.body.schedule) {
      throw new ApiError("This subscription can't be changed here.");
    }
    if (!isAtPeriodEnd(configuration, kept.body, price)) {
      const wanted = await changeTo(work, kept.body, price);
      await changeSubscription(work, kept, wanted, { before: kept.body, isRefusedUnpaid: true });
      return;
    }
    await scheduleChange(work, kept, price, { isFromAnew: daysOf(price) !== daysOf(presentPrice(kept.body)) });
  });
};

/** Takes a change back that is scheduled for the end of what is paid. */
export const keepPlanInPortal = (
  ctx: Context,
  { customerId, subscriptionId }: { customerId: string; subscriptionId: string },
): Promise<void> =>
  change(ctx, async (tx) => {
    const work = await beginWork({ ctx, tx }, customerId);
    const { body } = await requireSubscription(tx, subscriptionId);
    if (body.customer !== customerId || !body.schedule)
      throw new ApiError("No change of this subscription is planned.");
    await releaseSchedule(work, await requireSchedule(work, body.schedule));
  });
