import { ApiError } from "../api-error";
import { change, type Context } from "../context";
import type { ConfigurationObject } from "../objects/portal-configuration";
import type { PortalSessionObject } from "../objects/portal-session";
import type { PriceObject } from "../objects/price";
import { itemOf, recurrenceOf, type SubscriptionObject } from "../objects/subscription";
import { findObject } from "../store";
import { amountDueFor, changePrice } from "./change-price";
import { billDue } from "./due";
import { requireSubscription } from "./kept-subscription";
import { isSameRhythm } from "./prorations";
import { releaseSchedule, requireSchedule, scheduleChange } from "./schedules";
import { monthsOf } from "./time";
import { beginWork } from "./work";

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
        price?.active && price.currency === kept.body.currency && price.id !== itemOf(kept.body).price.id;
      if (!price || !isChoice) continue;
      const name = (await findObject(tx, "product", price.product))?.body.name ?? price.product;
      const isLater = isAtPeriodEnd(configuration, kept.body, price) || kept.body.status === "trialing";
      const dueToday = isLater ? null : await amountDueFor(work, kept, { price, isProrated: true, now: work.now });
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

function isAtPeriodEnd({ features }: ConfigurationObject, body: SubscriptionObject, price: PriceObject): boolean {
  const present = itemOf(body).price;
  return features.subscription_update.schedule_at_period_end.conditions.some(({ type }) =>
    type === "decreasing_item_amount"
      ? price.unit_amount < present.unit_amount
      : monthsOf(recurrenceOf(price)) < monthsOf(recurrenceOf(present)),
  );
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
      const wanted = { price, isProrated: true, now: work.now };
      await changePrice(work, kept, wanted, { before: kept.body, isRefusedUnpaid: true });
      return;
    }
    await scheduleChange(work, kept, price, { isFromAnew: !isSameRhythm(price, itemOf(kept.body).price) });
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
