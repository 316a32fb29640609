import { payableKinds, payments, refunds } from "@db/schema";
import { and, asc, eq, gt, inArray, isNull, lte, ne } from "drizzle-orm";
import Stripe from "stripe";
import type { Services } from "../core/services";
import { findCheckouts } from "./checkout";
import { syncDispute, syncFraudWarning, syncRefund } from "./handle-stripe-event";
import type { Payment } from "./paid-payments";
import type { PayableRef } from "./payable-ref";
import { reconcilePayment, syncCheckout } from "./reconcile-payment";
import { releaseUnpaid } from "./release";
import { sendRefund } from "./send-refund";

/** How far to look back for missed webhooks: banks return refunds after weeks and decide disputes after months. */
const lookBackSeconds = { refunds: 35 * 24 * 60 * 60, disputes: 120 * 24 * 60 * 60 };

/** Reconciles everything unsettled and releases expired holds. What fails waits for the next round. */
export async function reconcilePayments(services: Services): Promise<{ looked: number; updated: number }> {
  const open = [...(await listOpenPayments(services)), ...(await listAwaitedPayments(services))];
  let updated = 0;
  const isReached = await untilUnreachable(services, async () => {
    await forEachLogged(services, open, async ({ id }) => {
      if ((await reconcilePayment(services, id)).updated) updated += 1;
    });
    await closeLostPages(services);
  });
  // These have no checkout, so they end without Stripe.
  await untilUnreachable(services, async () =>
    forEachLogged(services, await listOverdueHolds(services), (cause) => releaseUnpaid(services, cause)),
  );
  if (isReached) {
    await untilUnreachable(services, async () => {
      await forEachLogged(services, await listPendingRefunds(services), ({ id }) => sendRefund(services, id));
      await pollRecentRefundsAndDisputes(services);
    });
  }
  if (updated > 0) services.log.info({ looked: open.length, updated }, "payments reconciled");
  return { looked: open.length, updated };
}

/** Records what Stripe knows of payments, refunds and disputes since then, and starts nothing of its own. */
export async function catchUpWithStripe(services: Services, since: Date): Promise<boolean> {
  return untilUnreachable(services, async () => {
    const open = [...(await listOpenPayments(services)), ...(await listAwaitedPayments(services))];
    await forEachLogged(services, open, ({ id }) => reconcilePayment(services, id));
    await closeLostPages(services);
    await pollRecentRefundsAndDisputes(services, since);
  });
}

/** Stripe opened these, but its answer was lost and the place was released. */
async function closeLostPages(services: Services): Promise<void> {
  const lost = await listLostPages(services);
  await forEachLogged(services, lost.length > 0 ? [lost] : [], async (all) => {
    const pages = await findCheckouts(services, all);
    await forEachLogged(services, [...pages], ([paymentId, page]) => syncCheckout(services, paymentId, page));
  });
}

const expand = ["data.payment_intent"];

async function pollRecentRefundsAndDisputes(services: Services, earliest = services.clock.now()): Promise<void> {
  const { client } = services.stripe;
  const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000);
  const now = secondsOf(services.clock.now());
  const since = (seconds: number) => ({ gte: Math.min(now - seconds, secondsOf(earliest)) });
  await forEachLogged(services, [since(lookBackSeconds.refunds)], async (created) => {
    const refunds = await client.refunds.list({ created, limit: 100, expand }).autoPagingToArray({ limit: 10_000 });
    await forEachLogged(services, refunds, (refund) => syncRefund(services, refund));
  });
  await forEachLogged(services, [since(lookBackSeconds.disputes)], async (created) => {
    const disputes = await client.disputes.list({ created, limit: 100, expand }).autoPagingToArray({ limit: 10_000 });
    await forEachLogged(services, disputes, (dispute) => syncDispute(services, dispute));
  });
  await forEachLogged(services, [since(lookBackSeconds.refunds)], async (created) => {
    const list = client.radar.earlyFraudWarnings.list({ created, limit: 100, expand });
    const warnings = await list.autoPagingToArray({ limit: 10_000 });
    await forEachLogged(services, warnings, (warning) => syncFraudWarning(services, warning));
  });
}

/** Stops at a connection error: each further request would block a worker until its timeout. */
async function untilUnreachable({ log }: Services, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    log.warn({ err: error }, "Stripe can't be reached; the next run reconciles the rest");
    return false;
  }
}

const isUnreachable = (error: unknown) => error instanceof Stripe.errors.StripeConnectionError;

async function forEachLogged<Item>(
  services: Services,
  items: Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isUnreachable(error)) throw error;
      services.log.warn({ err: error }, "not reconciled; the next run tries again");
    }
  }
}

type DatabaseAndClock = Pick<Services, "db" | "clock">;

const batch = 200;
/** Younger payments may still be opening their checkout. */
const quietMinutes = 2;
/** How far back a checkout may have been opened without our knowledge. */
const lostPageHours = 25;
/** Bank debits are confirmed or refused within two weeks. */
const longestTransferDays = 15;

export async function listOpenPayments({ db, clock }: DatabaseAndClock): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.state, "open"),
        eq(payments.provider, "stripe"),
        lte(payments.createdAt, minutesBefore(clock.now(), quietMinutes)),
      ),
    )
    .orderBy(asc(payments.createdAt))
    .limit(batch);
}

export async function listAwaitedPayments({ db, clock }: DatabaseAndClock): Promise<{ id: string }[]> {
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        ne(payments.state, "paid"),
        gt(payments.completedUnpaidAt, minutesBefore(clock.now(), longestTransferDays * 24 * 60)),
      ),
    )
    .orderBy(asc(payments.completedUnpaidAt))
    .limit(batch);
}

/** Lists payments whose checkout Stripe may have opened although its answer was lost. */
export async function listLostPages({ db, clock }: DatabaseAndClock): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.state, ["failed", "cancelled"]),
        eq(payments.provider, "stripe"),
        isNull(payments.stripeCheckoutSessionId),
        gt(payments.createdAt, minutesBefore(clock.now(), lostPageHours * 60)),
      ),
    )
    .limit(batch);
}

/** Lists expired holds without an open payment, whose release job was lost. */
export async function listOverdueHolds({ db, clock, hooks }: Services): Promise<PayableRef[]> {
  const overdue = { before: minutesBefore(clock.now(), quietMinutes), limit: batch };
  const found: PayableRef[] = [];
  for (const kind of payableKinds) {
    const orders = (await hooks.payables[kind].listOverdue?.(db, overdue)) ?? [];
    found.push(...orders.map(({ id }) => ({ kind, id })));
  }
  return found;
}

/** Lists pending refunds, whose job may have been lost; sending a refund twice is safe. */
export async function listPendingRefunds({ db }: DatabaseAndClock): Promise<{ id: string }[]> {
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.state, "pending"), ne(payments.provider, "outside")))
    .orderBy(asc(refunds.createdAt))
    .limit(batch);
}

const minutesBefore = (instant: Date, minutes: number) => new Date(instant.getTime() - minutes * 60_000);
