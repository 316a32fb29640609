import { typedOf } from "../../pricing/typed-amount";
import type { Context } from "../../trpc/context";
import { requireResource } from "./require-resource";
import type { ResourceValues } from "./schemas";

/** A learning resource as its form is filled with it. Throws not_found. */
export async function getResourceForm({ db }: Pick<Context, "db">, { id }: { id: string }): Promise<ResourceValues> {
  const { title, description, category, priceMinor, priceCurrency } = await requireResource(db, id);
  return { title, description, category: category ?? "", price: typedOf(priceMinor), currency: priceCurrency };
}
