import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { collectionPurchases } from "@db/schema";
import { one } from "@db/one";
import { openingStatuses } from "../access";

export type Purchase = typeof collectionPurchases.$inferSelect;
export type PurchaseStatus = Purchase["status"];

/** From each status to those that may follow; nothing else writes a purchase's status. */
const next: Record<PurchaseStatus, readonly PurchaseStatus[]> = {
  pending: ["paid", "free", "failed", "cancelled"],
  failed: ["paid", "free"],
  cancelled: ["paid", "free"],
  paid: ["refunded"],
  free: ["cancelled"],
  // The bank returns a refund: what it brings back counts as paid again.
  refunded: ["paid"],
};

/** What the admin may make of a purchase by hand; money that was paid goes back by a refund. */
export const purchaseMovesByHand: Record<PurchaseStatus, readonly PurchaseStatus[]> = {
  pending: ["paid", "free", "failed", "cancelled"],
  failed: ["paid", "free"],
  cancelled: ["paid", "free"],
  paid: [],
  free: ["cancelled"],
  refunded: [],
};

/** Whether a purchase opens its collection. */
export const isOpening = ({ status, archivedAt }: Pick<Purchase, "status" | "archivedAt">): boolean =>
  archivedAt === null && openingStatuses.some((opening) => opening === status);

/** Moves a purchase whose row is locked. Throws where the move is not a legal one: that is a fault of ours. */
export async function movePurchase(
  tx: Transaction,
  purchase: Purchase,
  to: PurchaseStatus,
  now: Date,
): Promise<Purchase> {
  if (!next[purchase.status].includes(to)) {
    throw new Error(`purchase ${purchase.id} can't go from ${purchase.status} to ${to}`);
  }
  const isDone = to === "paid" || to === "free";
  return one(
    await tx
      .update(collectionPurchases)
      .set({ status: to, ...(isDone && { completedAt: purchase.completedAt ?? now }) })
      .where(eq(collectionPurchases.id, purchase.id))
      .returning(),
    "purchase",
  );
}
