import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { compareBooks } from "@server/payments/ledger/compare-books";
import { readOwnBooks } from "@server/payments/ledger/read-own-books";
import { readStripeBooks } from "@server/payments/ledger/read-stripe-books";
import type { TestApp } from "../../support/test-app";
import { isLive, isOurs } from "./billing";
import { expectInvoicesToAddUp } from "./invoices";
import {
  countedPeriods,
  type HeldMembership,
  isDeleted,
  isPaidFor,
  isRest,
  type MembershipBooks,
} from "./membership-books";
import { begunMonths, expectMembershipsToHold, isAwaited, pausedMs } from "./membership-invariants";
import { expectPlansToAgree } from "./plan-change-invariants";
import { expectUnpaidDatesToBeFree } from "./standing-invariants";

type AtStripe = Awaited<ReturnType<TestApp["stripe"]["control"]["state"]>>;
type Subscription = AtStripe["subscriptions"][number];

/** What Stripe has: all of the account, and the payment intents of our paid invoices. */
export type BilledBooks = Pick<AtStripe, "subscriptions" | "invoices"> & { intents: Map<string, string> };

export async function readBilledBooks({ stripe, services }: TestApp): Promise<BilledBooks> {
  const { subscriptions, invoices } = await stripe.control.state();
  const ours = new Set(subscriptions.filter(isOurs).map(({ id }) => id));
  const own = invoices.filter((invoice) => ours.has(subscriptionOf(invoice)));
  const intents = new Map<string, string>();
  for (const { id } of own.filter(({ status, amount_paid: paid }) => status === "paid" && paid > 0)) {
    const { data } = await services.stripe.client.invoicePayments.list({ invoice: id, status: "paid" });
    intents.set(id, data[0]!.payment.payment_intent as string);
  }
  return { subscriptions: subscriptions.filter(isOurs), invoices: own, intents };
}

const subscriptionOf = ({ parent }: AtStripe["invoices"][number]): string =>
  parent?.subscription_details?.subscription as string;

/** Expects what holds once all is heard and done: our books and Stripe's say the same. */
export function expectMembershipsToAgree(books: MembershipBooks, billed: BilledBooks): void {
  expectMembershipsToHold(books);
  expectInvoicesToAddUp(books);
  const waiting = books.memberships.filter(({ state, endedAt }) => state === "pending" && endedAt === null);
  expect(waiting, "memberships whose page has closed").toEqual([]);
  expectOneSubscriptionEach(books, billed);
  expectInvoicesToBePeriods(books, billed);
  expectPlansToAgree(books, billed);
  expectUnpaidDatesToBeFree(books);
  for (const membership of books.memberships) {
    expectToBeGranted(books, billed, membership);
    expectMonthsToBeGranted(books, membership);
  }
}

/** A person is charged by one subscription at most, that of their live membership; what Stripe renews is known there. */
function expectOneSubscriptionEach({ memberships }: MembershipBooks, { subscriptions }: BilledBooks): void {
  const live = subscriptions.filter(isLive);
  const payers = live.map(({ metadata }) => memberships.find(({ id }) => id === metadata.membershipId)?.userId);
  expect(payers, "people whom a subscription charges").toEqual([...new Set(payers)]);
  const charged = live.map(({ id }) => id).toSorted();
  const renewed = memberships.filter(
    ({ endedAt, reference, renewalEndedAt }) => endedAt === null && reference !== null && renewalEndedAt === null,
  );
  expect(renewed.map(({ reference }) => reference).toSorted(), "live subscriptions").toEqual(charged);
}

/** Each invoice that Stripe was paid is one payment of the same amount, and a period unless the money went back. */
function expectInvoicesToBePeriods(books: MembershipBooks, { invoices, intents }: BilledBooks): void {
  const ours = books.payments.filter(({ provider, purchaseId }) => provider === "stripe" && purchaseId !== null);
  const recorded = ours.map(({ stripePaymentIntentId }) => stripePaymentIntentId!).toSorted();
  expect(recorded, "payments of invoices").toEqual([...intents.values()].toSorted());
  for (const [invoiceId, intent] of intents) {
    const payment = ours.find(({ stripePaymentIntentId }) => stripePaymentIntentId === intent)!;
    const invoice = invoices.find(({ id }) => id === invoiceId)!;
    expect(payment.amountMinor, "paid for a period").toBe(invoice.amount_paid);
    const periods = books.periods.filter(({ reference }) => reference === `invoice:${invoiceId}`);
    const isLate = books.refunds.some(({ paymentId, reason }) => paymentId === payment.id && reason === "late_payment");
    expect(periods.length, "periods of an invoice").toBe(isLate ? 0 : 1);
    if (!isLate) expect(periods[0]!.purchaseId, "purchase of a period").toBe(payment.purchaseId);
  }
}

