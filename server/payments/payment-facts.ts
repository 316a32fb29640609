import type { Services } from "../core/services";
import { referenceOf } from "../mail/mail-facts";
import type { LockedPayment } from "./lock-payment";

/** Returns what mails say of a payment, whatever it was made for. */
export function paymentFacts(services: Services, { payable, order }: LockedPayment) {
  const { kind, id, ...facts } = payable.factsOf(services, order);
  return {
    ...facts,
    reference: referenceOf({ id }),
    refundUrl: `${services.settings.siteUrl}/admin/orders/${kind}/${id}/refund`,
  };
}
