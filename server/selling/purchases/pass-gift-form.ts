import { randomUUID } from "node:crypto";
import { passTerms } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../core/context";
import { DomainError } from "../../core/errors";
import type { Currency } from "../../core/money";
import { showPriceWith } from "../discounts/prices";
import { findLeftGift, type LeftGift } from "../gift-cards/left-gift";
import { keyWithTerms, readTerms } from "../passes/agreed-terms";
import { priceOf } from "../products/catalogue";
import { requireItem } from "./item";
import { quoteOnePrice } from "./purchase-form";

/** What the giver of a pass is shown. */
export type PassGiftForm = {
  id: string;
  title: string;
  price: string;
  currency: Currency;
  quote: string;
  buyer: { name: string; email: string } | null;
  /** What was filled in before the payment page was left. */
  left: LeftGift | null;
  formKey: string;
};

/** Returns the form that buys a pass for someone else. Throws not_found for what is not sold, and for a first offer. */
export async function getPassGiftForm(
  ctx: Context,
  { id, isBack }: { id: string; isBack: boolean },
): Promise<PassGiftForm> {
  const { product } = await requireItem(ctx.db, id);
  const [sold] = await ctx.db.select().from(passTerms).where(eq(passTerms.productId, id));
  const { quote, total, isFree } = await showPriceWith(ctx, quoteOnePrice(ctx, priceOf(product)), undefined);
  const isGivable = sold && !sold.isIntroduction && product.pricing === "one" && !isFree;
  if (!isGivable) throw new DomainError("not_found", "Pass not found");
  return {
    id,
    title: product.title,
    price: total,
    currency: ctx.visitor.currency,
    quote: keyWithTerms(quote, await readTerms(ctx.db, product)),
    buyer: ctx.user && { name: ctx.user.fullName, email: ctx.user.email },
    left: isBack ? await findLeftGift(ctx, { id }) : null,
    formKey: randomUUID(),
  };
}
