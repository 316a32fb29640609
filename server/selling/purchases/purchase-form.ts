import { randomUUID } from "node:crypto";
import type { Queryable } from "@db/client";
import { collectionPurchases } from "@db/schema";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { itemTitle } from "../../core/items";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { showPriceWith } from "../discounts/prices";
import { invalidCode } from "../discounts/schemas";
import { showPrice } from "../money/convert-price";
import { type DiscountTerms, type Quote, quoteList } from "../money/quote";
import type { Money } from "../../core/money";
import { isOfItem, ownsItem, requireItem } from "./item";
import type { PurchaseFormQuery, PurchaseItem } from "./schemas";
import type { Purchase } from "./transitions";
import { showWaiver } from "../withdrawals/waiver";

export type PurchaseForm = Awaited<ReturnType<typeof getPurchaseForm>>;

export async function getPurchaseForm(ctx: MemberContext, { discountCode, ...item }: PurchaseFormQuery) {
  const { price, columns } = await requireItem(ctx, item);
  // On returning by the browser's back button, the code held by the open checkout still counts.
  const open = discountCode ? await findOpenPurchase(ctx.db, ctx, item) : undefined;
  const shown = await showPriceWith(ctx, quoteItem(ctx, price), discountCode, open?.id);
  return {
    title: itemTitle(columns),
    isOwned: await ownsItem(ctx.db, ctx.user, item),
    buyer: { name: ctx.user.fullName, email: ctx.user.email },
    ...shown,
    waiver: await showWaiver(ctx, shown),
    formKey: randomUUID(),
  };
}

/** A checkout about to close is not worth continuing. */
const worthwhileMinutes = 5;

export async function findOpenPurchase(
  db: Queryable,
  { user, clock }: MemberContext,
  item: PurchaseItem,
): Promise<Purchase | undefined> {
  const [open] = await db
    .select()
    .from(collectionPurchases)
    .where(
      and(
        eq(collectionPurchases.userId, user.id),
        isOfItem(item),
        eq(collectionPurchases.status, "pending"),
        isNull(collectionPurchases.archivedAt),
        gt(collectionPurchases.holdUntil, new Date(clock.now().getTime() + worthwhileMinutes * 60_000)),
      ),
    )
    .orderBy(desc(collectionPurchases.createdAt))
    .limit(1);
  return open;
}

/** The returned function throws discount_refused if a code's amount can't be converted. */
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
