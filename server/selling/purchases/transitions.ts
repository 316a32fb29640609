import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { purchases } from "@db/schema";
import { one } from "@db/one";
import { openingStatuses } from "../../catalogue/entitlements/bought";
import type { Services } from "../../core/services";
import { endGiftCard, issueGiftCard } from "../../catalogue/gift-cards/open-card";
import { endPass, openPass } from "../../catalogue/passes/open-pass";
import type { CourseEnd } from "./course-hooks";

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
  { isPageMissing = false }: Pick<CourseEnd, "isPageMissing"> = {},
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
  if (changed.productKind === "gift_card") await (isDone ? issueGiftCard : endGiftCard)(tx, services, changed);
  else if (changed.productKind === "pass") await (isDone ? openPass : endPass)(tx, services, changed);
  else if (changed.productKind === "membership") await services.hooks.memberships.follow(tx, services, changed);
  // A refund that comes back does not take places again that were given up.
  else if (changed.productKind === "course" && purchase.status !== "refunded") {
    if (isDone) await services.hooks.courses.complete(tx, services, changed);
    else {
      const outcome = to === "failed" ? "failed" : "cancelled";
      await services.hooks.courses.end(tx, services, changed, { outcome, isPageMissing });
    }
  }
  return changed;
}