/** What is paid is granted, unless it was paused or ended by hand; nothing is granted that is neither paid nor awaited. */
function expectToBeGranted(books: MembershipBooks, { subscriptions, invoices }: BilledBooks, own: HeldMembership) {
  const subscription = subscriptions.find(({ id }) => id === own.reference);
  const isRetried = subscription?.status === "past_due" && own.endedAt === null;
  const isDrafted = invoices.some((invoice) => subscriptionOf(invoice) === own.reference && invoice.status === "draft");
  const isPaid = isPaidFor(books, own);
  const isWatching = own.endedAt === null && books.watchers.has(own.userId);
  // Of a renewal that was paid back, what is left is the patience after the end of the period before.
  const isPaidBack = isAwaited(books, own) && latestOf(books, own) > own.accessUntil!;
  if (isWatching) expect(isPaid || isRetried || isDrafted || isPaidBack, "a reason for access").toBe(true);
  const isGone = isDeleted(books, own) || books.endedByHand.has(own.id);
  if (isPaid && own.state !== "paused" && !isGone) expect(isWatching, "access to what is paid").toBe(true);
  if (own.endedAt === null && subscription && isLive(subscription)) {
    expect(statesOf(subscription), "states that fit Stripe's").toContain(own.state);
  }
}

/** Returns the end of the last period of a membership, whether it counts or not. */
const latestOf = ({ periods }: MembershipBooks, { id }: HeldMembership): Date =>
  new Date(
    Math.max(...periods.filter(({ membershipId }) => membershipId === id).map(({ endsAt }) => endsAt.getTime())),
  );

function statesOf(subscription: Subscription): HeldMembership["state"][] {
  const { status, pause_collection: pause, cancel_at: day, cancel_at_period_end: isEnding } = subscription;
  if (isEnding || day) return ["cancelled"];
  if (status === "past_due") return ["past_due"];
  return pause ? ["paused"] : ["active"];
}

/** The months of a membership that goes on have their credits, as far as no pause has moved them. */
function expectMonthsToBeGranted(books: MembershipBooks, membership: HeldMembership): void {
  if (membership.endedAt || membership.state === "paused" || membership.state === "pending") return;
  const periods = countedPeriods(books, membership);
  const moved = pausedMs(books, membership);
  // The months before a plan began were those of another one, which may have granted none.
  const whole = periods.filter((period) => !isRest(period, periods));
  for (const period of whole.filter(({ startsAt }) => !membership.planSince || startsAt >= membership.planSince)) {
    const granted = books.credits.filter(({ kind, periodId }) => kind === "granted" && periodId === period.id);
    const begun = begunMonths(period, new Date(books.now.getTime() - moved), -86_400_000);
    expect(granted.length, "months with their credits").toBeGreaterThanOrEqual(begun);
  }
}

/** Expects the ledger to explain all money that Stripe has taken and returned, and no job to have failed. */
export async function expectNothingUnexplained({ db, services, clock }: TestApp): Promise<void> {
  const now = clock.now();
  const period = { from: new Date("2031-01-01T00:00:00Z"), until: new Date(now.getTime() + 1000) };
  const stripe = await readStripeBooks(services.stripe.client, period, new AbortController().signal);
  const entries = compareBooks({ period, now, stripe, own: await readOwnBooks(services, period, stripe) });
  expect(
    entries.filter(({ problem }) => problem !== null),
    "unexplained",
  ).toEqual([]);
  const { rows } = await db.execute(sql`select identifier, last_error from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id where last_error is not null`);
  expect(rows, "jobs that failed").toEqual([]);
}
