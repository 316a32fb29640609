import { randomUUID } from "node:crypto";
import type { Queryable } from "@db/client";
import { collectionPurchases } from "@db/schema";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { CollectionName } from "../../core/collections";
import type { Context, MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { showPriceWith } from "../../discounts/prices";
import { invalidCode } from "../../discounts/schemas";
import { showPrice } from "../../money/convert-price";
import { type DiscountTerms, type Quote, quoteList } from "../../money/quote";
import { hasFullAccess } from "../access";
import { collectionPrice, requireForSale } from "../collection";
import type { Purchase } from "./transitions";

export type PurchaseForm = Awaited<ReturnType<typeof getPurchaseForm>>;

type PurchaseFormQuery = { collection: CollectionName; discountCode?: string | undefined };

/** Throws not_found for a collection without recordings. */
export async function getPurchaseForm(ctx: MemberContext, { collection, discountCode }: PurchaseFormQuery) {
  await requireForSale(ctx.db, collection);
  // On returning by the browser's back button, the code held by the open checkout still counts.
  const open = discountCode ? await findOpenPurchase(ctx.db, ctx, collection) : undefined;
  const quoted = await quoteCollection(ctx.db, ctx, collection);
  return {
    isOwned: await hasFullAccess(ctx.db, ctx.user, collection),
    buyer: { name: ctx.user.fullName, email: ctx.user.email },
    ...(await showPriceWith(ctx, quoted, discountCode, open?.id)),
    formKey: randomUUID(),
  };
}

/** A checkout about to close is not worth continuing. */
const worthwhileMinutes = 5;

export async function findOpenPurchase(
  db: Queryable,
  { user, clock }: MemberContext,
  collection: CollectionName,
): Promise<Purchase | undefined> {
  const [open] = await db
    .select()
    .from(collectionPurchases)
    .where(
      and(
        eq(collectionPurchases.userId, user.id),
        eq(collectionPurchases.collection, collection),
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
export async function quoteCollection(
  db: Queryable,
  { visitor, rates }: Pick<Context, "visitor" | "rates">,
  collection: CollectionName,
): Promise<(terms: DiscountTerms | null) => Quote> {
  const list = showPrice(await collectionPrice(db, collection), visitor.currency, rates);
  return (terms) => {
    const quote = quoteList(list, rates, terms);
    if (terms && !quote.discount) throw new DomainError("discount_refused", invalidCode);
    return quote;
  };
}
