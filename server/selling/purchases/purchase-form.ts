import { randomUUID } from "node:crypto";
import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { showPriceWith } from "../discounts/prices";
import { invalidCode } from "../discounts/schemas";
import { showPrice } from "../money/convert-price";
import { type DiscountTerms, type Quote, quoteList } from "../money/quote";
import type { Money } from "../../core/money";
import { keyWithTerms, readTerms } from "../passes/agreed-terms";
import { kinds } from "../products/kinds";
import { ownsItem, requireItem } from "./item";
import type { PurchaseFormQuery } from "./schemas";
import type { Purchase } from "./transitions";
import { showWaiver } from "../withdrawals/waiver";

export type PurchaseForm = Awaited<ReturnType<typeof getPurchaseForm>>;

export async function getPurchaseForm(ctx: MemberContext, { discountCode, product: ref }: PurchaseFormQuery) {
  const { price, product } = await requireItem(ctx.db, ref);
  // On returning by the browser's back button, the code held by the open checkout still counts.
  const open = discountCode ? await findOpenPurchase(ctx.db, ctx, product.id) : undefined;
  const shown = await showPriceWith(ctx, quoteItem(ctx, price), discountCode, open?.id);
  return {
    title: product.title,
    isOwned: await ownsItem(ctx.db, ctx.user, product),
    buyer: { name: ctx.user.fullName, email: ctx.user.email },
    ...shown,
    quote: keyWithTerms(shown.quote, await readTerms(ctx.db, product)),
    waiver: await showWaiver(ctx, { ...shown, isDigital: kinds[product.kind].isDigital }),
    formKey: randomUUID(),
  };
}

/** A checkout about to close is not worth continuing. */
const worthwhileMinutes = 5;

export async function findOpenPurchase(
  db: Queryable,
  { user, clock }: MemberContext,
  productId: string,
): Promise<Purchase | undefined> {
  const [open] = await db
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, user.id),
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
