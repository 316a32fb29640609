import { desc, sql } from "drizzle-orm";
import { resources } from "@db/schema";
import { formatPrice } from "../../core/money";
import { pageLength, pageOf } from "../../core/pagination";
import type { Context } from "../../core/context";
import { dayOf } from "../../core/dates";
import type { ResourceList, ResourceQuery } from "./schemas";

/** A page of the learning resources, the newest first. Two queries, however many there are. */
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
