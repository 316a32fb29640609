import { inTransaction } from "../../core/transaction";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { payments } from "@db/schema";
import type { Services } from "../../core/services";
import { lockPurchase } from "./lock-purchase";
import { movePurchase } from "./transitions";

/**
 * Gives an unpaid purchase up, unless it is no longer pending. Whoever calls it knows that no payment page is open:
 * none was opened, or Stripe says that it has closed. `checkoutId` is that page. `also` is done with it. Answers whether
 * it was given up.
 */
export async function cancelPurchase(
  { db, clock }: Pick<Services, "db" | "clock">,
  purchaseId: string,
  outcome: "failed" | "cancelled",
  checkoutId: string | null = null,
  also: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  return inTransaction({ db }, async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    const isOpen = and(eq(payments.purchaseId, purchaseId), eq(payments.state, "open"));
    const [payment] = await tx.select().from(payments).where(isOpen).for("update");
    const knownPage = payment?.stripeCheckoutSessionId ?? null;
    if (knownPage !== null && knownPage !== checkoutId) return false;
    // The attempt to pay is over, whatever the purchase has become meanwhile.
    await tx
      .update(payments)
      .set({ state: outcome, ...(checkoutId && { stripeCheckoutSessionId: checkoutId }) })
      .where(isOpen);
    if (locked?.purchase.status !== "pending") return false;
    await movePurchase(tx, locked.purchase, outcome, clock.now());
    await also(tx);
    return true;
  });
}
