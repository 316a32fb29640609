import { eq } from "drizzle-orm";
import { bookingTickets } from "@db/schema";
import { releaseUnpaid } from "@server/payments/release";
import { settlePayment } from "@server/payments/settle";
import { anAccount } from "../../../support/accounts";
import { readBooking } from "../../../support/bookings";
import { aCode } from "../../../support/codes";
import { aGiftCard, giftBalanceOf, giftEntriesOf, payAtStripe, paymentsOf } from "../../../support/gift-cards";
import { aPass, aPassOnSale, entriesOf } from "../../../support/passes";
import { aSessionWithRates } from "../../../support/rates";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Books two tickets for £18 each: one with the last credit of a pass, one with a gift card and a rest of £13 or nothing. */
async function bookWithBoth(app: TestApp, amount: number) {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 1 })).id);
  const product = { giver: account, amount };
  const card = await aGiftCard(app, product);
  const { bookings } = app.as(actingAs(account));
  const { id: sessionId } = await aSession(app.db, { priceMinor: amount > 5000 ? 1800 : 6300 });
  const choice = { sessionId, quantity: 2, giftCodes: card.code };
  const { quote, formKey, passes, gifts } = await bookings.getForm(choice);
  const { bookingId } = await bookings.create({ ...choice, quote, formKey, paying: passes!.chosen });
  return { pass, card, bookings, bookingId, gifts: gifts!, ...(await paymentsOf(app.db, bookingId)) };
}

test("a pass pays for one ticket and a gift card for the other: booked at once, both come back", async ({ app }) => {
  const { pass, card, bookings, bookingId, gifts, parts } = await bookWithBoth(app, 7500);
  expect(gifts).toMatchObject({ rest: "£0.00", isAllPaid: true });
  expect(parts).toEqual(["gift_card 1800 paid"]);
  expect(await readBooking(app, bookingId)).toMatchObject({
    status: "completed",
    paymentStatus: "paid",
    payerShare: 1,
  });
  await bookings.cancel({ bookingId });
  await app.runJobs();
  expect(await entriesOf(app.db, pass)).toBe("granted 1, taken -1, returned 1");
  expect(await giftBalanceOf(app.db, card)).toBe(7500);
});

test("money that comes late takes the credit and the card's part again, or neither", async ({ app }) => {
  const { pass, card, bookingId, checkoutId, parts } = await bookWithBoth(app, 5000);
  expect(parts).toEqual(["gift_card 5000 open", "stripe 1300 open"]);
  await releaseUnpaid(app.services, { kind: "booking", id: bookingId });
  expect([await giftBalanceOf(app.db, card), await entriesOf(app.db, pass)]).toEqual([
    5000,
    "granted 1, taken -1, returned 1",
  ]);
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  await settlePayment(app.services, { ...checkout, status: "complete", payment_status: "paid" });
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "completed", paymentStatus: "paid" });
  expect([await giftBalanceOf(app.db, card), await entriesOf(app.db, pass)]).toEqual([
    0,
    "granted 1, taken -1, returned 1, taken -1",
  ]);
});

test("two tickets at two rates with a code: a cancelled one gives back its own price, to the card first", async ({
  app,
}) => {
  const card = await aGiftCard(app, { amount: 3000 });
  await aCode(app.db, "TENTH", { discountType: "percentage", discountPercentage: 10 });
  const session = await aSessionWithRates(app);
  const { bookings } = app.as();
  const choice = {
    sessionId: session.id,
    quantity: 2,
    rate1: 1,
    rate2: 3,
    discountCode: "TENTH",
    giftCodes: card.code,
  };
  const { quote, formKey, gifts } = await bookings.getForm(choice);
  // £27 and £10.80.
  expect(gifts).toMatchObject({ rest: "£7.80", cards: [{ pays: "£30.00" }] });
  const guest = { firstName: "Ada", lastName: "Guest", email: "ada@example.com" };
  const { bookingId } = await bookings.create({ ...choice, ...guest, quote, formKey });
  await payAtStripe(app, (await paymentsOf(app.db, bookingId)).checkoutId);
  const tickets = await app.db.select().from(bookingTickets).where(eq(bookingTickets.bookingId, bookingId));
  const dearest = tickets.find(({ shareMinor }) => shareMinor === 2700)!;
  const { manageKey: key } = await readBooking(app, bookingId);
  await bookings.cancelTicket({ bookingId, key, ticketId: dearest.id });
  await app.runJobs();
  expect(await giftEntriesOf(app.db, card)).toBe("issued 3000, taken -3000, returned 2700");
  await bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await giftBalanceOf(app.db, card)).toBe(3000);
  expect((await app.stripe.control.state()).refunds.map(({ amount }) => amount)).toEqual([780]);
});
