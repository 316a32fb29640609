import { payments, purchases } from "@db/schema";
import { listLedger } from "@server/selling/orders/ledger/list-ledger";
import { anAccount } from "../../../../support/accounts";
import { aGiftCard, giftBalanceOf } from "../../../../support/gift-cards";
import { statusOf } from "../../../../support/money";
import { bookAndBuy, payCheckout } from "../../../../support/new-pass";
import { anOpenPassPurchase, aPassOnSale, entriesOf, readPass } from "../../../../support/passes";
import { actingAs } from "../../../../support/recordings";
import { aSession } from "../../../../support/sessions";
import { anEntryFor } from "../../../../support/waitlist";
import { leaveCheckout } from "../../../../support/leave-checkout";
import { expect, test } from "../../../../support/test-app";

test("pays a part of the pass with a gift card, which gets it back if the hold lapses", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800 });
  const card = await aGiftCard(app);
  const lapsed = await bookAndBuy(app, session, product, { giftCode: card.code });
  expect(await giftBalanceOf(app.db, card)).toBe(0);
  await leaveCheckout(app, { kind: "booking", id: lapsed.bookingId });
  expect(await giftBalanceOf(app.db, card)).toBe(5000);
  const made = await bookAndBuy(app, session, product, { giftCode: card.code, email: "b@example.com" });
  await payCheckout(app, made.checkoutId);
  expect(await statusOf(app, made.bookingId)).toBe("completed free");
  const parts = (await app.db.select().from(payments))
    .filter(({ purchaseId }) => purchaseId === made.purchaseId)
    .map(({ provider, amountMinor, state }) => `${provider} ${amountMinor} ${state}`);
  expect(parts.sort()).toEqual(["gift_card 5000 paid", "stripe 7000 paid"]);
  expect(await entriesOf(app.db, await readPass(app.db, made.purchaseId))).toBe("granted 10, taken -1");
  expect((await listLedger(app.services, { page: 1 })).counts).toMatchObject({ unexplained: 0 });
});

test("keeps a purchase that a booking waits for apart from one of the pass alone", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const account = await anAccount(app.db);
  const made = await bookAndBuy(app, await aSession(app.db, { priceMinor: 1800 }), product, { as: actingAs(account) });
  const alone = await anOpenPassPurchase(app, account, product.id);
  expect(alone.purchaseId).not.toBe(made.purchaseId);
  expect(await statusOf(app, made.bookingId)).toBe("pending pending");
  expect(await app.db.$count(purchases)).toBe(2);
});

test("buys a pass with a place that was offered from the waitlist", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800, maxAttendees: 1 });
  const first = await bookAndBuy(app, session, product);
  await payCheckout(app, first.checkoutId);
  const account = await anAccount(app.db);
  const member = app.as(actingAs(account));
  await member.waitlist.join({ ...anEntryFor(session), email: account.email });
  const { manageKey: key } = (await app.db.query.sessionBookings.findFirst())!;
  await app.as().bookings.cancel({ bookingId: first.bookingId, key });
  const entry = (await app.db.query.sessionWaitlist.findFirst())!;
  expect(entry.status).toBe("offered");
  const ref = { id: entry.id, key: entry.manageKey };
  const paying = `buy:${product.id}`;
  const { quote, formKey } = await member.bookings.getForm({ sessionId: session.id, entryId: entry.id, paying });
  const { bookingId, purchaseId } = await member.waitlist.accept({ ...ref, quote, formKey, paying, quantity: 1 });
  const { stripeCheckoutSessionId } = (await app.db.query.payments.findFirst({
    where: (row, { eq }) => eq(row.purchaseId, purchaseId!),
  }))!;
  await payCheckout(app, stripeCheckoutSessionId!);
  expect(await statusOf(app, bookingId)).toBe("completed free");
  expect(await entriesOf(app.db, await readPass(app.db, purchaseId!))).toBe("granted 10, taken -1");
});
