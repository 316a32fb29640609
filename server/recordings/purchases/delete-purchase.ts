import { inTransaction } from "../../core/transaction";
import { and, eq, isNull } from "drizzle-orm";
import { collectionPurchases } from "@db/schema";
import { audit } from "../../audit/record-audit";
import { DomainError } from "../../core/errors";
import { listPendingByHand } from "../../payments/outside-payments";
import { refundAll } from "../../payments/refunds";
import { releaseUnpaidOrRefuse } from "../../payments/release";
import { leftOf, lockPaid } from "../../payments/paid-payments";
import { formatAmount } from "../../core/money";
import type { MemberContext } from "../../core/context";
import { itemKey } from "./item";
import { lockPurchase } from "./lock";

type Deletion = { purchaseId: string; isRefunded: boolean; reason?: string | undefined };
type DeletedPurchase = {
  isRefunded: boolean;
  owedByHand: string | null;
};

/** Removes a purchase from all lists; the ledger keeps it. Throws not_found, busy, payment_provider_failed. */
export async function deletePurchase(ctx: MemberContext, deletion: Deletion): Promise<DeletedPurchase> {
  const { purchaseId } = deletion;
  await releaseUnpaidOrRefuse(ctx, { purchaseId });
  return inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now();
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked || locked.purchase.archivedAt) throw new DomainError("not_found", "Purchase not found");
    const isPaid = (await lockPaid(tx, { purchaseId })).some((paid) => leftOf(paid) > 0);
    const isRefunded = isPaid && deletion.isRefunded;
    if (isRefunded) await refundAll(tx, { purchaseId }, "admin");
    await tx
      .update(collectionPurchases)
      .set({ archivedAt: now, ...(isPaid && !isRefunded && { refundWaivedAt: now }) })
      .where(and(eq(collectionPurchases.id, purchaseId), isNull(collectionPurchases.archivedAt)));
    const details = { item: itemKey(locked.purchase), status: locked.purchase.status, isRefunded };
    await audit(tx, ctx, "purchase.deleted", purchaseId, details, deletion.reason);
    const owed = await listPendingByHand(tx, { purchaseId });
    return { isRefunded, owedByHand: owed.map(formatAmount).join(" and ") || null };
  });
}
