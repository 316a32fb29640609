import { randomUUID } from "node:crypto";
import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { and, desc, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import type { Context, Visitor } from "../../core/context";
import { DomainError } from "../../core/errors";
import { choosePrice, refusalOfAmount } from "../../catalogue/discounts/chosen-price";
import { showPriceWith } from "../../catalogue/discounts/show-price";
import { withMemberTermsOn } from "../../catalogue/discounts/member-discount";
import { showGiftCards } from "../../catalogue/gift-cards/pay-by-card";
import type { PriceChoice } from "../../platform/money/session-price";
import { showChoice } from "../../platform/money/show-choice";
import { keyWithTerms, readTerms } from "../../catalogue/passes/agreed-terms";
import { type Product, requireProduct } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import { ownsItem, requireItem } from "./item";
import type { PurchaseFormQuery } from "./schemas";
import type { Purchase } from "./transitions";
import { showWaiver } from "../../payments/withdrawals/waiver";

export type PurchaseForm = Awaited<ReturnType<typeof getPurchaseForm>>;

/** Throws not_found, and unauthenticated for what guests can't buy. */
export async function getPurchaseForm(ctx: Context, { discountCode, product: ref, ...typed }: PurchaseFormQuery) {
  const { user } = ctx;
  const { id, pricing: kind } = await requireBuyer(ctx, ref);
  // On returning by the browser's back button, the code and the rate held by the open checkout can still be had.
  const open = discountCode || kind !== "one" ? await findOpenPurchase(ctx.db, ctx, id) : undefined;
  const { pricing, product } = await withMemberTermsOn(ctx.db, ctx, await requireItem(ctx.db, ref, open?.id));
  const choice = choiceOf(typed);
  const chosen = choosePrice(ctx, pricing, choice);
  const shown = await showPriceWith(ctx, chosen, discountCode, open?.id);
  const { gifts, key } = await showGiftCards(ctx, shown.toPay, typed);
  return {
    title: product.title,
    isOwned: user !== null && (await ownsItem(ctx.db, { user, email: user.email }, product)),
    /** Null for a guest, who types it. */
    buyer: user && { name: user.fullName, email: user.email },
    prices: showChoice(ctx, pricing, choice, "products"),
    amountRefusal: refusalOfAmount(chosen),
    ...shown,
    lines: null,
    quote: keyWithTerms(shown.quote, await readTerms(ctx.db, product)) + key,
    gifts,
    waiver: await showWaiver(ctx, { ...shown, isDigital: kinds[product.kind].isDigital }),
    formKey: randomUUID(),
  };
}

/** Returns a product that the visitor may buy. Throws not_found, and unauthenticated for what guests can't buy. */
export async function requireBuyer({ db, user }: Context, ref: string): Promise<Product> {
  const product = await requireProduct(db, ref);
  if (!user && !kinds[product.kind].isSoldToGuests) throw new DomainError("unauthenticated", "Please sign in.");
  return product;
}

/** A checkout about to close is not worth continuing. */
const worthwhileMinutes = 5;

/** Finds the visitor's own unpaid purchase whose payment page is still open. */
export async function findOpenPurchase(
  db: Queryable,
  { user, visitor, clock }: Context,
  productId: string,
): Promise<Purchase | undefined> {
  const [open] = await db
    .select()
    .from(purchases)
    .where(
      and(
        user ? eq(purchases.userId, user.id) : isBegunInBrowser(visitor),
        eq(purchases.productId, productId),
        eq(purchases.status, "pending"),
        isNull(purchases.archivedAt),
        gt(purchases.holdUntil, new Date(clock.now().getTime() + worthwhileMinutes * 60_000)),
      ),
    )
    .orderBy(desc(purchases.createdAt))
    .limit(1);
  return open;
}

/** A guest is known by the signed cookie only: an address can be anyone's. */
const isBegunInBrowser = ({ browserPasses }: Visitor): SQL | undefined =>
  and(isNull(purchases.userId), inArray(purchases.id, browserPasses));

/** Returns what a form has chosen of what it buys. */
export const choiceOf = ({ rate1, amount }: Pick<PurchaseFormQuery, "rate1" | "amount">): PriceChoice => ({
  quantity: 1,
  chosenRates: rate1 === undefined ? [] : [rate1],
  amount,
});
