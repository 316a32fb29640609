import { anAccount } from "../../../support/accounts";
import { mailsOf, readBooking } from "../../../support/bookings";
import { aCode } from "../../../support/codes";
import { aGiftCard, giftBalanceOf, giftEntriesOf, paymentsOf } from "../../../support/gift-cards";
import { refundsOf } from "../../../support/money";
import { aHeldSlot, anOffer, aPaidSlot, inDays, timesOf } from "../../../support/one-to-one";
import { aPass, aPassOnSale, entriesOf } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { expect, test } from "../../../support/test-app";

test("a discount code takes its part off a time: shown, charged, mailed and refunded alike", async ({ app }) => {
  await aCode(app.db, "CALM20", { maxUses: 1 });
  const offer = await anOffer(app.db);
  const start = inDays(app, 3, 11);
  const { bookingId, key, form } = await aPaidSlot(app, offer, start, { discountCode: "CALM20" });
  expect(form.quote).toContain("6400");
  expect((await paymentsOf(app.db, bookingId)).parts).toEqual(["stripe 6400 paid"]);
  expect((await mailsOf(app, "booking-confirmation", form.email))[0]!.text).toContain("£64.00");
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await refundsOf(app, bookingId)).toEqual(["6400 succeeded"]);
});

test("a code that is for one use holds no second time, and comes back when the hold lapses", async ({ app }) => {
  await aCode(app.db, "ONCE", { maxUses: 1 });
  const offer = await anOffer(app.db);
  const code = { discountCode: "ONCE" };
  const held = await aHeldSlot(app, offer, inDays(app, 3, 11), code);
  const form = { ...held.form, start: inDays(app, 3, 13).toISOString(), email: "second@example.com" };
  const other = { visitor: { browserId: "0c0c0c0c-0000-4000-8000-000000000000" } };
  const formKey = "0d0d0d0d-0000-4000-8000-000000000000";
  await expect(app.as(other).oneToOne.book({ ...form, formKey })).rejects.toThrow(/code/i);
  expect(await timesOf(app, offer, inDays(app, 3, 13))).toHaveLength(5);
  app.clock.moveBy(60);
  await app.runJobs("release-unpaid");
  expect((await aHeldSlot(app, offer, inDays(app, 3, 13), code, other)).booking.totalMinor).toBe(6400);
});

test("a gift card pays its part of a time and the rest is paid by card; cancelled, both come back", async ({ app }) => {
  const card = await aGiftCard(app);
  const offer = await anOffer(app.db);
  const { bookingId, key } = await aPaidSlot(app, offer, inDays(app, 3, 11), { giftCodes: card.code });
  expect((await paymentsOf(app.db, bookingId)).parts).toEqual(["gift_card 5000 paid", "stripe 3000 paid"]);
  expect(await giftBalanceOf(app.db, card)).toBe(0);
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  expect(await giftEntriesOf(app.db, card)).toMatch(/^issued 5000, taken -5000, returned 5000$|refunded 5000$/);
  expect(await giftBalanceOf(app.db, card)).toBe(5000);
});

test("a pass pays for a time with as many credits as the offer costs, which come back with a cancellation", async ({
  app,
}) => {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 10 })).id);
  const offer = await anOffer(app.db, { creditCost: 2 });
  const start = inDays(app, 3, 11);
  const { bookingId } = await aHeldSlot(app, offer, start, {}, actingAs(account));
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "completed", passId: pass.id, payerShare: 2 });
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -2");
  expect(await timesOf(app, offer, start)).toHaveLength(5);
  await app.as(actingAs(account)).bookings.cancel({ bookingId });
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -2, returned 2");
  expect(await timesOf(app, offer, start)).toHaveLength(6);
});
