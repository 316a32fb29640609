import type { Transaction } from "@db/client";
import type { disputes } from "@db/schema";
import { formatAmount } from "../pricing/money";
import type { Services } from "../services";
import { mailInstructor } from "./mail-purchase";
import type { Purchase } from "./transitions";

type Told = { dispute: typeof disputes.$inferSelect; outcome: string | null };

/** Tells the instructor that a buyer disputes a payment, or how that has ended; once for each. */
export async function mailPurchaseDispute(
  tx: Transaction,
  services: Pick<Services, "settings">,
  purchase: Purchase,
  { dispute, outcome }: Told,
): Promise<void> {
  const reason = dispute.reason.replaceAll("_", " ");
  await mailInstructor(tx, services, purchase, {
    event: outcome ? "Dispute ended" : "Payment disputed",
    text: outcome
      ? `The dispute about this purchase (${reason}) has ended: ${outcome}.`
      : `The buyer's bank disputes this payment (${reason}). Answer it in Stripe's dashboard before its time is over.`,
    amount: formatAmount(dispute),
    dedupeKey: `admin-dispute:${dispute.id}:${outcome ?? "opened"}`,
  });
}
