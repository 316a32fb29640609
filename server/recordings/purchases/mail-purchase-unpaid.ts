import type { Transaction } from "@db/client";
import { enqueueMail } from "../../mail/enqueue-mail";
import { formatAmount } from "../../money/money";
import type { Services } from "../../core/services";
import { factsOf, firstNameOf, mailInstructor } from "./mail-purchase";
import type { Purchase } from "./transitions";

/** Tells the buyer and the instructor that a finished payment was not confirmed, once for each payment. */
export async function mailPurchaseUnpaid(
  tx: Transaction,
  services: Pick<Services, "settings">,
  purchase: Purchase,
  paymentId: string,
): Promise<void> {
  const { site, collection, reference, collectionUrl } = factsOf(services, purchase);
  const amount = formatAmount({ amountMinor: purchase.totalMinor, currency: purchase.currency });
  await enqueueMail(tx, {
    template: "payment-not-received",
    to: purchase.customerEmail,
    dedupeKey: `payment-not-received:${paymentId}`,
    replyTo: services.settings.adminEmail,
    props: {
      ...{ site, reference, amount },
      firstName: firstNameOf(purchase),
      session: null,
      item: collection,
      againUrl: collectionUrl,
    },
  });
  await mailInstructor(tx, services, purchase, {
    event: "Payment not confirmed",
    text:
      `${purchase.customerName} finished the payment page, but their bank has not confirmed the payment. If the money ` +
      "arrives later, the collection opens by itself. This site asks for cards only: if this happens again, look at " +
      "the payment methods in your Stripe dashboard.",
    amount,
    dedupeKey: `admin-payment-not-received:${paymentId}`,
  });
}
