import { sql } from "drizzle-orm";
import type { Context } from "./context";
import type { ChargeRef } from "./charge-of-session";
import { disputeCharge, moveDispute, type DisputeMove, type NewDisputeOf } from "./dispute-charge";
import type { Delivery } from "./delivery";
import { expireDueSessions } from "./expire-sessions";
import { addFault, type Fault } from "./faults";
import { payElsewhere, type PaymentElsewhere } from "./pay-elsewhere";
import { payLater, settleLater, type LateAnswer } from "./pay-later";
import { declineSession, paySession, type PaymentOutcome } from "./pay-session";
import { readState, type LocalStripeState } from "./read-state";
import { releaseEvents, type Release, type ReleasedEvent } from "./release-events";
import { refundInDashboard, type DashboardRefund } from "./refund-in-dashboard";
import { settleRefund, type RefundOutcome } from "./settle-refund";
import type { ChargeObject } from "./objects/charge";
import type { SessionObject } from "./objects/checkout-session";
import type { DisputeObject } from "./objects/dispute";
import type { FraudWarningObject } from "./objects/fraud-warning";
import type { RefundObject } from "./objects/refund";
import { warnOfFraud } from "./warn-of-fraud";
import { setWebhookRule, type WebhookRule } from "./webhook-rules";

/** What tests can make the local Stripe do; an e-mail address keeps each to one customer. */
export type LocalStripeControl = {
  /** Lets calls of the API fail. */
  fail: (fault: Fault) => Promise<void>;
  /** Changes how coming events are sent. */
  webhooks: (rule: WebhookRule) => Promise<void>;
  /** Keeps coming events back until `release`. */
  hold: (scope: { email?: string | undefined }) => Promise<void>;
  /** Ends a hold or another rule, and sends what was held: resolves once each event was tried. */
  release: (release: Release) => Promise<ReleasedEvent[]>;
  /** The customer pays, with a card that is accepted, as long as Stripe's own session is open. */
  payNow: (sessionId: string) => Promise<PaymentOutcome>;
  /** The customer's card is refused. */
  declineNow: (sessionId: string) => Promise<PaymentOutcome>;
  /** The customer pays by a way that takes days: the session is complete and unpaid. */
  payLater: (sessionId: string) => Promise<PaymentOutcome>;
  /** The bank's answer to that. */
  settleLater: (answer: LateAnswer) => Promise<SessionObject>;
  /** Another program takes a payment through the same Stripe account. */
  payElsewhere: (payment: PaymentElsewhere) => Promise<ChargeObject>;
  /** The card's issuer reports a payment as probably fraudulent. */
  warnOfFraud: (ref: ChargeRef) => Promise<FraudWarningObject>;
  /** The merchant refunds a payment in the dashboard, without a word to the site. */
  refund: (refund: DashboardRefund) => Promise<RefundObject>;
  /** A bank settles a pending refund, or returns one that has succeeded. */
  settleRefund: (outcome: { refundId: string; status: RefundOutcome }) => Promise<RefundObject>;
  /** The customer's bank takes a payment back, or asks about it. */
  dispute: (dispute: NewDisputeOf) => Promise<DisputeObject>;
  /** A dispute is answered, becomes a chargeback, or is decided by the bank. */
  moveDispute: (move: DisputeMove) => Promise<DisputeObject>;
  state: (scope?: { email?: string | undefined }) => Promise<LocalStripeState>;
  /** Forgets everything but its keys. */
  reset: () => Promise<void>;
};

export function createControl(ctx: Context, delivery: Delivery): LocalStripeControl {
  return {
    fail: (fault) => addFault(ctx.db, fault),
    webhooks: (rule) => setWebhookRule(ctx.db, rule),
    hold: ({ email }) => setWebhookRule(ctx.db, { email, hold: true }),
    release: (release) => releaseEvents(ctx, delivery, release),
    payNow: (sessionId) => paySession(ctx, sessionId),
    declineNow: (sessionId) => declineSession(ctx, sessionId),
    payLater: (sessionId) => payLater(ctx, sessionId),
    settleLater: (answer) => settleLater(ctx, answer),
    payElsewhere: (payment) => payElsewhere(ctx, payment),
    warnOfFraud: (ref) => warnOfFraud(ctx, ref),
    refund: (refund) => refundInDashboard(ctx, refund),
    settleRefund: (outcome) => settleRefund(ctx, outcome),
    dispute: (dispute) => disputeCharge(ctx, dispute),
    moveDispute: (move) => moveDispute(ctx, move),
    async state(scope = {}) {
      await expireDueSessions(ctx);
      return readState(ctx.db, scope.email);
    },
    async reset() {
      await ctx.db.execute(sql`
        truncate local_stripe.objects, local_stripe.events, local_stripe.idempotency_keys, local_stripe.faults,
          local_stripe.webhook_rules`);
    },
  };
}
