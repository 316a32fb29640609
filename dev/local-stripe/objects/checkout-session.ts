import type Stripe from "stripe";
import { newId } from "../ids";
import type { PriceObject } from "./price";

/** A reference is an id until it is expanded. */
export type SessionObject = Stripe.Checkout.Session & {
  payment_intent: string | null;
  customer: string | null;
  subscription: string | null;
  invoice: string | null;
};

/** What is passed on to the payment intent of the first attempt. */
export type IntentData = {
  metadata?: Record<string, string>;
  description?: string;
  receipt_email?: string;
  statement_descriptor?: string;
  statement_descriptor_suffix?: string;
};

type NewSession = {
  siteUrl: string;
  created: number;
  expiresAt: number;
  currency: string;
  total: number;
  successUrl: string;
  cancelUrl: string | null;
  customerEmail: string | null;
  clientReferenceId: string | null;
  locale: string | null;
  submitType: string | null;
  allowedPaymentMethodTypes: string[] | null;
  metadata: Record<string, string>;
  customer?: string | null;
  mode?: "payment" | "subscription";
};

export function buildSession(newSession: NewSession): SessionObject {
  const id = newId("session");
  return {
    id,
    object: "checkout.session",
    ...unusedFeatures,
    allowed_payment_method_types: newSession.allowedPaymentMethodTypes,
    amount_subtotal: newSession.total,
    amount_total: newSession.total,
    cancel_url: newSession.cancelUrl,
    client_reference_id: newSession.clientReferenceId,
    created: newSession.created,
    currency: newSession.currency,
    customer_details: null,
    customer_email: newSession.customerEmail,
    expires_at: newSession.expiresAt,
    livemode: false,
    locale: newSession.locale,
    customer: newSession.customer ?? null,
    metadata: newSession.metadata,
    mode: newSession.mode ?? "payment",
    ...(newSession.mode === "subscription" && { customer_creation: "always", invoice_creation: null }),
    payment_intent: null,
    payment_method_collection: newSession.mode === "subscription" ? "always" : "if_required",
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: "unpaid",
    status: "open",
    submit_type: newSession.submitType,
    success_url: newSession.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${newSession.siteUrl}/dev/stripe/checkout/${id}`,
  };
}

/** Returns the session as completed; it is `unpaid` while a bank debit is pending. */
export function completedSession(
  session: SessionObject,
  payment_status: "no_payment_required" | "paid" | "unpaid" = "paid",
  email: string | null = session.customer_email,
): SessionObject {
  return {
    ...session,
    customer_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      business_name: null,
      email,
      individual_name: null,
      name: null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    payment_status,
    status: "complete",
    url: null,
  };
}

export function expiredSession(session: SessionObject): SessionObject {
  return { ...session, status: "expired", url: null };
}

/** The API always sends the fields of unused features. */
const unusedFeatures = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_creation: "if_required",
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
  managed_payments: { enabled: false },
  origin_context: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  wallet_options: null,
} satisfies Partial<SessionObject>;

export type LineItemObject = Omit<Stripe.LineItem, "price"> & { price: PriceObject };

type NewLineItem = { name: string; price: PriceObject; quantity: number; isFree?: boolean };

/** Builds a line item, which costs nothing yet while a trial runs. */
export function buildLineItem({ name, price, quantity, isFree = false }: NewLineItem): LineItemObject {
  const total = isFree ? 0 : price.unit_amount * quantity;
  return {
    id: newId("lineItem"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: price.currency,
    description: name,
    metadata: null,
    price,
    quantity,
  };
}
