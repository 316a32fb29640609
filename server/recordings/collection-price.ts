import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { collections } from "@db/schema";
import type { Money } from "../core/money";
import type { Collection } from "./access";

/** What a collection costs while the instructor has set no price. */
const defaultPrice: Money = { amountMinor: 6000, currency: "EUR" };

/** The price of a whole collection, as the instructor has set it. */
export async function collectionPrice(db: Queryable, collection: Collection): Promise<Money> {
  const [row] = await db
    .select({ amountMinor: collections.priceMinor, currency: collections.priceCurrency })
    .from(collections)
    .where(eq(collections.collection, collection));
  return row ?? defaultPrice;
}
