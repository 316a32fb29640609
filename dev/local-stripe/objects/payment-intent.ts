import type Stripe from "stripe";
import { newId, randomText } from "../ids";
import type { IntentData, SessionObject } from "./checkout-session";

export type IntentObject = Stripe.PaymentIntent & {
  latest_charge: string | null;
  customer: string | null;
  payment_method: string | null;
};

/** Builds the intent of the first attempt to pay; later attempts reuse it. */
export function buildIntent(
  session: Pick<SessionObject, "allowed_payment_method_types" | "amount_total" | "currency"> & {
    customer?: string | null;
  },
  data: IntentData,
  created: number,
): IntentObject {
  const id = newId("paymentIntent");
  return {
    id,
    object: "payment_intent",
    ...unusedFeatures,
    allowed_payment_method_types: session.allowed_payment_method_types,
    amount: session.amount_total ?? 0,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created,
    currency: session.currency ?? "",
    customer: session.customer ?? null,
    description: data.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: data.metadata ?? {},
    payment_method: null,
    receipt_email: data.receipt_email ?? null,
    statement_descriptor: data.statement_descriptor ?? null,
    statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
    status: "requires_payment_method",
  };
}

export function succeededIntent(intent: IntentObject, charge: Stripe.Charge): IntentObject {
  return {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: charge.payment_method,
    status: "succeeded",
  };
}

export const processingIntent = (intent: IntentObject): IntentObject => ({
  ...intent,
  payment_method: newId("paymentMethod"),
  status: "processing",
});

/** Returns the intent after a declined charge; it stays open for another attempt. */
export function declinedIntent(intent: IntentObject, charge: Stripe.Charge): IntentObject {
  return {
    ...intent,
    last_payment_error: {
      charge: charge.id,
      code: "card_declined",
      decline_code: "generic_decline",
      doc_url: "https://stripe.com/docs/error-codes/card-declined",
      message: declineMessage,
      type: "card_error",
    },
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  };
}

/** Returns the intent while the bank asks the card's holder to authenticate. */
export const unauthenticatedIntent = (intent: IntentObject, paymentMethod: string): IntentObject => ({
  ...intent,
  next_action: { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } },
  payment_method: paymentMethod,
  status: "requires_action",
});

export function canceledIntent(
  intent: IntentObject,
  at: number,
  reason: "expired" | "void_invoice" = "expired",
): IntentObject {
  return { ...intent, canceled_at: at, cancellation_reason: reason, next_action: null, status: "canceled" };
}

export const declineMessage = "Your card was declined.";

const unusedFeatures = {
  amount_capturable: 0,
  amount_details: { tip: {} },
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  capture_method: "automatic_async",
  confirmation_method: "automatic",
  customer_account: null,
  excluded_payment_method_types: null,
  managed_payments: { enabled: false },
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
  },
  payment_method_types: ["card"],
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<IntentObject>;
