import { and, asc, eq, gt, inArray, isNull, lte, ne } from "drizzle-orm";
import { payments, refunds } from "@db/schema";
import type { Services } from "../core/services";
import type { PayableRef, Payment } from "./paid-payments";

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

/** Stripe may have opened a checkout although its answer was lost. */
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

/** Expired holds without an open payment: their release job was lost. */
export async function listOverdueHolds({ db, clock, hooks }: Services): Promise<PayableRef[]> {
  const { booking, purchase } = hooks.payables;
  const overdue = { before: minutesBefore(clock.now(), quietMinutes), limit: batch };
  const bookings = (await booking.listOverdue?.(db, overdue)) ?? [];
  const purchases = (await purchase.listOverdue?.(db, overdue)) ?? [];
  return [...bookings.map(({ id }) => ({ bookingId: id })), ...purchases.map(({ id }) => ({ purchaseId: id }))];
}

/** Their job may have been lost; sending a refund twice is safe. */
export async function listPendingRefunds({ db }: DatabaseAndClock): Promise<{ id: string }[]> {
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.state, "pending"), eq(payments.provider, "stripe")))
    .orderBy(asc(refunds.createdAt))
    .limit(batch);
}

const minutesBefore = (instant: Date, minutes: number) => new Date(instant.getTime() - minutes * 60_000);
