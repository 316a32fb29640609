import type Stripe from "stripe";
import { newId } from "../ids";
import { declineMessage, type IntentObject } from "./payment-intent";

/** A charge by the old Charges API has no payment intent. */
export type ChargeObject = Stripe.Charge & { payment_intent: string | null; customer: string | null };

type NewCharge = {
  intent: IntentObject;
  email: string | null;
  created: number;
  receiptUrl: string;
  /** The saved card that is charged. */
  card?: { id: string; last4: string };
};

export function buildSucceededCharge(newCharge: NewCharge): ChargeObject {
  return {
    ...buildCharge(newCharge),
    amount_captured: newCharge.intent.amount,
    captured: true,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: "approved_by_network",
      reason: null,
      risk_level: "normal",
      seller_message: "Payment complete.",
      type: "authorized",
    },
    paid: true,
    receipt_url: newCharge.receiptUrl,
    status: "succeeded",
  };
}

export function buildFailedCharge(newCharge: NewCharge): ChargeObject {
  return {
    ...buildCharge(newCharge),
    failure_code: "card_declined",
    failure_message: declineMessage,
    outcome: {
      advice_code: "try_again_later",
      network_advice_code: null,
      network_decline_code: "01",
      network_status: "declined_by_network",
      reason: "generic_decline",
      risk_level: "normal",
      seller_message: "The bank did not return any further details with this decline.",
      type: "issuer_declined",
    },
    status: "failed",
  };
}

export function refundedCharge(charge: ChargeObject, amount: number): ChargeObject {
  const refunded = charge.amount_refunded + amount;
  return { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
}

/** Returns the charge as disputed, which it stays however the dispute ends. */
export const disputedCharge = (charge: ChargeObject): ChargeObject => ({ ...charge, disputed: true });

function buildCharge({ intent, email, created, card }: NewCharge): ChargeObject {
  return {
    id: newId("charge"),
    object: "charge",
    ...unusedFeatures,
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    billing_details: { address: noAddress, email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: intent.statement_descriptor,
    captured: false,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: intent.metadata,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: card?.id ?? newId("paymentMethod"),
    ...(card && { payment_method_details: { card: { ...testCard, last4: card.last4 }, type: "card" } }),
    receipt_email: intent.receipt_email,
    receipt_url: null,
    refunded: false,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: "pending",
  };
}

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const testCard = {
  amount_authorized: null,
  authorization_code: null,
  brand: "visa",
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
  country: "GB",
  electronic_commerce_indicator: null,
  exp_month: 12,
  exp_year: 2040,
  fingerprint: "localStripeCard1",
  funding: "credit",
  installments: null,
  last4: "4242",
  mandate: null,
  network: "visa",
  network_token: { used: false },
  network_transaction_id: null,
  regulated_status: "unregulated",
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
} satisfies Stripe.Charge.PaymentMethodDetails.Card;

const unusedFeatures = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: {},
  on_behalf_of: null,
  payment_method_details: { card: testCard, type: "card" },
  receipt_number: null,
  refunds: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<ChargeObject>;
