import { inTransaction } from "../../core/transaction";
import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { collectionPurchases } from "@db/schema";

import { audit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import { closeOpenPages } from "../../payments/reconcile-payment";
import { releaseByAdmin } from "../../payments/release";
import { recordOutsidePayment } from "../../payments/outside-payments";
import type { MemberContext } from "../../core/context";
import type { StatusByHand, StatusOutcome } from "../../payments/schemas";
import { assignToBuyer, hasAnother, type LockedPurchase, lockPurchase } from "./lock";
import { mailPurchase } from "./mails";
import { nounOf } from "./item";
import { movePurchase, type Purchase, purchaseMovesByHand, type PurchaseStatus } from "./transitions";

type Change = StatusByHand & { purchaseId: string };

/** `paid` is a payment outside Stripe. Throws closed (changed meanwhile, or owned already), discount_refused. */
export async function setPurchaseStatus(ctx: MemberContext, change: Change): Promise<StatusOutcome> {
  const { purchaseId, from, to, reason } = change;
  const [purchase] = await ctx.db.select().from(collectionPurchases).where(eq(collectionPurchases.id, purchaseId));
  if (!purchase || purchase.archivedAt) throw new DomainError("not_found", "Order not found");
  assertStepAllowed(purchase, change);
  if (purchase.status === "pending" && (to === "failed" || to === "cancelled")) {
    return releaseByAdmin(ctx, { purchaseId }, { ...change, to });
  }
  await inTransaction(ctx, async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked) throw new DomainError("not_found", "Order not found");
    assertStepAllowed(locked.purchase, change);
    if (to === "paid" || to === "free") await openManually(tx, ctx, locked, to);
    else await movePurchase(tx, locked.purchase, to, ctx.clock.now());
    await audit(tx, ctx, "purchase.status_changed", purchaseId, { from, to }, reason);
  });
  await closeOpenPages(ctx, { purchaseId });
  return { outcome: "changed" };
}

function assertStepAllowed(purchase: Purchase, { from, to }: Change): void {
  if (purchase.status !== from) throw new DomainError("closed", "This order has changed meanwhile. Please look again.");
  if (purchaseStepsFor(purchase).includes(to)) return;
  throw new DomainError("closed", "This order can’t be changed to that status.");
}

/** What costs nothing can't be paid. */
export function purchaseStepsFor({ status, totalMinor }: Pick<Purchase, "status" | "totalMinor">) {
  const steps: Exclude<PurchaseStatus, "pending" | "refunded">[] = ["paid", "free", "failed", "cancelled"];
  const isPossible = (step: PurchaseStatus) => step !== "paid" || totalMinor > 0;
  return steps.filter((step) => purchaseMovesByHand[status].includes(step) && isPossible(step));
}

async function openManually(tx: Transaction, ctx: MemberContext, locked: LockedPurchase, to: "paid" | "free") {
  const now = ctx.clock.now();
  if (await hasAnother(tx, locked))
    throw new DomainError("closed", `The buyer has this ${nounOf(locked.purchase)} already.`);
  if (!locked.isCodeFree) {
    throw new DomainError("discount_refused", "Someone else has used its one-time code meanwhile.");
  }
  const opened = await movePurchase(tx, await assignToBuyer(tx, locked), to, now);
  const { id, totalMinor, currency } = opened;
  if (to === "paid") await recordOutsidePayment(tx, { purchaseId: id }, { amountMinor: totalMinor, currency }, now);
  await mailPurchase(tx, ctx, opened, now);
}
