import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { giftCards, payments, refunds } from "@db/schema";
import { asAdmin } from "../../../support/admin";
import { readBooking } from "../../../support/bookings";
import { aGiftCard, bookWithCards, giftBalanceOf, giftEntriesOf, readCard } from "../../../support/gift-cards";
import { purchaseStatus } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Refunds a part of a card's sale at Stripe, and waits until it is known. */
async function refundAtStripe(app: TestApp, checkoutId: string, amount: number): Promise<string> {
  const before = await app.db.$count(refunds);
  const { id } = await app.stripe.control.refund({ sessionId: checkoutId, amount });
  await expect.poll(() => app.db.$count(refunds)).toBe(before + 1);
  return id;
}

async function returnRefund(app: TestApp, refundId: string): Promise<void> {
  await app.stripe.control.settleRefund({ refundId, status: "failed" });
  await expect
    .poll(async () => (await app.db.select().from(refunds).where(eq(refunds.stripeRefundId, refundId)))[0]?.state)
    .toBe("failed");
}

async function cancel(app: TestApp, bookingId: string): Promise<void> {
  const { manageKey: key } = await readBooking(app, bookingId);
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
}

test("a card whose sale was refunded in two parts gets back what the bank has returned of it", async ({ app }) => {
  const card = await aGiftCard(app);
  const first = await refundAtStripe(app, card.checkoutId, 2000);
  await refundAtStripe(app, card.checkoutId, 3000);
  await expect.poll(() => purchaseStatus(app, card.purchaseId)).toBe("refunded");
  await returnRefund(app, first);
  await expect.poll(() => giftBalanceOf(app.db, card)).toBe(2000);
  expect(await readCard(app.db, card.purchaseId)).toMatchObject({ endedAt: null });
});

test("a refund of the sale that comes back gives back also what had gone through a booking", async ({ app }) => {
  const card = await aGiftCard(app);
  const { bookingId } = await bookWithCards(app, await aSession(app.db, { priceMinor: 3200 }), { codes: [card.code] });
  const refundId = await refundAtStripe(app, card.checkoutId, 5000);
  await expect.poll(() => purchaseStatus(app, card.purchaseId)).toBe("refunded");
  await cancel(app, bookingId);
  expect(await giftBalanceOf(app.db, card)).toBe(0);
  await returnRefund(app, refundId);
  await expect.poll(() => giftBalanceOf(app.db, card)).toBe(5000);
});

test("takes what was refunded of the sale also from what comes back to the card later", async ({ app }) => {
  const card = await aGiftCard(app);
  const { bookingId } = await bookWithCards(app, await aSession(app.db, { priceMinor: 4000 }), { codes: [card.code] });
  await refundAtStripe(app, card.checkoutId, 2000);
  await expect.poll(() => giftEntriesOf(app.db, card)).toBe("issued 5000, taken -4000, refunded -1000");
  await cancel(app, bookingId);
  // £20 of its £50 went back to the buyer.
  expect(await giftBalanceOf(app.db, card)).toBe(3000);
});

test("a card that was paid twice keeps its value as the second payment goes back", async ({ app }) => {
  const card = await aGiftCard(app);
  const paidAt = app.clock.now();
  const again = { purchaseId: card.purchaseId, provider: "outside", state: "paid", amountMinor: 5000 } as const;
  await app.db.insert(payments).values({ ...again, currency: "GBP", paidAt });
  await refundAtStripe(app, card.checkoutId, 5000);
  await expect.poll(() => app.db.$count(refunds, eq(refunds.state, "succeeded"))).toBe(1);
  expect(await purchaseStatus(app, card.purchaseId)).toBe("paid");
  expect(await giftBalanceOf(app.db, card)).toBe(5000);
});

test("a dispute stops the card, and takes what is left once it is lost; what was booked stays", async ({ app }) => {
  const card = await aGiftCard(app, { to: "other", recipientEmail: "hannah@example.com" });
  const { bookingId } = await bookWithCards(app, await aSession(app.db, { priceMinor: 3200 }), { codes: [card.code] });
  const { id: disputeId } = await app.stripe.control.dispute({ sessionId: card.checkoutId });
  await expect.poll(async () => (await readCard(app.db, card.purchaseId)).frozenAt).not.toBeNull();
  expect(await giftBalanceOf(app.db, card)).toBe(1800);
  await app.stripe.control.moveDispute({ disputeId, status: "lost" });
  await expect.poll(() => giftEntriesOf(app.db, card)).toBe("issued 5000, taken -3200, refunded -1800");
  expect((await readBooking(app, bookingId)).status).toBe("completed");
});

test("mails no card while a bank has its payment, and mails it once the bank has given it back", async ({ app }) => {
  const card = await aGiftCard(app, {
    to: "other",
    recipientEmail: "hannah@example.com",
    sendOn: new Date(app.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10),
  });
  const { tendGiftCards } = await import("@server/catalogue/gift-cards/tend-gift-cards");
  const told = async () => {
    await tendGiftCards(app.services);
    await app.runJobs();
    return app.sentMails.filter(({ to }) => to === "hannah@example.com").length;
  };
  await app.db.update(giftCards).set({ frozenAt: app.clock.now() });
  app.clock.moveBy((card.sendAt!.getTime() - app.clock.now().getTime()) / 60_000 + 1);
  expect(await told()).toBe(0);
  await app.db.update(giftCards).set({ frozenAt: null });
  expect(await told()).toBe(1);
});

test("takes nothing twice for one refund, however often it is reported", async ({ app }) => {
  const card = await aGiftCard(app);
  const { payments } = await asAdmin(app);
  const refund = { paymentId: card.paymentId, amountMinor: 2000, isPlaceCancelled: false, formKey: randomUUID() };
  await Promise.all([payments.refund(refund), payments.refund(refund)]);
  await app.runJobs();
  await app.runJobs();
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, refunded -2000");
});
