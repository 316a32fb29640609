import { and, asc, eq, gt, inArray, isNull, lte, ne } from "drizzle-orm";
import { payments, refunds } from "@db/schema";
import type { Services } from "../core/services";
import type { Cause, Payment } from "./paid-payments";

type DatabaseAndClock = Pick<Services, "db" | "clock">;

/** At most so many of each kind in one round; the rest comes with the next. */
const batch = 200;
/** A payment that was begun just now is still being begun. */
const quietMinutes = 2;
/** How far back a page may have been opened of whose payment we have lost track. */
const lostPageHours = 25;
/** Bank debits are confirmed or refused within two weeks. */
const longestTransferDays = 15;

/** Payments that are neither paid nor closed, the oldest first. */
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

/** Payments whose page was finished without paying, and whose money may still come from a bank. */
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

/** Closed payments whose page Stripe may have opened without our getting its answer. */
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

/** Holds whose time is over and that no open payment leads to: their release job is lost. */
export async function listOverdueHolds({ db, clock, hooks }: Services): Promise<Cause[]> {
  const { booking, purchase } = hooks.payables;
  const overdue = { before: minutesBefore(clock.now(), quietMinutes), limit: batch };
  const bookings = (await booking.listOverdue?.(db, overdue)) ?? [];
  const purchases = (await purchase.listOverdue?.(db, overdue)) ?? [];
  return [...bookings.map(({ id }) => ({ bookingId: id })), ...purchases.map(({ id }) => ({ purchaseId: id }))];
}

/** Refunds whose job may have died; sending one twice sends it once. */
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
