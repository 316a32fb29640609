import { randomUUID } from "node:crypto";
import type { Queryable } from "@db/client";
import { giftCards, purchases } from "@db/schema";
import { and, desc, eq, gt, inArray, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { Context, Visitor } from "../../core/context";
import { DomainError } from "../../core/errors";
import { showPriceWith } from "../discounts/prices";
import { invalidCode } from "../discounts/schemas";
import { showGiftCards } from "../gift-cards/pay-by-card";
import { showPrice } from "../money/convert-price";
import { type DiscountTerms, type Quote, quoteList } from "../money/quote";
import type { Money } from "../../core/money";
import { keyWithTerms, readTerms } from "../passes/agreed-terms";
import { type Product, requireProduct } from "../products/catalogue";
import { kinds } from "../products/kinds";
import { ownsItem, requireItem } from "./item";
import type { PurchaseFormQuery } from "./schemas";
import type { Purchase } from "./transitions";
import { showWaiver } from "../withdrawals/waiver";

export type PurchaseForm = Awaited<ReturnType<typeof getPurchaseForm>>;

/** Throws not_found, and unauthenticated for what guests can't buy. */
export async function getPurchaseForm(ctx: Context, { discountCode, product: ref, ...typed }: PurchaseFormQuery) {
  const { user } = ctx;
  await requireBuyer(ctx, ref);
  const { price, product } = await requireItem(ctx.db, ref);
  // On returning by the browser's back button, the code held by the open checkout still counts.
  const open = discountCode ? await findOpenPurchase(ctx.db, ctx, product.id) : undefined;
  const shown = await showPriceWith(ctx, quoteItem(ctx, price), discountCode, open?.id);
  const { gifts, key } = await showGiftCards(ctx, shown.toPay, typed);
  return {
    title: product.title,
    isOwned: user !== null && (await ownsItem(ctx.db, { user, email: user.email }, product)),
    /** Null for a guest, who types it. */
    buyer: user && { name: user.fullName, email: user.email },
    ...shown,
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
        // What is bought for someone else is another purchase.
        notExists(
          db
            .select({ one: sql`1` })
            .from(giftCards)
            .where(eq(giftCards.purchaseId, purchases.id)),
        ),
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

/** Returns a function that quotes the item and throws discount_refused if a code's amount can't be converted. */
export function quoteItem(
  { visitor, rates }: Pick<Context, "visitor" | "rates">,
  price: Money,
): (terms: DiscountTerms | null) => Quote {
  const list = showPrice(price, visitor.currency, rates);
  return (terms) => {
    const quote = quoteList(list, rates, terms);
    if (terms && !quote.discount) throw new DomainError("discount_refused", invalidCode);
    return quote;
  };
}
