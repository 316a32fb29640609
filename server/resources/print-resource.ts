import type { resources } from "@db/schema";
import { showPrice } from "../money/convert-price";
import { formatPrice } from "../money/money";
import type { Context } from "../core/context";
import type { ListedResource } from "./schemas";

/** A resource for this visitor, its price in her currency. */
export function printResource(ctx: Context, resource: typeof resources.$inferSelect): ListedResource {
  const { id, title, category, description, priceMinor, priceCurrency } = resource;
  const price = { amountMinor: priceMinor, currency: priceCurrency };
  return {
    id,
    title,
    category,
    description,
    price: formatPrice(showPrice(price, ctx.visitor.currency, ctx.rates).list),
  };
}
