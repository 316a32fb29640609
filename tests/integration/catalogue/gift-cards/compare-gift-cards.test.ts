import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { giftCards, payments, purchases } from "@db/schema";
import { compareGiftCards } from "@server/payments/ledger/compare-gift-cards";
import { giftCardBook } from "@server/selling/kinds/gift-card-book";
import { checkBook } from "@server/office/doctor/check-books";
import { releaseUnpaid } from "@server/payments/release";
import { asAdmin } from "../../../support/admin";
import { readBooking } from "../../../support/bookings";
import { aGiftCard, bookWithCards } from "../../../support/gift-cards";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Sells two cards for £50: one pays £32 after a hold and a booking gave back what they took; the other is corrected and refunded in part. */
async function soldCards(app: TestApp) {
  const [used, other] = [await aGiftCard(app), await aGiftCard(app)];
  const held = await bookWithCards(app, await aSession(app.db, { priceMinor: 9000 }), { codes: [used.code] });
  await releaseUnpaid(app.services, { kind: "booking", id: held.bookingId });
  const { bookingId } = await bookWithCards(app, await aSession(app.db, { priceMinor: 3200 }), { codes: [used.code] });
  const gone = await bookWithCards(app, await aSession(app.db, { priceMinor: 1000 }), {
    codes: [used.code],
    email: "b@example.com",
  });
  const { manageKey: key } = await readBooking(app, gone.bookingId);
  await app.as().bookings.cancel({ bookingId: gone.bookingId, key });
  const api = await asAdmin(app);
  await api.giftCards.admin.adjust({ id: other.id, amountMinor: 500, reason: "Test", formKey: randomUUID() });
  await api.payments.refund({
    paymentId: other.paymentId,
    amountMinor: 2000,
    isPlaceCancelled: false,
    formKey: randomUUID(),
  });
  await app.runJobs();
  return { api, used, bookingId };
}

test("explains what is on every gift card by its sale and by what it has paid", async ({ app }) => {
  const { api } = await soldCards(app);
  expect(await compareGiftCards(app.db)).toEqual({
    cards: 2,
    sums: [{ currency: "GBP", sold: 10_000, adjusted: 500, open: 5300, used: 3200, expired: 0, refunded: 2000 }],
    unexplained: [],
  });
  expect(await checkBook(giftCardBook, app)).toMatchObject([{ state: "fine" }]);
  const { books } = await api.payments.listLedger({});
  expect(books.find(({ name }) => name === "Gift cards")).toMatchObject({
    sums: ["£100.00 sold + £5.00 added by hand = £53.00 open + £32.00 used + £20.00 refunded or taken back"],
    unexplained: [],
  });
  const insights = await api.insights.get({ period: "" });
  expect([insights.owed, insights.giftCards]).toEqual(["£53.00", "£53.00"]);
});

const spoiled: Record<string, (app: TestApp, card: { id: string; purchaseId: string }) => Promise<unknown>> = {
  "a card that was sold for another amount": ({ db }, { id }) =>
    db.update(giftCards).set({ amountMinor: 6000 }).where(eq(giftCards.id, id)),
  "a hold that gave nothing back": ({ db }) =>
    db.update(payments).set({ state: "cancelled" }).where(eq(payments.amountMinor, 3200)),
  "a payment that took nothing": ({ db, clock }, { id, purchaseId }) =>
    db.insert(payments).values({
      purchaseId,
      giftCardId: id,
      provider: "gift_card",
      state: "paid",
      amountMinor: 100,
      currency: "GBP",
      paidAt: clock.now(),
    }),
  "a refund that did not reach the card": ({ db }) =>
    db.execute(sql`update refunds set state = 'pending'
      where payment_id in (select id from payments where provider = 'gift_card')`),
  "a card that was never paid": ({ db }, { purchaseId }) =>
    db.update(purchases).set({ status: "cancelled" }).where(eq(purchases.id, purchaseId)),
  "a card that ended with something on it": ({ db, clock }, { id }) =>
    db.update(giftCards).set({ endedAt: clock.now() }).where(eq(giftCards.id, id)),
};

test.for(Object.keys(spoiled))("does not explain %s", async (name, { app }) => {
  const { used } = await soldCards(app);
  await spoiled[name]!(app, used);
  expect((await compareGiftCards(app.db)).unexplained).toHaveLength(1);
  expect(await checkBook(giftCardBook, app)).toMatchObject([{ state: "fault" }]);
});
