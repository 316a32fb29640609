import { inTransaction } from "../../core/transaction";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { collectionPurchases } from "@db/schema";
import { one } from "@db/one";
import { lockAccount } from "../../people/accounts/accounts";
import { type Agreement, readAgreement } from "../../core/site-settings";
import { limitBookingRate } from "../../core/rate-limits";
import { agreePrice } from "../discounts/prices";
import { DomainError } from "../../core/errors";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { endOfHold, openPayment, startCheckout } from "../payments/checkout";
import { leaveCheckout } from "../payments/release";
import { itemTitle, purchaseCancelPath, purchaseReturnPath } from "../../core/items";
import { quoteKey } from "../money/quote";
import type { MemberContext } from "../../core/context";
import { lockItem, nounOf, ownsItem, requireItem } from "./item";
import { findOpenPurchase, quoteItem } from "./purchase-form";
import { mailPurchase } from "./mails";
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
  const access = await agreeWaiver(ctx, input);
  await closeOtherCheckout(ctx, input, access);
  const agreement = await readAgreement(ctx);
  const purchase = await inTransaction(ctx, async (tx) => {
    // Serializes a member's purchases.
    if (!(await lockAccount(tx, { id: ctx.user.id }))) throw new DomainError("unauthenticated", "Please sign in.");
    return (
      (await findRepeated(tx, ctx, input, access)) ?? (await buyIfNotOwned(tx, ctx, { ...input, ...agreement, access }))
    );
  });
  const purchaseId = purchase.id;
  if (purchase.status === "pending") return { next: await payForPurchase(ctx, purchase), purchaseId };
  if (purchase.status === "failed") throw new DomainError("payment_provider_failed", failures.noPage);
  return { next: purchaseReturnPath(purchase), purchaseId };
}

type Agreed = NewPurchase & Agreement & { access: AccessTerms };

async function findRepeated(tx: Transaction, { user }: MemberContext, input: NewPurchase, access: AccessTerms) {
  const [purchase] = await tx
    .select()
    .from(collectionPurchases)
    .where(and(eq(collectionPurchases.formKey, input.formKey), eq(collectionPurchases.userId, user.id)));
  if (purchase && (purchase.waivedAt === null) !== (access.waivedAt === null)) {
    throw new DomainError("invalid", "This was sent before with another choice. Please look at it again.", {
      field: "waiverVersion",
    });
  }
  return purchase;
}

/** The account is locked: no other purchase of this member comes between the check and the insert. */
async function buyIfNotOwned(tx: Transaction, ctx: MemberContext, input: Agreed): Promise<Purchase> {
  await lockItem(tx, input);
  const { columns, price: listPrice } = await requireItem({ ...ctx, db: tx }, input);
  if (await ownsItem(tx, ctx.user, input)) {
    throw new DomainError("closed", `You already have this ${nounOf(columns)}, so there is nothing to pay.`);
  }
  const open = await findOpenPurchase(tx, ctx, input);
  if (open && isSameOffer(open, input, input.access)) return open;
  const now = ctx.clock.now();
  // The open checkout has another price, code or beginning of access: it must not be paid by mistake.
  if (open) await enqueueJob(tx, "release-unpaid", { kind: "purchase", id: open.id });
  const price = await agreePrice(tx, quoteItem(ctx, listPrice), { ...input, now });
  const isFree = price.totalMinor === 0;
  const holdUntil = isFree ? null : minutesAfter(now, ctx.settings.holdMinutes);
  const purchase = one(
    await tx
      .insert(collectionPurchases)
      .values({
        ...columns,
        userId: ctx.user.id,
        customerName: ctx.user.fullName,
        customerEmail: ctx.user.email,
        status: isFree ? "free" : "pending",
        formKey: input.formKey,
        ...price,
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
  else await mailPurchase(tx, ctx, purchase);
  return purchase;
}

/** Frees the one-time code of the other checkout for this purchase. */
async function closeOtherCheckout(ctx: MemberContext, input: NewPurchase, access: AccessTerms): Promise<void> {
  const open = await findOpenPurchase(ctx.db, ctx, input);
  const isOther = open && open.formKey !== input.formKey && !isSameOffer(open, input, access);
  if (isOther) await leaveCheckout(ctx, { kind: "purchase", id: open.id });
}

const isSameOffer = (open: Purchase, { quote, discountCode }: NewPurchase, access: AccessTerms): boolean =>
  quoteKey({ total: { amountMinor: open.totalMinor, currency: open.currency } }) === quote &&
  open.appliedDiscountCode === (discountCode ?? null) &&
  open.waiverVersion === access.waiverVersion &&
  open.opensAt?.getTime() === access.opensAt?.getTime();

const failures = {
  noPage: "There was a problem creating your checkout session. Please try again.",
  noAddress: "No response data received from checkout function.",
};

const descriptions = {
  collection: "All recordings, lifetime access",
  resource: "Learning resource, yours to keep",
};

function payForPurchase(ctx: MemberContext, purchase: Purchase): Promise<string> {
  const { siteUrl } = ctx.settings;
  const page = {
    product: { name: itemTitle(purchase), description: descriptions[nounOf(purchase)] },
    quantity: 1,
    email: purchase.customerEmail,
    closesAt: endOfHold(purchase),
    successUrl: siteUrl + purchaseReturnPath(purchase),
    cancelUrl: siteUrl + purchaseCancelPath(purchase),
  };
  return startCheckout(ctx, { kind: "purchase", id: purchase.id }, page, failures);
}
