import type { Transaction } from "@db/client";
import { purchases } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { formatAmount } from "../../core/money";
import { inTransaction } from "../../core/transaction";
import { payGiftParts, releaseGiftParts } from "../../payments/gift-parts";
import { listPendingByHand, recordOutsidePayment } from "../../payments/outside-payments";
import { lockPaid } from "../../payments/lock";
import { leftOf } from "../../payments/paid-payments";
import { closeOpenPages } from "../../payments/reconcile-payment";
import { refundUnused } from "../../payments/refund-unused";
import { releaseByAdmin, releaseUnpaidOrRefuse } from "../../payments/release";
import type { StatusByHand, StatusOutcome } from "../../payments/schemas";
import { requireProductOf } from "../../catalogue/products/catalogue";
import { kinds } from "../../catalogue/products/kinds";
import { assignToBuyer, hasAnother, type LockedPurchase, lockPurchase } from "./lock";
import { mailPurchase } from "./mails";
import { changePurchaseState, type Purchase, purchaseChangesByHand, type PurchaseStatus } from "./transitions";
import { kindOf } from "./sold-kind";

type Change = StatusByHand & { purchaseId: string };

/**
 * Changes a purchase's status by hand; `paid` is a payment outside Stripe. Throws closed (changed meanwhile, or owned
 * already), discount_refused.
 */
export async function setPurchaseStatus(ctx: MemberContext, change: Change): Promise<StatusOutcome> {
  const { purchaseId, from, to, reason } = change;
  const [purchase] = await ctx.db.select().from(purchases).where(eq(purchases.id, purchaseId));
  if (!purchase || purchase.archivedAt) throw new DomainError("not_found", "Order not found");
  assertStepAllowed(purchase, change);
  if (purchase.status === "pending" && (to === "failed" || to === "cancelled")) {
    return releaseByAdmin(ctx, { kind: "purchase", id: purchaseId }, { ...change, to });
  }
  await inTransaction(ctx, async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked) throw new DomainError("not_found", "Order not found");
    assertStepAllowed(locked.purchase, change);
    if (to === "paid" || to === "free") await openManually(tx, ctx, locked, to);
    else await changePurchaseState(tx, locked.purchase, to, ctx);
    await audit(tx, ctx, "purchase.status_changed", purchaseId, { from, to }, reason);
  });
  await closeOpenPages(ctx, { kind: "purchase", id: purchaseId });
  return { outcome: "changed" };
}

function assertStepAllowed(purchase: Purchase, { from, to }: Change): void {
  if (purchase.status !== from)
    throw new DomainError("closed", "This order has just changed. Please check it and try again.");
  if (purchaseStepsFor(purchase).includes(to)) return;
  throw new DomainError("closed", "This order can’t be changed to that status.");
}

/** Returns the statuses that may follow by hand. What costs nothing can't be paid. */
export function purchaseStepsFor({ status, totalMinor }: Pick<Purchase, "status" | "totalMinor">) {
  const steps: Exclude<PurchaseStatus, "pending" | "refunded">[] = ["paid", "free", "failed", "cancelled"];
  const isPossible = (step: PurchaseStatus) => step !== "paid" || totalMinor > 0;
  return steps.filter((step) => purchaseChangesByHand[status].includes(step) && isPossible(step));
}

async function openManually(tx: Transaction, ctx: MemberContext, locked: LockedPurchase, to: "paid" | "free") {
  const now = ctx.clock.now();
  if (await hasAnother(tx, locked))
    throw new DomainError("closed", `The buyer already has this ${kinds[locked.purchase.productKind].noun}.`);
  const { noun } = kinds[locked.purchase.productKind];
  const gone = await kindOf(ctx, locked.purchase).whatIsGone(tx, ctx, locked.purchase);
  if (gone && locked.purchase.status !== "pending") {
    throw new DomainError("closed", `The ${noun} has no free place any more on ${gone}.`);
  }
  if (!locked.isCodeFree) {
    throw new DomainError("discount_refused", "Someone else has since used its one-time code.");
  }
  const { id, totalMinor, currency } = locked.purchase;
  const cause = { kind: "purchase", id } as const;
  if (to === "free") await releaseGiftParts(tx, ctx, cause, "cancelled");
  if (to === "paid") {
    // First: a date of a course that was cancelled meanwhile returns its share as it is opened.
    const amountMinor = totalMinor - (await payGiftParts(tx, ctx, cause));
    await recordOutsidePayment(tx, cause, { amountMinor, currency }, now);
  }
  const opened = await changePurchaseState(tx, await assignToBuyer(tx, locked), to, ctx);
  await mailPurchase(tx, ctx, opened, now);
}

/** A collection is named by its slug in the audit log. */
async function keyOf(tx: Transaction, purchase: Purchase): Promise<string> {
  const { id, slug } = await requireProductOf(tx, purchase);
  return slug ?? id;
}

type Deletion = { purchaseId: string; refund: "yes" | "no"; reason?: string | undefined };
type DeletedPurchase = {
  isRefunded: boolean;
  owedByHand: string | null;
};

/** Removes a purchase from all lists; the ledger keeps it. Throws not_found, busy, payment_provider_failed. */
export async function deletePurchase(ctx: MemberContext, deletion: Deletion): Promise<DeletedPurchase> {
  const { purchaseId } = deletion;
  await releaseUnpaidOrRefuse(ctx, { kind: "purchase", id: purchaseId });
  return inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now();
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked || locked.purchase.archivedAt) throw new DomainError("not_found", "Purchase not found");
    const isPaid = (await lockPaid(tx, { kind: "purchase", id: purchaseId })).some((paid) => leftOf(paid) > 0);
    const isRefunded = isPaid && deletion.refund === "yes";
    if (isRefunded) await refundUnused(tx, ctx, { kind: "purchase", id: purchaseId, locked });
    await tx
      .update(purchases)
      .set({ archivedAt: now, ...(isPaid && !isRefunded && { refundWaivedAt: now }) })
      .where(and(eq(purchases.id, purchaseId), isNull(purchases.archivedAt)));
    // The letter on a refund tells of the end, too.
    const told = isRefunded ? null : { owed: [], isKept: isPaid };
    await kindOf(ctx, locked.purchase).end(tx, ctx, locked.purchase, { outcome: "cancelled", told });
    const details = { item: await keyOf(tx, locked.purchase), status: locked.purchase.status, isRefunded };
    await audit(tx, ctx, "purchase.deleted", purchaseId, details, deletion.reason);
    const owed = await listPendingByHand(tx, { kind: "purchase", id: purchaseId });
    return { isRefunded, owedByHand: owed.map(formatAmount).join(" and ") || null };
  });
}
