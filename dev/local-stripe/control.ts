import type { Queryable } from "@db/client";
import { sql } from "drizzle-orm";
import { billDue } from "./billing/due";
import {
  type CardChange,
  type InvoiceOutcome,
  type InvoicePaymentOf,
  payInvoice,
  setCard,
} from "./billing/hosted-actions";
import type { Context } from "./context";
import type { Delivery, Outcome } from "./delivery";
import { disputeCharge, type DisputeMove, moveDispute, type NewDisputeOf, warnOfFraud } from "./disputes";
import type { EventType } from "./events";
import { expireDueSessions } from "./expire-sessions";
import { addFault, type Fault } from "./faults";
import type { ChargeObject } from "./objects/charge";
import type { SessionObject } from "./objects/checkout-session";
import type { DisputeObject, FraudWarningObject } from "./objects/dispute";
import type { PayoutObject } from "./objects/payout";
import type { RefundObject } from "./objects/refund";
import type { CardBehaviour } from "./objects/payment-method";
import { declineCheckout, payCheckout } from "./pay-checkout";
import {
  type ChargeRef,
  type LateAnswer,
  payElsewhere,
  payLater,
  type PaymentElsewhere,
  type PaymentOutcome,
  settleLater,
} from "./payments";
import { failPayout, payOutNow } from "./payouts";
import { type DashboardRefund, refundInDashboard, type RefundOutcome, settleRefund } from "./refunds";
import type { Kind, Objects } from "./store";
import {
  loseEvents,
  type Release,
  type ReleasedEvent,
  releaseEvents,
  setWebhookRule,
  type WebhookRule,
} from "./webhook-rules";

/** `email` limits a command to one customer. */
export type LocalStripeControl = {
  fail: (fault: Fault) => Promise<void>;
  webhooks: (rule: WebhookRule) => Promise<void>;
  hold: (scope: { email?: string | undefined }) => Promise<void>;
  /** Ends a hold or another rule and sends the held events; resolves when each has been tried once. */
  release: (release: Release) => Promise<ReleasedEvent[]>;
  /** Pays on the page. The card of a subscription may behave otherwise when it is charged later. */
  payNow: (sessionId: string, card?: CardBehaviour) => Promise<PaymentOutcome>;
  declineNow: (sessionId: string) => Promise<PaymentOutcome>;
  /** Pays by a method that takes days: the session is complete but unpaid. */
  payLater: (sessionId: string) => Promise<PaymentOutcome>;
  settleLater: (answer: LateAnswer) => Promise<SessionObject>;
  /** Pays by another program through the same Stripe account. */
  payElsewhere: (payment: PaymentElsewhere) => Promise<ChargeObject>;
  warnOfFraud: (ref: ChargeRef) => Promise<FraudWarningObject>;
  /** Refunds in the dashboard: the site learns of it from events only. */
  refund: (refund: DashboardRefund) => Promise<RefundObject>;
  /** Settles a pending refund, or returns one that has succeeded. */
  settleRefund: (outcome: { refundId: string; status: RefundOutcome }) => Promise<RefundObject>;
  dispute: (dispute: NewDisputeOf) => Promise<DisputeObject>;
  moveDispute: (move: DisputeMove) => Promise<DisputeObject>;
  /** Pays out the whole balance at once and lets it arrive, which the schedule does within days. */
  payOut: () => Promise<PayoutObject[]>;
  /** Returns a payout as its bank does. */
  failPayout: (ref: { payoutId: string }) => Promise<PayoutObject>;
  /** Does what is due to subscriptions and invoices by the account's clock. */
  bill: () => Promise<void>;
  /** Changes how the card behaves that pays a customer's subscriptions. */
  setCard: (change: CardChange) => Promise<void>;
  /** Says what becomes of a subscription whose payment failed at each try; by default it is canceled. */
  /** Pays an invoice on its page, where the customer can authenticate. */
  payInvoice: (payment: InvoicePaymentOf) => Promise<InvoiceOutcome>;
  /** Ends a hold and loses the held events: they are never sent. */
  lose: (scope: { email?: string | undefined }) => Promise<ReleasedEvent[]>;
  state: (scope?: { email?: string | undefined }) => Promise<LocalStripeState>;
  /** Keeps the API keys. */
  reset: () => Promise<void>;
};

