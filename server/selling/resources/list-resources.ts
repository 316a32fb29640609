import { products } from "@db/schema";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { plateUrl } from "../../platform/artwork/plate";
import type { Context, MemberContext } from "../../core/context";
import { dayOf, longDay } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { formatPrice } from "../../core/money";
import { pageLength, pageOf } from "../../core/pagination";
import { resourceFilePath } from "../../core/paths";
import { isContained } from "../../core/search";
import { showPrice } from "../../platform/money/convert-price";
import { ownedProducts } from "../../catalogue/entitlements/bought";
import { findOpening, isDownloadable, listFiles } from "./resource-files";
import type { ListedResource, ResourceList, ResourcePage, AdminResourceQuery } from "./schemas";

export async function listResources(ctx: Context, { search }: { search: string }): Promise<ListedResource[]> {
  const { title, description, category } = products;
  const anywhere = sql`concat_ws(' ', ${title}, ${description}, ${category})`;
  const isFound = search ? isContained(search, anywhere) : undefined;
  const rows = await ctx.db
    .select()
    .from(products)
    .where(and(isResource, isNull(products.withdrawnAt), isFound))
    .orderBy(desc(products.createdAt), desc(products.id));
  return printAll(ctx, rows);
}

const isResource = eq(products.kind, "resource");

export async function listMyResources(ctx: MemberContext): Promise<ListedResource[]> {
  const owned = [...(await ownedProducts(ctx.db, ctx.user.id))];
  if (owned.length === 0) return [];
  const rows = await ctx.db
    .select()
    .from(products)
    .where(and(isResource, inArray(products.id, owned)))
    .orderBy(desc(products.createdAt), desc(products.id));
  return printAll(ctx, rows);
}

/** Returns a resource's page. Only those who have a withdrawn resource still see it. Throws not_found. */
export async function getResource(ctx: Context, { id }: { id: string }): Promise<ResourcePage> {
  const [row] = await ctx.db
    .select()
    .from(products)
    .where(and(isResource, eq(products.id, id)));
  const [printed] = row ? await printAll(ctx, [row]) : [];
  const opensAt = ctx.user && !printed?.isMine ? await findOpening(ctx.db, ctx.user.id, id) : null;
  if (!row || !printed || (row.withdrawnAt && !printed.isMine && !opensAt)) throw notFound();
  const files = (await listFiles(ctx.db, [id])).get(id) ?? [];
  return {
    ...printed,
    files: files.map((file) => ({ ...file, path: printed.isMine ? resourceFilePath(id, file.id) : null })),
    access: opensAt ? "waiting" : accessTo(ctx, row, { isMine: printed.isMine, hasFiles: files.length > 0 }),
    opensOn: opensAt && longDay(opensAt, ctx.settings.siteTimeZone),
  };
}

const notFound = () => new DomainError("not_found", "Resource not found");

function accessTo(
  { user }: Pick<Context, "user">,
  { priceMinor }: Resource,
  { isMine, hasFiles }: { isMine: boolean; hasFiles: boolean },
): ResourcePage["access"] {
  if (!hasFiles) return "on_request";
  if (isMine) return "open";
  if (priceMinor > 0) return "for_sale";
  return user ? "open" : "members";
}

type Resource = typeof products.$inferSelect;

async function printAll(ctx: Context, rows: Resource[]): Promise<ListedResource[]> {
  const owned = ctx.user ? await ownedProducts(ctx.db, ctx.user.id) : new Set<string>();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    category: row.category,
    description: row.description,
    price: formatPrice(
      showPrice({ amountMinor: row.priceMinor, currency: row.priceCurrency }, ctx.visitor.currency, ctx.rates).list,
    ),
    image: plateUrl(row.category, "card", row.id),
    isFree: row.priceMinor === 0,
    isMine: isDownloadable(ctx.user, row, owned),
  }));
}

export async function listAllResources(
  { db, visitor }: Context,
  { search, page: wanted }: AdminResourceQuery,
): Promise<ResourceList> {
  const { title, description, category } = products;
  const anywhere = sql`concat_ws(' ', ${title}, ${description}, ${category})`;
  const isFound = search ? isContained(search, anywhere) : undefined;
  const condition = and(isResource, isNull(products.withdrawnAt), isFound);
  const { page, offset } = pageOf(wanted, await db.$count(products, condition));
  const rows = await db
    .select()
    .from(products)
    .where(condition)
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(pageLength)
    .offset(offset);
  const files = await listFiles(
    db,
    rows.map(({ id }) => id),
  );
  const listed = rows.map(({ id, title, category, priceMinor: amountMinor, priceCurrency: currency, createdAt }) => ({
    id,
    title,
    category: category ?? "",
    files: files.get(id)?.length ?? 0,
    price: formatPrice({ amountMinor, currency }),
    addedAt: dayOf(createdAt, visitor.timeZone),
  }));
  return { resources: listed, page };
}
