import type { Settings } from "../core/env";
import { attendeeOf, referenceOf } from "../mail/mail-facts";
import { sessionFacts } from "../schedule/session-facts";
import { collectionTitle } from "../core/collections";
import type { PaymentWithCause } from "./lock-payment";

/** What letters to the instructor say of a payment, whatever it was made for. */
export function paymentFacts(locked: PaymentWithCause, settings: Settings) {
  const { kind, id, customer, item } =
    "purchase" in locked
      ? {
          kind: "purchase",
          id: locked.purchase.id,
          customer: { name: locked.purchase.customerName, email: locked.purchase.customerEmail },
          item: collectionTitle(locked.purchase.collection),
        }
      : {
          kind: "booking",
          id: locked.booking.id,
          customer: attendeeOf(locked.booking),
          item: locked.session.title,
        };
  return {
    customer,
    item,
    session: "session" in locked ? sessionFacts(locked.session, settings, settings.siteTimeZone) : null,
    reference: referenceOf({ id }),
    refundUrl: `${settings.siteUrl}/admin/orders/${kind}/${id}/refund`,
  };
}
