import { expect } from "vitest";
import type { LocalStripeControl } from "@dev/local-stripe/index";
import { liveTotalMinor } from "@server/selling/bookings/tickets";
import type { Books } from "./books";

type Payment = Books["payments"][number];
type KeptAmount = (payment: Payment) => number;

/** Expects no money without a place or a collection, and nothing unpaid open, in the site's own records. */
export function expectMoneyToBeEarned(books: Books): void {
  expectKept(books, (payment) => payment.amountMinor - returnedOf(books, payment));
}

/** Expects the same at rest in Stripe's records, which agree with the site's. */
export async function expectMoneyToBalance(stripe: Pick<LocalStripeControl, "state">, books: Books): Promise<void> {
  const atStripe = await stripe.state();
  const kept = new Map<string, number>();
  for (const page of atStripe.sessions.filter(({ payment_status }) => payment_status === "paid")) {
    const payment = books.payments.find(({ id }) => id === page.metadata?.paymentId);
    expect(payment?.state, "our word on what Stripe was paid").toBe("paid");
    expect([page.amount_total, page.currency?.toUpperCase()]).toEqual([payment?.amountMinor, payment?.currency]);
    const sent = atStripe.refunds.filter(
      ({ payment_intent, status }) => payment_intent === page.payment_intent && status === "succeeded",
    );
    const returned = sent.reduce((sum, { amount }) => sum + amount, 0);
    const ours = books.refunds.filter(({ paymentId, state }) => paymentId === payment?.id && state === "succeeded");
    expect(sumOf(ours), "refunds in our books").toBe(returned);
    kept.set(page.metadata?.paymentId ?? "", page.amount_total! - returned);
  }
  expectKept(books, (payment) =>
    payment.provider === "stripe" ? kept.get(payment.id)! : payment.amountMinor - returnedOf(books, payment),
  );
}

function expectKept(books: Books, keptOf: KeptAmount): void {
  for (const booking of books.bookings) {
    const paid = books.payments.filter(({ state, bookingId }) => state === "paid" && bookingId === booking.id);
    const isPaid = booking.status === "completed" && booking.paymentStatus === "paid";
    const isWaived = booking.status === "cancelled" && booking.refundWaivedAt !== null;
    expectKeptOf(books, { paid, keptOf, mayKeep: isPaid || isWaived ? agreedOf(books, booking) : 0, isPaid });
  }
  for (const purchase of books.purchases) {
    const paid = books.payments.filter(({ state, purchaseId }) => state === "paid" && purchaseId === purchase.id);
    const isPaid = purchase.status === "paid";
    const mayKeep = isPaid ? purchase.totalMinor : 0;
    expectKeptOf(books, { paid, keptOf, mayKeep, isPaid: isPaid && !isCancelledCourse(books, purchase) });
  }
}

/** A course whose dates are all cancelled counts as paid until the refund of their shares is confirmed. */
function isCancelledCourse({ bookings }: Books, { id, productKind }: Books["purchases"][number]): boolean {
  const dates = bookings.filter(({ coursePurchaseId }) => coursePurchaseId === id);
  const isOver = ({ shareReturnedAt, payerShare }: Books["bookings"][number]) =>
    shareReturnedAt !== null || payerShare === 0;
  return productKind === "course" && dates.every(isOver);
}

/** Returns the price of the tickets that are not cancelled. */
function agreedOf({ tickets }: Books, booking: Books["bookings"][number]): number {
  const own = tickets.filter(({ bookingId }) => bookingId === booking.id);
  return liveTotalMinor(own);
}

type Order = { paid: Payment[]; keptOf: KeptAmount; mayKeep: number; isPaid: boolean };

/** A full refund by hand leaves an order paid until the refund is confirmed. */
function expectKeptOf(books: Books, { paid, keptOf, mayKeep, isPaid }: Order): void {
  const kept = paid.reduce((sum, payment) => sum + keptOf(payment), 0);
  expect(kept, "kept of what was paid").toBeLessThanOrEqual(mayKeep);
  const ids = new Set(paid.map(({ id }) => id));
  const isReturnedByHand = books.refunds.some(({ paymentId, reason }) => ids.has(paymentId) && reason === "admin");
  if (isPaid && !isReturnedByHand) expect(kept, "kept of what counts as paid").toBeGreaterThan(0);
}

function returnedOf({ refunds }: Books, { id }: Payment): number {
  return sumOf(refunds.filter(({ paymentId, state }) => paymentId === id && state !== "failed"));
}

const sumOf = (rows: { amountMinor: number }[]) => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
