import { resources } from "@db/schema";
import { desc, eq, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { dayOf } from "../core/dates";
import { DomainError } from "../core/errors";
import { formatPrice } from "../core/money";
import { pageLength, pageOf } from "../core/pagination";
import { showPrice } from "../money/convert-price";
import type { ListedResource, ResourceList, ResourceQuery } from "./schemas";

export async function listResources(ctx: Context, { search }: { search: string }): Promise<ListedResource[]> {
  const { title, description, category } = resources;
  const anywhere = sql`concat_ws(' ', ${title}, ${description}, ${category})`;
  const rows = await ctx.db
    .select()
    .from(resources)
    .where(search ? sql`position(lower(${search}) in lower(${anywhere})) > 0` : undefined)
    .orderBy(desc(resources.createdAt), desc(resources.id));
  return rows.map((row) => printResource(ctx, row));
}

export async function getResource(ctx: Context, { id }: { id: string }): Promise<ListedResource> {
  const [row] = await ctx.db.select().from(resources).where(eq(resources.id, id));
  if (!row) throw new DomainError("not_found", "Resource not found");
  return printResource(ctx, row);
}

function printResource(ctx: Context, resource: typeof resources.$inferSelect): ListedResource {
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

export async function listAllResources(
  { db, visitor }: Context,
  { search, page: wanted }: ResourceQuery,
): Promise<ResourceList> {
  const { title, description, category } = resources;
  const anywhere = sql`lower(concat_ws(' ', ${title}, ${description}, ${category}))`;
  const isMeant = search ? sql`position(lower(${search}) in ${anywhere}) > 0` : undefined;
  const { page, offset } = pageOf(wanted, await db.$count(resources, isMeant));
  const rows = await db
    .select()
    .from(resources)
    .where(isMeant)
    .orderBy(desc(resources.createdAt), desc(resources.id))
    .limit(pageLength)
    .offset(offset);
  const listed = rows.map(({ id, title, category, priceMinor: amountMinor, priceCurrency: currency, createdAt }) => ({
    ...{ id, title, category: category ?? "" },
    price: formatPrice({ amountMinor, currency }),
    addedAt: dayOf(createdAt, visitor.timeZone),
  }));
  return { resources: listed, page };
}
