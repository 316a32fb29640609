import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { ApiError, badParameter, noSuchObject } from "../api-error";
import { nowInSeconds } from "../context";
import { type EventType, recordEvent } from "../events";
import { expandObjects } from "../expand-objects";
import { buildPrice, buildProduct, type PriceObject, type ProductObject } from "../objects/price";
import { parseParameters } from "../parameters";
import { type Call, retrieve, route } from "../route";
import { findAny, findObject, insertObject, listObjects, saveObject } from "../store";
import { billingSchemas } from "./parameters";
import { previousOf } from "./work";

const nobody = { sessionId: "", email: "" };

export const catalogueRoutes = [
  route("POST", "/v1/products", "products.create", async (call) => {
    const { expand, id, name, description, active, metadata } = parseParameters(billingSchemas.product, call.form);
    if (id && (await findAny(call.db, id))) {
      throw new ApiError(`Product already exists.`, { code: "resource_already_exists", param: "id" });
    }
    const product = buildProduct({
      name,
      created: nowInSeconds(call.ctx),
      description: description ?? null,
      isActive: active ?? true,
      ...(id && { id }),
      metadata: metadata ?? {},
    });
    await insertObject(call.db, "product", { body: product, ...nobody });
    await tell(call, "product.created", product);
    return expandObjects(call.db, product, expand);
  }),
  route("GET", "/v1/products/{id}", "products.retrieve", retrieve("product")),
  route("POST", "/v1/prices", "prices.create", async (call) => {
    const { expand, ...asked } = parseParameters(billingSchemas.price, call.form);
    await requireProduct(call.db, asked.product);
    await freeLookupKey(call, asked.lookup_key, asked.transfer_lookup_key);
    const price = buildPrice({
      product: asked.product,
      currency: asked.currency,
      unitAmount: asked.unit_amount,
      created: nowInSeconds(call.ctx),
      ...(asked.recurring && {
        recurrence: { interval: asked.recurring.interval, interval_count: asked.recurring.interval_count ?? 1 },
      }),
      lookupKey: asked.lookup_key ?? null,
      nickname: asked.nickname ?? null,
      isActive: asked.active ?? true,
      ...(asked.tax_behavior && { taxBehavior: asked.tax_behavior }),
      metadata: asked.metadata ?? {},
    });
    await insertObject(call.db, "price", { body: price, ...nobody });
    await tell(call, "price.created", price);
    return expandObjects(call.db, price, expand);
  }),
  route("GET", "/v1/prices", "prices.list", async ({ db, form }) => {
    const {
      expand,
      lookup_keys: keys,
      active,
      product,
      currency,
      type,
      ...page
    } = parseParameters(billingSchemas.prices, form);
    const and = keys && sql`body ->> 'lookup_key' = any(${sql.param(keys)}::text[])`;
    const where = { active, product, currency, type };
    const list = await listObjects(db, { kind: "price", url: "/v1/prices", page, where, ...(and && { and }) });
    return expandObjects(db, list, expand);
  }),
  route("GET", "/v1/prices/{id}", "prices.retrieve", retrieve("price")),
] as const;

async function requireProduct(db: Queryable, id: string): Promise<void> {
  if (!(await findObject(db, "product", id))) throw noSuchObject("product", id, "product");
}

/** A lookup key leads to one price, and moves to another only if that is asked for. */
async function freeLookupKey(
  call: Call,
  key: string | undefined,
  isTransferred = false,
  ownId?: string,
): Promise<void> {
  if (key === undefined) return;
  const { data } = await listObjects(call.db, { kind: "price", url: "/v1/prices", where: { lookup_key: key } });
  for (const price of data.filter(({ id }) => id !== ownId)) {
    if (!isTransferred) {
      throw badParameter(
        `A price (\`${price.id}\`) already uses that lookup key. Pass \`transfer_lookup_key=true\` to transfer it.`,
        "lookup_key",
      );
    }
    await save(call, "price.updated", price, { ...price, lookup_key: null });
  }
}

async function save<T extends PriceObject | ProductObject>(call: Call, type: EventType, before: T, after: T) {
  const previousAttributes = previousOf(before, after);
  if (!previousAttributes) return;
  await saveObject(call.db, after);
  await recordEvent(call.ctx, call.db, { type, object: after, previousAttributes, email: "", causedBy: call.causedBy });
}

const tell = ({ ctx, db, causedBy }: Call, type: EventType, object: { id: string }) =>
  recordEvent(ctx, db, { type, object, email: "", causedBy });
