import { randomUUID } from "node:crypto";
import { releaseUnpaid } from "@server/payments/release";
import { refusalOf } from "../../../support/accounts";
import { readBooking } from "../../../support/bookings";
import {
  aGiftCard,
  bookWithCards,
  giftBalanceOf,
  giftEntriesOf,
  paymentsOf,
  payAtStripe,
} from "../../../support/gift-cards";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

test("£50 on £32: booked at once, £18 stay, nothing is charged at Stripe", async ({ app }) => {
  const card = await aGiftCard(app);
  const session = await aSession(app.db, { priceMinor: 3200 });
  const { form, next, bookingId, parts } = await bookWithCards(app, session, { codes: [card.code.toLowerCase()] });
  expect(form.gifts).toMatchObject({ rest: "£0.00", isAllPaid: true, refusal: null });
  expect(form.gifts!.cards).toMatchObject([{ pays: "£32.00", stays: "£18.00" }]);
  expect(next).toContain("/booking-confirmation");
  expect(parts).toEqual(["gift_card 3200 paid"]);
  expect(await readBooking(app, bookingId)).toMatchObject({
    status: "completed",
    paymentStatus: "paid",
    totalMinor: 3200,
    holdUntil: null,
  });
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, taken -3200");
});

test("£50 on £80: the card pays its part as the hold begins, Stripe the rest; a refund goes to both", async ({
  app,
}) => {
  const card = await aGiftCard(app);
  const session = await aSession(app.db, { priceMinor: 8000 });
  const { form, bookingId, parts, checkoutId } = await bookWithCards(app, session, { codes: [card.code] });
  expect(form.quote).toBe(`GBP:8000+gift:${card.id}:5000:5000`);
  expect(parts).toEqual(["gift_card 5000 open", "stripe 3000 open"]);
  expect(await giftBalanceOf(app.db, card)).toBe(0);
  await payAtStripe(app, checkoutId);
  expect((await paymentsOf(app.db, bookingId)).parts).toEqual(["gift_card 5000 paid", "stripe 3000 paid"]);
  const booking = await readBooking(app, bookingId);
  expect(booking).toMatchObject({ status: "completed", paymentStatus: "paid" });
  await app.as().bookings.cancel({ bookingId, key: booking.manageKey });
  await app.runJobs();
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, taken -5000, returned 5000");
  await expect.poll(async () => (await readBooking(app, bookingId)).paymentStatus).toBe("refunded");
  const mail = app.sentMails.find(({ subject }) => subject.startsWith("Your booking is cancelled"));
  expect(mail!.text).toContain("£50.00 goes back to your gift card at once. £30.00 is on its way back");
  expect(app.sentMails.filter(({ subject }) => subject.startsWith("Back on your gift card"))).toEqual([]);
});

test("gives the part back when the hold lapses, and takes it again for money that arrives late", async ({ app }) => {
  const card = await aGiftCard(app);
  const session = await aSession(app.db, { priceMinor: 8000 });
  const { bookingId, checkoutId } = await bookWithCards(app, session, { codes: [card.code] });
  const cause = { kind: "booking", id: bookingId } as const;
  await Promise.all([releaseUnpaid(app.services, cause), releaseUnpaid(app.services, cause)]);
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, taken -5000, returned 5000");
  expect((await paymentsOf(app.db, bookingId)).parts).toEqual(["gift_card 5000 cancelled", "stripe 3000 cancelled"]);
  await payLate(app, checkoutId);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "completed", paymentStatus: "paid" });
  expect(await giftBalanceOf(app.db, card)).toBe(0);
});

