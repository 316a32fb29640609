import type { Queryable } from "@db/client";
import { purchases, payments, users } from "@db/schema";
import { and, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Context, MemberContext } from "../../core/context";
import { longDay } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { purchaseReceiptPath } from "../../core/paths";
import { referenceOf } from "../../core/reference";
import { isFreeOrder, printRate, printTotal } from "../../platform/money/print-order";
import { invoicesOfRow, printListed } from "../../payments/invoices/listed-invoices";
import { type InvoicedReceipt, withInvoices } from "../../payments/invoices/read-invoice";
import { receiptOf } from "../../payments/receipt";
import { hasLateRefund } from "../../payments/refunds";
import { settlePayment } from "../../payments/settle";
import { pageRequest } from "../../payments/stripe-failure";
import { wasCompletedUnpaid } from "../../payments/unpaid";
import { printWaiver } from "../../payments/withdrawals/waiver";
import { findCollection, requireProductOf } from "../../catalogue/products/catalogue";
import { kinds, productPath } from "../../catalogue/products/kinds";
import { textsOf } from "../../catalogue/products/words";
import { isOwnedOtherwise } from "./lock";
import type { MyPurchase, PurchaseReturn } from "./schemas";
import { openingDay } from "./mails";
import { isOpening, type Purchase } from "./transitions";
import { kindOf } from "./sold-kind";

export async function listMyPurchases({ db, user, settings }: MemberContext): Promise<MyPurchase[]> {
  const rows = await db
    .select({ purchase: purchases, invoices: invoicesOfRow.purchase })
    .from(purchases)
    .where(and(wherePurchaseOf(user), inArray(purchases.status, ["paid", "free", "refunded"])))
    .orderBy(desc(purchases.createdAt), desc(purchases.id));
  return rows.map(({ purchase, invoices }) => ({
    id: purchase.id,
    reference: referenceOf(purchase),
    title: purchase.productTitle,
    date: longDay(purchase.completedAt ?? purchase.createdAt, settings.siteTimeZone),
    amount: printTotal(purchase),
    isRefunded: purchase.status === "refunded",
    opensOn: purchase.status === "refunded" ? null : openingDay(purchase, settings),
    receiptPath: purchaseReceiptPath(purchase.id),
    invoices: printListed(invoices),
  }));
}

export async function getPurchaseReceipt(
  ctx: MemberContext,
  { purchaseId }: { purchaseId: string },
): Promise<InvoicedReceipt> {
  const [purchase] = await ctx.db
    .select()
    .from(purchases)
    .where(and(eq(purchases.id, purchaseId), wherePurchaseOf(ctx.user)));
  if (!purchase) throw new DomainError("not_found", "Receipt not found");
  return printReceipt(ctx, purchase);
}

/** Returns the receipt of a purchase to someone who may see it. */
export const printReceipt = (ctx: Context, purchase: Purchase): Promise<InvoicedReceipt> => {
  const ref = { kind: "purchase", id: purchase.id } as const;
  const receipt = receiptOf(ctx, { ...purchase, isFree: purchase.status === "free" }, ref, {
    customer: { name: purchase.customerName, email: purchase.customerEmail },
    item: {
      title: purchase.productTitle,
      details: [kinds[purchase.productKind].receiptText, printRate(purchase)].filter((line) => line !== null),
    },
    waiver: printWaiver(purchase, ctx.settings),
    opensOn: openingDay(purchase, ctx.settings),
  });
  return withInvoices(ctx.db, ref, receipt);
};

const wherePurchaseOf = (user: { id: string }) => and(eq(purchases.userId, user.id), isNull(purchases.archivedAt));

export function whereEverBoughtBy(user: { id: string }): SQL | undefined {
  const confirmedEmail = sql`(select lower(${users.email}) from ${users}
    where ${users.id} = ${user.id} and ${users.emailConfirmedAt} is not null)`;
  return or(
    eq(purchases.userId, user.id),
    and(isNull(purchases.userId), sql`lower(${purchases.customerEmail}) = ${confirmedEmail}`),
  );
}

/** Asks Stripe about a purchase after checkout; if it can't be asked, a webhook follows. Throws not_found. */
export async function confirmPurchase(ctx: Context, { purchaseId }: { purchaseId: string }): Promise<PurchaseReturn> {
  const [open] = await ctx.db
    .select({ checkoutId: sql<string>`${payments.stripeCheckoutSessionId}` })
    .from(payments)
    .where(
      and(eq(payments.purchaseId, purchaseId), eq(payments.state, "open"), isNotNull(payments.stripeCheckoutSessionId)),
    );
  if (open) {
    try {
      const checkout = await ctx.stripe.client.checkout.sessions.retrieve(open.checkoutId, {}, pageRequest);
      await settlePayment(ctx, checkout);
    } catch (error) {
      ctx.log.warn({ err: error, purchaseId }, "purchase not confirmed yet; waiting for Stripe's webhook");
    }
  }
  return getPurchaseReturn(ctx, { purchaseId });
}

/** Returns nothing personal, as the purchase's id is all that is needed. Throws not_found. */
export async function getPurchaseReturn(ctx: Context, { purchaseId }: { purchaseId: string }): Promise<PurchaseReturn> {
  const [purchase] = await ctx.db.select().from(purchases).where(eq(purchases.id, purchaseId));
  if (!purchase) throw new DomainError("not_found", "Purchase not found");
  const product = await requireProductOf(ctx.db, purchase);
  const collection = product.slug ? await findCollection(ctx.db, product.slug) : undefined;
  const buyer = buyerOf(ctx, purchase);
  const { noun, aim, isClaimedByAccount, unlockedTitle, isYours } = kinds[product.kind];
  return {
    productId: product.id,
    noun,
    aim,
    isClaimedByAccount,
    unlockedTitle,
    isYours: isYours(collection ? textsOf(collection).series : product.title),
    leadsToResources: collection?.words?.leadsToResources ?? false,
    path: productPath(product),
    state: await stateOf(ctx.db, purchase),
    isFree: isFreeOrder(purchase),
    opensOn: openingDay(purchase, ctx.settings),
    buyer,
    heldPath: buyer === "me" ? await kindOf(ctx, purchase).heldPath(ctx.db, purchase) : null,
  };
}

function buyerOf({ user, visitor }: Context, { id, userId }: Purchase): PurchaseReturn["buyer"] {
  if (userId === null && visitor.browserPasses.includes(id)) return "me";
  if (!user) return "unknown";
  return user.id === userId ? "me" : "other";
}

async function stateOf(db: Queryable, purchase: Purchase): Promise<PurchaseReturn["state"]> {
  if (isOpening(purchase)) return purchase.opensAt ? "waiting" : "unlocked";
  if (purchase.status === "pending") return "pending";
  if (await hasLateRefund(db, { kind: "purchase", id: purchase.id })) {
    return (await isOwnedOtherwise(db, purchase)) ? "paid_twice" : "refunded";
  }
  if (await wasCompletedUnpaid(db, { kind: "purchase", id: purchase.id })) return "unconfirmed";
  return purchase.status === "failed" || purchase.status === "cancelled" ? "unpaid" : "refunded";
}
