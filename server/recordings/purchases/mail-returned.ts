import type { Transaction } from "@db/client";
import { formatAmount, type Money } from "../../money/money";
import type { Services } from "../../core/services";
import { mailInstructor, mailPurchaseRefund } from "./mail-purchase";
import type { Purchase } from "./transitions";

/** Why money that came for a collection goes back in full. */
export type ReturnReason = "owned_already" | "code_used" | "withdrawn" | "account_deleted";

const toBuyer: Record<ReturnReason, string> = {
  owned_already: "You had this collection already, and it stays yours. This payment came on top of it.",
  code_used:
    "Your payment came after the time for it was over, and by then somebody else had used the discount code. I am sorry.",
  withdrawn: "Your payment came after the purchase had been withdrawn.",
  account_deleted: "Your payment came after your account had been deleted.",
};

const toInstructor: Record<ReturnReason, string> = {
  owned_already: "A buyer has paid for a collection that was theirs already. The payment goes back in full.",
  code_used: "A late payment needed a one-time code that somebody else has used meanwhile. It goes back in full.",
  withdrawn: "A payment came for a purchase that had been withdrawn. It goes back in full.",
  account_deleted: "A payment came from somebody who has deleted their account meanwhile. It goes back in full.",
};

/** Tells the buyer and the instructor that all that is left of a payment goes back, once for each payment. */
export async function mailReturned(
  tx: Transaction,
  services: Pick<Services, "settings">,
  purchase: Purchase,
  { refunded, paymentId, reason }: { refunded: Money; paymentId: string; reason: ReturnReason },
): Promise<void> {
  await mailPurchaseRefund(tx, services, purchase, {
    refunded,
    isInFull: true,
    why: toBuyer[reason],
    dedupeKey: `payment:${paymentId}`,
  });
  await mailInstructor(tx, services, purchase, {
    event: "Payment returned",
    text: toInstructor[reason],
    amount: formatAmount(refunded),
    dedupeKey: `admin-payment-returned:${paymentId}`,
  });
}
