import { randomUUID } from "node:crypto";
import { anAccount } from "../../../../support/accounts";
import { readBooking } from "../../../../support/bookings";
import { aGiftCard, bookWithCards, giftEntriesOf, payAtStripe } from "../../../../support/gift-cards";
import { refundsAtStripe, waitForAllEvents } from "../../../../support/money";
import { aPass, aPassOnSale, entriesOf } from "../../../../support/passes";
import { agreedTicketsOf, aSessionWithEarlyPrice, aSessionWithRates } from "../../../../support/rates";
import { actingAs } from "../../../../support/recordings";
import { expect, test } from "../../../../support/test-app";
import { ticketIdsOf } from "../../../../support/tickets";

test("a gift card pays a part of two rates, Stripe is asked for the rest, and each ticket returns its own share", async ({
  app,
}) => {
  const card = await aGiftCard(app, { amount: 2500 });
  const session = await aSessionWithRates(app);
  const { form, bookingId, parts, checkoutId } = await bookWithCards(app, session, {
    codes: [card.code],
    quantity: 2,
    rate1: 1,
    rate2: 3,
  });
  expect(form.quote).toBe(`GBP:1x1.3000+1x3.1200:4200+gift:${card.id}:2500:2500`);
  expect(parts).toEqual(["gift_card 2500 open", "stripe 1700 open"]);
  const { sessions } = app.services.stripe.client.checkout;
  const page = await sessions.retrieve(checkoutId, { expand: ["line_items"] });
  expect(page.amount_total).toBe(1700);
  expect(page.line_items!.data.map(({ amount_total }) => amount_total)).toEqual([1214, 486]);
  await payAtStripe(app, checkoutId);

  const [supporter, lowIncome] = await ticketIdsOf(app, bookingId);
  const { manageKey: key } = await readBooking(app, bookingId);
  const cancel = async (ticketId: string) => {
    await app.as().bookings.cancelTicket({ bookingId, ticketId, key });
    await app.runJobs();
    await waitForAllEvents(app);
  };
  await cancel(lowIncome!);
  expect(await giftEntriesOf(app.db, card)).toBe("issued 2500, taken -2500, returned 1200");
  expect(await refundsAtStripe(app, checkoutId)).toEqual([]);
  expect((await app.as().bookings.getManaged({ bookingId, key })).paid).toMatchObject({
    amount: "£42.00",
    rates: "Supporter at £30.00, Low income at £12.00",
  });
  await cancel(supporter!);
  expect(await giftEntriesOf(app.db, card)).toBe("issued 2500, taken -2500, returned 1200, returned 1300");
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["1700 succeeded"]);
});

test("a pass pays for the dearest of two tickets, the other is paid at its rate", async ({ app }) => {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 1 })).id);
  const session = await aSessionWithRates(app, 1);
  const { bookings } = app.as(actingAs(account));
  const chosen = { sessionId: session.id, quantity: 2, rate1: 3, rate2: 1, paying: pass.id };
  const form = await bookings.getForm(chosen);
  expect(form).toMatchObject({ quote: `pass:${pass.id}:1:GBP:1x3.1200:1200`, total: "1 credit and £12.00" });
  const { bookingId } = await bookings.create({ ...chosen, quote: form.quote, formKey: randomUUID() });
  expect(await agreedTicketsOf(app, bookingId)).toEqual(["Low income 1200 1200", "- - 0"]);
  expect(await entriesOf(app.db, pass)).toBe("granted 1, taken -1");
  // The place at the low rate is taken by the ticket that money pays for, and by no other.
  expect((await bookings.getForm({ sessionId: session.id, quantity: 1 })).prices).toMatchObject({
    options: [{ isFull: false }, { isFull: false }, { isFull: true }],
  });
});

test("a pass pays the later price, and the early one is left to pay", async ({ app }) => {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 1 })).id);
  const session = await aSessionWithEarlyPrice(app, { places: 1 });
  const { bookings } = app.as(actingAs(account));
  const chosen = { sessionId: session.id, quantity: 2, paying: pass.id };
  const { quote } = await bookings.getForm(chosen);
  expect(quote).toBe(`pass:${pass.id}:1:GBP:1500`);
  const { bookingId } = await bookings.create({ ...chosen, quote, formKey: randomUUID() });
  expect(await agreedTicketsOf(app, bookingId)).toEqual(["Early price 1500 1500", "- - 0"]);
});
