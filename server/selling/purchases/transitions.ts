import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { purchases } from "@db/schema";
import { one } from "@db/one";
import { openingStatuses } from "../../catalogue/entitlements/bought";
import type { Services } from "../../core/services";
import { kindOf, type PurchaseEnd } from "./sold-kind";

export type Purchase = typeof purchases.$inferSelect;
export type PurchaseStatus = Purchase["status"];

const next: Record<PurchaseStatus, readonly PurchaseStatus[]> = {
  pending: ["paid", "free", "failed", "cancelled"],
  failed: ["paid", "free"],
  cancelled: ["paid", "free"],
  paid: ["refunded"],
  free: ["cancelled"],
  refunded: ["paid"],
};

/** What was paid needs a refund instead. */
export const purchaseChangesByHand: Record<PurchaseStatus, readonly PurchaseStatus[]> = {
  pending: ["paid", "free", "failed", "cancelled"],
  failed: ["paid", "free"],
  cancelled: ["paid", "free"],
  paid: [],
  free: ["cancelled"],
  refunded: [],
};

export const isOpening = ({ status, archivedAt }: Pick<Purchase, "status" | "archivedAt">): boolean =>
  archivedAt === null && openingStatuses.some((opening) => opening === status);

/** Changes the state of a purchase, which must be locked. Throws a plain Error on an illegal move: a bug. */
export async function changePurchaseState(
  tx: Transaction,
  purchase: Purchase,
  to: PurchaseStatus,
  services: Services,
  { isPageMissing = false }: Pick<PurchaseEnd, "isPageMissing"> = {},
): Promise<Purchase> {
  if (!next[purchase.status].includes(to)) {
    throw new Error(`purchase ${purchase.id} can't go from ${purchase.status} to ${to}`);
  }
  const isDone = to === "paid" || to === "free";
  const now = services.clock.now();
  const changed = one(
    await tx
      .update(purchases)
      .set({
        status: to,
        ...(isDone && { completedAt: purchase.completedAt ?? now }),
        // What is given away need not wait until no one can withdraw from it any more.
        ...(to === "free" && { opensAt: null, openedAt: purchase.completedAt && now }),
      })
      .where(eq(purchases.id, purchase.id))
      .returning(),
    "purchase",
  );
  const kind = kindOf(services, changed);
  if (isDone) await kind.open(tx, services, changed, purchase.status);
  else await kind.end(tx, services, changed, { outcome: to === "failed" ? "failed" : "cancelled", isPageMissing });
  return changed;
}
