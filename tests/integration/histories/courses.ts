import { expect } from "vitest";
import type { Books } from "./books";

type Purchase = Books["purchases"][number];
type Booking = Books["bookings"][number];

/** Expects every course to have all of its dates or none, with shares that add up to what it costs. */
export function expectCoursesToBeWhole(books: Books): void {
  for (const purchase of books.purchases.filter(({ productKind }) => productKind === "course")) {
    const dates = books.bookings.filter(({ coursePurchaseId }) => coursePurchaseId === purchase.id);
    const shares = dates.reduce((sum, { payerShare }) => sum + (payerShare ?? 0), 0);
    expect(shares, "shares of a course").toBe(purchase.totalMinor);
    expectAllOrNone(purchase, dates);
    expectSharesToBeRefunded(books, purchase, dates);
  }
}

/** All dates wait for the payment, are booked or are given back together; what is cancelled later was booked before. */
function expectAllOrNone({ status, completedAt }: Purchase, dates: Booking[]): void {
  const waiting = dates.filter((date) => date.status === "pending");
  if (status === "pending") return expect(waiting.length, "dates that wait for a payment").toBe(dates.length);
  expect(waiting, "dates that wait for a payment").toEqual([]);
  const never = dates.filter((date) => date.completedAt === null && date.shareReturnedAt === null);
  if (completedAt === null) {
    const live = dates.filter((date) => date.status !== "cancelled");
    expect([live.length, never.length], "dates of a course without a payment").toEqual([0, dates.length]);
  } else if (status === "paid" || status === "free") {
    expect(never, "dates of a paid course that were never booked").toEqual([]);
  }
}

/** What went back of a course that counts as paid is at least the shares of its cancelled dates. */
function expectSharesToBeRefunded(books: Books, purchase: Purchase, dates: Booking[]): void {
  if (purchase.status !== "paid") return;
  const returned = dates.filter(({ shareReturnedAt }) => shareReturnedAt !== null);
  const owed = returned.reduce((sum, { payerShare }) => sum + (payerShare ?? 0), 0);
  const ids = books.payments.filter(({ purchaseId, state }) => purchaseId === purchase.id && state === "paid");
  const back = books.refunds.filter(
    ({ paymentId, state }) => state !== "failed" && ids.some(({ id }) => id === paymentId),
  );
  const refunded = back.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  expect(refunded, "refunded of a course").toBeGreaterThanOrEqual(owed);
}
