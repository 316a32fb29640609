import type { Queryable } from "@db/client";
import { passTerms, products, purchases } from "@db/schema";
import { and, asc, eq, gt, or } from "drizzle-orm";
import { whereBought, whereBoughtFor } from "../../core/bought";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { keepContent } from "../../core/kept-content";
import { formatPrice, type Money } from "../../core/money";
import { showPrice } from "../money/convert-price";
import { priceOf } from "../products/catalogue";
import { describeTerms, readCategoryNames } from "./describe-pass";
import type { PassOnSale } from "./schemas";

type SoldPass = { product: typeof products.$inferSelect; terms: typeof passTerms.$inferSelect };

const selectSold = (db: Queryable) =>
  db
    .select({ product: products, terms: passTerms })
    .from(products)
    .innerJoin(passTerms, eq(passTerms.productId, products.id))
    .$dynamic();

const isSold = and(eq(products.kind, "pass"), eq(products.isOn, true), gt(products.priceMinor, 0));

/** Returns whether the site's menu has a link to the passes. */
export const isAnySold = keepContent(async (db): Promise<boolean> => (await db.$count(products, isSold)) > 0);

/** Lists the passes on sale, the cheapest first. */
export async function listPasses(ctx: Context): Promise<PassOnSale[]> {
  const rows = await selectSold(ctx.db).where(isSold).orderBy(asc(products.priceMinor), asc(products.id));
  return printAll(ctx, rows);
}

/** Returns the page of a pass, also of one that is no longer sold. Throws not_found. */
export async function getPass(ctx: Context, { id }: { id: string }): Promise<PassOnSale> {
  const [printed] = await printAll(ctx, await selectSold(ctx.db).where(eq(products.id, id)));
  if (!printed) throw new DomainError("not_found", "Pass not found");
  return printed;
}

async function printAll(ctx: Context, rows: SoldPass[]): Promise<PassOnSale[]> {
  const names = await readCategoryNames(
    ctx.db,
    rows.map(({ terms }) => terms),
  );
  const owned = await readOwned(ctx);
  return rows.map(({ product, terms }) => {
    const { list } = showPrice(priceOf(product), ctx.visitor.currency, ctx.rates);
    const { credits } = terms;
    return {
      id: product.id,
      title: product.title,
      description: product.description,
      price: formatPrice(list),
      each: credits === null || credits === 1 ? null : eachOf(list, credits),
      terms: [...describeTerms(terms, names), ...(terms.isIntroduction ? ["Once for each person."] : [])],
      isOn: product.isOn,
      isGivable: !terms.isIntroduction,
      isUsedUp: terms.isIntroduction && owned.has(product.id),
    };
  });
}

/** Text such as "£12 each", or "about £8.33 each" where the price can't be divided evenly. */
function eachOf(price: Money, credits: number): string {
  const amountMinor = Math.round(price.amountMinor / credits);
  const each = `${formatPrice({ ...price, amountMinor })} each`;
  return amountMinor * credits === price.amountMinor ? each : `about ${each}`;
}

async function readOwned({ db, user }: Context): Promise<Set<string>> {
  if (!user) return new Set();
  const isTheirs = or(whereBought(user), whereBoughtFor(user.email));
  const bought = await db
    .select({ id: purchases.productId })
    .from(purchases)
    .where(and(eq(purchases.productKind, "pass"), isTheirs));
  return new Set(bought.map(({ id }) => id));
}
