import { sql } from "drizzle-orm";
import { ApiError, badParameter, noSuchObject } from "../api-error";
import { nowInSeconds } from "../context";
import { buildPrice, buildProduct } from "../objects/price";
import { parseParameters } from "../parameters";
import { type Call, requireObject, retrieve, route } from "../route";
import { findAny, findObject, insertObject, listObjects, saveObject } from "../store";
import { billingSchemas } from "./parameters";

const nobody = { sessionId: "", email: "" };

export const catalogueRoutes = [
  route("POST", "/v1/products", "products.create", async (call) => {
    const { id, name, description = null, metadata = {} } = parseParameters(billingSchemas.product, call.form);
    if (id && (await findAny(call.db, id))) {
      throw new ApiError(`Product already exists.`, { code: "resource_already_exists", param: "id" });
    }
    const product = buildProduct({ name, description, created: nowInSeconds(call.ctx), ...(id && { id }), metadata });
    await insertObject(call.db, "product", { body: product, ...nobody });
    return product;
  }),
  route("POST", "/v1/products/{id}", "products.update", async (call) => {
    const changes = parseParameters(billingSchemas.productUpdate, call.form);
    const { body } = await requireObject(call.db, "product", call.id);
    const product = { ...body, ...changes, updated: nowInSeconds(call.ctx) };
    await saveObject(call.db, product);
    return product;
  }),
  route("POST", "/v1/prices", "prices.create", async (call) => {
    const asked = parseParameters(billingSchemas.price, call.form);
    const { product, currency, recurring, lookup_key: lookupKey = null, metadata = {} } = asked;
    if (!(await findObject(call.db, "product", product))) throw noSuchObject("product", product, "product");
    if (lookupKey !== null) await freeLookupKey(call, lookupKey, asked.transfer_lookup_key ?? false);
    const price = buildPrice({
      product,
      currency,
      unitAmount: asked.unit_amount,
      created: nowInSeconds(call.ctx),
      ...(recurring && {
        recurrence: { interval: recurring.interval, interval_count: recurring.interval_count ?? 1 },
      }),
      lookupKey,
      metadata,
    });
    await insertObject(call.db, "price", { body: price, ...nobody });
    return price;
  }),
  route("GET", "/v1/prices", "prices.list", async ({ db, form }) => {
    const { lookup_keys: keys, active, product, ...page } = parseParameters(billingSchemas.prices, form);
    const and = keys && sql`body ->> 'lookup_key' = any(${sql.param(keys)}::text[])`;
    return listObjects(db, { kind: "price", url: "/v1/prices", page, where: { active, product }, ...(and && { and }) });
  }),
  route("GET", "/v1/prices/{id}", "prices.retrieve", retrieve("price")),
] as const;

/** A lookup key leads to one price, and moves to another only if that is asked for. */
async function freeLookupKey({ db }: Call, key: string, isTransferred: boolean): Promise<void> {
  const { data } = await listObjects(db, { kind: "price", url: "/v1/prices", where: { lookup_key: key } });
  for (const price of data) {
    if (!isTransferred) {
      throw badParameter(
        `A price (\`${price.id}\`) already uses that lookup key. Pass \`transfer_lookup_key=true\` to transfer it.`,
        "lookup_key",
      );
    }
    const freed = { ...price, lookup_key: null };
    await saveObject(db, freed);
  }
}
