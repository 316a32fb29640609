import { resources } from "@db/schema";
import { desc, eq, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { showPrice } from "../money/convert-price";
import { formatPrice } from "../core/money";
import type { ListedResource } from "./schemas";

/** The learning resources, newest first: those whose title, description or category has the searched words in it. */
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

/** One learning resource. Throws not_found. */
export async function getResource(ctx: Context, { id }: { id: string }): Promise<ListedResource> {
  const [row] = await ctx.db.select().from(resources).where(eq(resources.id, id));
  if (!row) throw new DomainError("not_found", "Resource not found");
  return printResource(ctx, row);
}

/** A resource for this visitor, its price in her currency. */
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
