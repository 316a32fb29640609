import { products } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import { keepContent } from "../../core/kept-content";
import { formatPrice } from "../../core/money";
import { readCardToGive } from "../gift-cards/given-pass";
import { describePrices } from "../../platform/money/describe-prices";
import { printRange } from "../../platform/money/session-price";
import { rangeOfProduct, readProductPrices } from "../products/product-prices";
import { describeTerms, readCategoryNames } from "./describe-pass";
import { isSold, printEach, readOwned, readSoldPasses, selectSold, type SoldPass } from "./offers";
import type { PassOnSale } from "./schemas";

/** Returns whether the site's menu has a link to the passes. */
export const isAnySold = keepContent(async (db): Promise<boolean> => (await db.$count(products, isSold)) > 0);

/** Lists the passes on sale, the cheapest first. */
export const listPasses = async (ctx: Context): Promise<PassOnSale[]> => printAll(ctx, await readSoldPasses(ctx.db));

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
  const givenBy = await readCardToGive(ctx.db);
  const pricings = await readProductPrices(
    ctx.db,
    rows.map(({ product }) => product),
  );
  return rows.map(({ product, terms }, index) => {
    const pricing = pricings[index];
    const { credits } = terms;
    const range = rangeOfProduct(ctx, product, pricing);
    const list = range.lowest;
    const each = credits === null || credits === 1 ? null : printEach(list, credits);
    return {
      id: product.id,
      title: product.title,
      description: product.description,
      price: printRange(range),
      from: range.highest && formatPrice(list),
      prices: pricing ? describePrices(ctx, pricing, "products") : [],
      each: each && range.highest ? `from ${each}` : each,
      terms: [...describeTerms(terms, names), ...(terms.isIntroduction ? ["Once for each person."] : [])],
      isOn: product.isOn,
      givenBy: terms.isIntroduction || product.pricing !== "one" ? null : givenBy,
      isUsedUp: terms.isIntroduction && owned.has(product.id),
    };
  });
}
