import type Stripe from "stripe";
import { newId } from "../ids";

export type PaymentMethodObject = Stripe.PaymentMethod & { customer: string | null };

/**
 * How a card behaves when it is charged without its holder: it pays, is declined, is declined for good as it was reported
 * lost, or asks for authentication. A refused card cannot even be added.
 */
export type CardBehaviour = "accepted" | "declined" | "lost" | "authenticated" | "refused";

/** Stripe's test cards, by the tokens that its documentation gives. */
export const testCards: Record<string, { behaviour: CardBehaviour; last4: string }> = {
  pm_card_visa: { behaviour: "accepted", last4: "4242" },
  pm_card_chargeCustomerFail: { behaviour: "declined", last4: "0341" },
  pm_card_authenticationRequired: { behaviour: "authenticated", last4: "3184" },
  pm_card_visa_chargeDeclined: { behaviour: "refused", last4: "0002" },
};

export const last4Of = (behaviour: CardBehaviour): string =>
  Object.values(testCards).find((card) => card.behaviour === behaviour)?.last4 ?? "4242";

type NewPaymentMethod = { behaviour: CardBehaviour; customer: string; email: string | null; created: number };

export function buildPaymentMethod({ behaviour, customer, email, created }: NewPaymentMethod): PaymentMethodObject {
  const last4 = last4Of(behaviour);
  return {
    id: newId("paymentMethod"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: noAddress, email, name: null, phone: null, tax_id: null },
    card: {
      brand: "visa",
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "GB",
      display_brand: "visa",
      exp_month: 12,
      exp_year: 2040,
      fingerprint: `localStripeCard${last4}`,
      funding: "credit",
      generated_from: null,
      last4,
      networks: { available: ["visa"], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
