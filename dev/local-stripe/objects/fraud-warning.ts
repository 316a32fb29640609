import type Stripe from "stripe";
import { newId } from "../ids";
import type { ChargeObject } from "./charge";

export type FraudWarningObject = Omit<Stripe.Radar.EarlyFraudWarning, "charge" | "payment_intent"> & {
  charge: string;
  payment_intent: string | null;
};

/** The card's issuer suspects fraud, and the cardholder has not disputed the payment yet. */
export const buildFraudWarning = (charge: ChargeObject, fraud_type: string, created: number): FraudWarningObject => ({
  id: newId("fraudWarning"),
  object: "radar.early_fraud_warning",
  actionable: !charge.refunded && !charge.disputed,
  charge: charge.id,
  created,
  fraud_type,
  livemode: false,
  payment_intent: charge.payment_intent,
});
