import { versionOf } from "../../core/form-version";
import { typedOf } from "../../money/typed-amount";
import type { Context } from "../../core/context";
import { requireResource } from "./require-resource";
import type { OpenedResource } from "./schemas";

/** A learning resource as its form is filled with it. Throws not_found. */
export async function getResourceForm({ db }: Pick<Context, "db">, { id }: { id: string }): Promise<OpenedResource> {
  const row = await requireResource(db, id);
  const { title, description, category, priceMinor, priceCurrency: currency } = row;
  const price = typedOf(priceMinor);
  return { title, description, category: category ?? "", price, currency, version: versionOf(row) };
}
