import { inTransaction } from "../../core/transaction";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { purchases } from "@db/schema";
import { one } from "@db/one";
import { lockAccount } from "../../people/accounts/accounts";
import { type Agreement, readAgreement } from "../../core/site-settings";
import { limitBookingRate } from "../../core/rate-limits";
import { agreePrice } from "../discounts/prices";
import { DomainError } from "../../core/errors";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { endOfHold, openPayment, startCheckout } from "../payments/checkout";
import { leaveCheckout } from "../payments/release";
import { type Product, requireProduct } from "../products/catalogue";
import { keyWithTerms, priceKeyIn, readTerms } from "../passes/agreed-terms";
import { kinds } from "../products/kinds";
import { purchaseCancelPath, purchaseReturnPath } from "../products/paths";
import { lockProductAgainstDeletion } from "../products/lock";
import { quoteKey } from "../money/quote";
import type { MemberContext } from "../../core/context";
import { ofProduct, ownsItem, requireItem } from "./item";
import { findOpenPurchase, quoteItem } from "./purchase-form";
import { deliver } from "./deliver";
import type { NewPurchase } from "./schemas";
import type { Purchase } from "./transitions";
import { minutesAfter } from "../../core/dates";
import { type AccessTerms, agreeWaiver } from "../withdrawals/waiver";

/**
 * Continues the same form key or an open checkout with the same price and code. Throws invalid (box not ticked), closed
 * (owned already), price_changed.
 */
export async function createPurchase(
  ctx: MemberContext,
  input: NewPurchase,
): Promise<{ next: string; purchaseId: string }> {
  await limitBookingRate(ctx);
  const product = await requireProduct(ctx.db, input.product);
  const access = await agreeWaiver(ctx, { ...input, isDigital: kinds[product.kind].isDigital });
  await closeOtherCheckout(ctx, product, input, access);
  const agreement = await readAgreement(ctx);
  const purchase = await inTransaction(ctx, async (tx) => {
    // Serializes a member's purchases.
    if (!(await lockAccount(tx, { id: ctx.user.id }))) throw new DomainError("unauthenticated", "Please sign in.");
    return (
      (await findRepeated(tx, ctx, input, access)) ??
      (await buyIfNotOwned(tx, ctx, product.id, { ...input, ...agreement, access }))
    );
  });
  const purchaseId = purchase.id;
  if (purchase.status === "pending") return { next: await payForPurchase(ctx, product, purchase), purchaseId };
  if (purchase.status === "failed") throw new DomainError("payment_provider_failed", failures.noPage);
  return { next: purchaseReturnPath(product, purchaseId), purchaseId };
}

type AgreedPurchase = NewPurchase & Agreement & { access: AccessTerms };

async function findRepeated(tx: Transaction, { user }: MemberContext, input: NewPurchase, access: AccessTerms) {
  const [purchase] = await tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.formKey, input.formKey), eq(purchases.userId, user.id)));
  if (purchase && (purchase.waivedAt === null) !== (access.waivedAt === null)) {
    throw new DomainError("invalid", "This was sent before with another choice. Please look at it again.", {
      field: "waiverVersion",
    });
  }
  return purchase;
}

/** The account is locked: no other purchase of this member comes between the check and the insert. */
async function buyIfNotOwned(
  tx: Transaction,
  ctx: MemberContext,
  productId: string,
  input: AgreedPurchase,
): Promise<Purchase> {
  await lockProductAgainstDeletion(tx, productId);
  const { product, price: listPrice } = await requireItem(tx, productId);
  if (await ownsItem(tx, ctx.user, product)) {
    throw new DomainError("closed", `You already have this ${kinds[product.kind].noun}, so there is nothing to pay.`);
  }
  const open = await findOpenPurchase(tx, ctx, productId);
  if (open && isSameOffer(open, input, input.access)) return open;
  const now = ctx.clock.now();
  // The open checkout has another price, code or beginning of access: it must not be paid by mistake.
  if (open) await enqueueJob(tx, "release-unpaid", { kind: "purchase", id: open.id });
  const passTerms = await readTerms(tx, product);
  const quote = priceKeyIn(input.quote, passTerms);
  const price = await agreePrice(tx, quoteItem(ctx, listPrice), { ...input, quote, now });
  const isFree = price.totalMinor === 0;
  const holdUntil = isFree ? null : minutesAfter(now, ctx.settings.holdMinutes);
  const purchase = one(
    await tx
      .insert(purchases)
      .values({
        ...ofProduct(product),
        userId: ctx.user.id,
        customerName: ctx.user.fullName,
        customerEmail: ctx.user.email,
        status: isFree ? "free" : "pending",
        formKey: input.formKey,
        ...price,
        passTerms,
        termsVersion: input.termsVersion,
        privacyVersion: input.privacyVersion,
        ...input.access,
        createdAt: now,
        completedAt: isFree ? now : null,
        holdUntil,
      })
      .returning(),
    "purchase",
  );
  const { id, totalMinor: amountMinor, currency } = purchase;
  if (holdUntil) await openPayment(tx, { kind: "purchase", id: id }, { amountMinor, currency }, holdUntil);
  else await deliver(tx, ctx, purchase);
  return purchase;
}

/** Frees the one-time code of the other checkout for this purchase. */
async function closeOtherCheckout(
  ctx: MemberContext,
  { id }: Product,
  input: NewPurchase,
  access: AccessTerms,
): Promise<void> {
  const open = await findOpenPurchase(ctx.db, ctx, id);
  const isOther = open && open.formKey !== input.formKey && !isSameOffer(open, input, access);
  if (isOther) await leaveCheckout(ctx, { kind: "purchase", id: open.id });
}

const isSameOffer = (open: Purchase, { quote, discountCode }: NewPurchase, access: AccessTerms): boolean =>
  keyWithTerms(quoteKey({ total: { amountMinor: open.totalMinor, currency: open.currency } }), open.passTerms) ===
    quote &&
  open.appliedDiscountCode === (discountCode ?? null) &&
  open.waiverVersion === access.waiverVersion &&
  open.opensAt?.getTime() === access.opensAt?.getTime();

const failures = {
  noPage: "There was a problem creating your checkout session. Please try again.",
  noAddress: "No response data received from checkout function.",
};

function payForPurchase(ctx: MemberContext, product: Product, purchase: Purchase): Promise<string> {
  const { siteUrl } = ctx.settings;
  const page = {
    product: { name: purchase.productTitle, description: kinds[purchase.productKind].checkoutText },
    quantity: 1,
    email: purchase.customerEmail,
    closesAt: endOfHold(purchase),
    successUrl: siteUrl + purchaseReturnPath(product, purchase.id),
    cancelUrl: siteUrl + purchaseCancelPath(product, purchase.id),
  };
  return startCheckout(ctx, { kind: "purchase", id: purchase.id }, page, failures);
}