test("refunds late money in full if the card can't pay its part any more", async ({ app }) => {
  const card = await aGiftCard(app);
  const session = await aSession(app.db, { priceMinor: 8000 });
  const { bookingId, checkoutId } = await bookWithCards(app, session, { codes: [card.code] });
  await releaseUnpaid(app.services, { kind: "booking", id: bookingId });
  await bookWithCards(app, await aSession(app.db, { priceMinor: 1000 }), {
    codes: [card.code],
    email: "b@example.com",
  });
  await payLate(app, checkoutId);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "cancelled" });
  await app.runJobs();
  expect(await giftBalanceOf(app.db, card)).toBe(4000);
  expect(app.sentMails.some(({ text }) => text.includes("your gift card could not pay its part"))).toBe(true);
});

/** Reports a payment for a page that was closed unpaid. */
async function payLate(app: Parameters<typeof payAtStripe>[0], checkoutId: string): Promise<void> {
  const { settlePayment } = await import("@server/payments/settle");
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  await settlePayment(app.services, { ...checkout, status: "complete", payment_status: "paid" });
}

test("leaves at least what Stripe can charge, and says so", async ({ app }) => {
  const card = await aGiftCard(app);
  const session = await aSession(app.db, { priceMinor: 5010 });
  const { form, parts } = await bookWithCards(app, session, { codes: [card.code] });
  expect(form.gifts!.note).toContain("at least £0.30 is left");
  expect(form.gifts).toMatchObject({ rest: "£0.30", cards: [{ pays: "£49.80", stays: "£0.20" }] });
  expect(parts).toEqual(["gift_card 4980 open", "stripe 30 open"]);
});

test("takes several cards one after the other, each once, and the rest by Stripe", async ({ app }) => {
  const [first, second] = [await aGiftCard(app), await aGiftCard(app, { amount: 2500 })];
  const session = await aSession(app.db, { priceMinor: 8000 });
  const { parts } = await bookWithCards(app, session, { codes: [first.code, second.code, first.code] });
  expect(parts).toEqual(["gift_card 2500 open", "gift_card 5000 open", "stripe 500 open"]);
});

test("takes nothing that was not shown", async ({ app }) => {
  const card = await aGiftCard(app);
  const session = await aSession(app.db, { priceMinor: 8000 });
  const { bookings } = app.as();
  const contact = { firstName: "Ada", lastName: "Guest", email: "guest@example.com" };
  const post = (values: { quote: string; giftCode?: string }) =>
    refusalOf(bookings.create({ sessionId: session.id, ...contact, quantity: 1, formKey: randomUUID(), ...values }));
  const unseen = await post({ quote: "GBP:8000", giftCode: card.code });
  expect(unseen.code).toBe("price_changed");
  expect(unseen.message).toContain("has been applied");
  const more = `GBP:8000+gift:${card.id}:5000:7000`;
  expect((await post({ quote: more, giftCode: card.code })).code).toBe("price_changed");
  expect((await post({ quote: more })).code).toBe("price_changed");
  expect(await giftBalanceOf(app.db, card)).toBe(5000);
});

test("says the same of a wrong code as of an empty card, and stops guessing", async ({ app }) => {
  const card = await aGiftCard(app);
  await bookWithCards(app, await aSession(app.db, { priceMinor: 5000 }), { codes: [card.code] });
  const { giftCards, bookings } = app.as();
  const sessionId = (await aSession(app.db, { priceMinor: 2000 })).id;
  const wrong = card.code.replace(/^..../, card.code.startsWith("0000") ? "1111" : "0000");
  const told = await Promise.all(
    [card.code, wrong].map(async (giftCode) => ({
      balance: await refusalOf(giftCards.readBalance({ giftCode })),
      form: (await bookings.getForm({ sessionId, quantity: 1, giftCode })).gifts,
    })),
  );
  expect(told[0]).toEqual(told[1]);
  const codes: string[] = [];
  for (const _ of Array.from({ length: 220 })) {
    codes.push((await refusalOf(giftCards.readBalance({ giftCode: wrong }))).code);
    if (codes.at(-1) === "rate_limited") break;
  }
  expect(codes.at(-1)).toBe("rate_limited");
});
