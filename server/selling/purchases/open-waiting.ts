import { purchases } from "@db/schema";
import { and, eq, inArray, isNull, lte } from "drizzle-orm";
import { openingStatuses } from "../../catalogue/entitlements/bought";
import { isDeletedAddress } from "../../core/email-address";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { lockPurchase } from "./lock";
import { mailOpened } from "./mails";
import { isOpening } from "./transitions";

/** Opens what buyers have waited for until no one could withdraw any more, and mails them. Safe to repeat. */
export async function openWaiting(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const due = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(
        lte(purchases.opensAt, clock.now()),
        inArray(purchases.status, [...openingStatuses]),
        isNull(purchases.archivedAt),
      ),
    );
  for (const { id } of due) {
    await openOne(services, id).catch((error: unknown) =>
      log.error({ err: error, purchaseId: id }, "purchase not opened; the next run tries again"),
    );
  }
}

function openOne(services: Services, id: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const purchase = (await lockPurchase(tx, id))?.purchase;
    if (!purchase?.opensAt || !isOpening(purchase)) return;
    await tx.update(purchases).set({ opensAt: null, openedAt: purchase.opensAt }).where(eq(purchases.id, id));
    if (!isDeletedAddress(purchase.customerEmail)) await mailOpened(tx, services, purchase);
  });
}
