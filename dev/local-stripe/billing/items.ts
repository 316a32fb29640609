import type { Queryable } from "@db/client";
import { badParameter, noSuchObject } from "../api-error";
import type { PriceObject } from "../objects/price";
import { buildItem, type ItemObject, periodOf, recurrenceOf, type SubscriptionObject } from "../objects/subscription";
import { findObject } from "../store";

type ItemChange = {
  id: string;
  price?: string | undefined;
  quantity?: number | undefined;
  metadata?: Record<string, string> | undefined;
};

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

/** Refuses items that can't be billed together: of two currencies, or of two intervals, which is not modelled. */
export function requireOneRhythm(prices: PriceObject[]): void {
  const [first] = prices;
  if (!first) throw badParameter("A subscription must have at least one active item.", "items", "parameter_missing");
  if (prices.some(({ currency }) => currency !== first.currency)) {
    throw badParameter("All items of a subscription must have the same currency.", "items");
  }
  const rhythm = JSON.stringify(recurrenceOf(first));
  if (prices.some((price) => JSON.stringify(recurrenceOf(price)) !== rhythm)) {
    throw badParameter("The local Stripe does not model items of different intervals.", "items");
  }
}

/** Returns the items after a change, as the API applies it: those not named stay as they are. */
export async function changedItems(
  tx: Queryable,
  body: SubscriptionObject,
  changes: ItemChange[],
): Promise<ItemObject[]> {
  const items = new Map(body.items.data.map((item) => [item.id, item]));
  const period = periodOf(body);
  for (const [index, { id, price: priceId, quantity, metadata }] of changes.entries()) {
    const before = items.get(id);
    if (!before) throw noSuchObject("subscription_item", id, `items[${index}][id]`);
    const isSame = priceId === undefined || priceId === before.price.id;
    const price = isSame ? before.price : await requireRecurringPrice(tx, priceId, `items[${index}][price]`);
    const item = buildItem({
      id: before.id,
      subscription: body.id,
      price,
      period,
      quantity: quantity ?? before.quantity,
      created: before.created,
      metadata: { ...before.metadata, ...metadata },
    });
    items.set(item.id, item);
  }
  requireOneRhythm([...items.values()].map(({ price }) => price));
  return [...items.values()];
}