export function createControl(ctx: Context, delivery: Delivery): LocalStripeControl {
  return {
    fail: (fault) => addFault(ctx.db, fault),
    webhooks: (rule) => setWebhookRule(ctx.db, rule),
    hold: ({ email }) => setWebhookRule(ctx.db, { email, hold: true }),
    release: (release) => releaseEvents(ctx, delivery, release),
    payNow: (sessionId, card) => payCheckout(ctx, sessionId, card),
    declineNow: (sessionId) => declineCheckout(ctx, sessionId),
    payLater: (sessionId) => payLater(ctx, sessionId),
    settleLater: (answer) => settleLater(ctx, answer),
    payElsewhere: (payment) => payElsewhere(ctx, payment),
    warnOfFraud: (ref) => warnOfFraud(ctx, ref),
    refund: (refund) => refundInDashboard(ctx, refund),
    settleRefund: (outcome) => settleRefund(ctx, outcome),
    dispute: (dispute) => disputeCharge(ctx, dispute),
    moveDispute: (move) => moveDispute(ctx, move),
    payOut: () => payOutNow(ctx),
    failPayout: (ref) => failPayout(ctx, ref),
    bill: () => billDue(ctx),
    setCard: (cardChange) => setCard(ctx, cardChange),
    payInvoice: (payment) => payInvoice(ctx, payment),
    lose: ({ email }) => loseEvents(ctx.db, email),
    async state(scope = {}) {
      await expireDueSessions(ctx);
      await billDue(ctx);
      return readState(ctx.db, scope.email);
    },
    async reset() {
      await ctx.db.execute(sql`
        truncate local_stripe.objects, local_stripe.events, local_stripe.idempotency_keys, local_stripe.faults,
          local_stripe.webhook_rules`);
    },
  };
}

type EventState = {
  id: string;
  type: EventType;
  subject: string;
  isHeld: boolean;
  isDelivered: boolean;
  attempts: { at: string; outcomes: Outcome[] }[];
};

export type LocalStripeState = {
  sessions: Objects["checkout.session"][];
  lineItems: Objects["item"][];
  intents: Objects["payment_intent"][];
  charges: Objects["charge"][];
  refunds: Objects["refund"][];
  disputes: Objects["dispute"][];
  warnings: Objects["radar.early_fraud_warning"][];
  payouts: Objects["payout"][];
  customers: Objects["customer"][];
  subscriptions: Objects["subscription"][];
  invoices: Objects["invoice"][];
  events: EventState[];
};

async function readState(db: Queryable, email?: string): Promise<LocalStripeState> {
  const [objects, events] = await Promise.all([allObjects(db, email), allEvents(db, email)]);
  const ofKind = <K extends Kind>(kind: K) =>
    objects.filter((row) => row.kind === kind).map(({ body }) => body as Objects[K]);
  return {
    sessions: ofKind("checkout.session"),
    lineItems: ofKind("item"),
    intents: ofKind("payment_intent"),
    charges: ofKind("charge"),
    refunds: ofKind("refund"),
    disputes: ofKind("dispute"),
    warnings: ofKind("radar.early_fraud_warning"),
    payouts: ofKind("payout"),
    customers: ofKind("customer"),
    subscriptions: ofKind("subscription"),
    invoices: ofKind("invoice"),
    events,
  };
}

const ofCustomer = (email: string | undefined) =>
  email === undefined ? sql`true` : sql`email = ${email.toLowerCase()}`;

async function allObjects(db: Queryable, email: string | undefined) {
  const { rows } = await db.execute<{ kind: Kind; body: Objects[Kind] }>(sql`
    select kind, body from local_stripe.objects where ${ofCustomer(email)} order by seq`);
  return rows;
}

async function allEvents(db: Queryable, email: string | undefined): Promise<EventState[]> {
  const { rows } = await db.execute<EventState>(sql`
    select id, type, subject, is_held as "isHeld", delivered_at is not null as "isDelivered", attempts
    from local_stripe.events where ${ofCustomer(email)} order by seq`);
  return rows;
}
