import { eq } from "drizzle-orm";
import {
  creditEntries,
  outboxEmails,
  passes,
  passTerms,
  payments,
  purchases,
  refunds,
  sessionBookings,
} from "@db/schema";
import { listLedger } from "@server/selling/orders/ledger/list-ledger";
import { anAccount, refusalOf } from "../../../../support/accounts";
import { readBooking } from "../../../../support/bookings";
import { aCode } from "../../../../support/codes";
import { browserWith, hannah, readPurchase } from "../../../../support/guest-passes";
import { statusOf } from "../../../../support/money";
import { bookAndBuy, formWithNewPass, payCheckout } from "../../../../support/new-pass";
import { aPassOnSale, entriesOf, readPass } from "../../../../support/passes";
import { actingAs } from "../../../../support/recordings";
import { aSession } from "../../../../support/sessions";
import { leaveCheckout } from "../../../../support/leave-checkout";
import { expect, test, type TestApp } from "../../../../support/test-app";

const offered = async (app: TestApp, session: { id: string }, quantity = 1) => {
  const { passes: choice } = await app.as().bookings.getForm({ sessionId: session.id, quantity });
  return {
    labels: choice?.options.map(({ label, detail = "" }) => `${label} ${detail}`.trim()) ?? [],
    notes: choice?.notes ?? [],
  };
};

test("offers on a session's page and in its form the passes that are for it", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800 });
  const { passes: api } = app.as();
  expect(await api.findOffer({ sessionId: session.id })).toEqual({ id: product.id, text: "Or 10 for £120, £12 each" });
  expect((await offered(app, session)).labels).toEqual([
    "Pay £18.00",
    "Buy “Ten sessions” for £120 and use it. 10 sessions, online and on site. Valid for 6 months from the day you buy it.",
  ]);
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  for (const values of [{ startTime: inDays(300) }, { priceMinor: 0 }]) {
    const other = await aSession(app.db, values);
    expect(await offered(app, other)).toEqual({ labels: [], notes: [] });
    expect(await api.findOffer({ sessionId: other.id })).toBeNull();
  }
  const costly = await aSession(app.db, { priceMinor: 6000, creditCost: 3 });
  expect(await api.findOffer({ sessionId: costly.id })).toMatchObject({ text: "Or 3 for £120, £40 each" });
  expect(await offered(app, costly, 4)).toEqual({
    labels: ["Pay £240.00"],
    notes: ["“Ten sessions” can’t be bought for this: it has 10 credits, and 4 tickets take 12."],
  });
});

test("offers no pass on sale to a holder whose own pays for all, nor a first offer to one who has had it", async ({
  app,
}) => {
  const product = await aPassOnSale(app.db, { isIntroduction: true, credits: 1 }, { priceMinor: 1200 });
  const account = await anAccount(app.db);
  const first = await aSession(app.db, { priceMinor: 1800 });
  const { checkoutId } = await bookAndBuy(app, first, product, { as: actingAs(account) });
  await payCheckout(app, checkoutId);
  const session = await aSession(app.db, { priceMinor: 1800 });
  const { passes: choice } = await app.as(actingAs(account)).bookings.getForm({ sessionId: session.id, quantity: 1 });
  expect(choice).toBeNull();
});

test("holds the place until the pass is paid, then grants it and takes its credits at once", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800, maxAttendees: 2 });
  const account = await anAccount(app.db);
  const as = actingAs(account);
  const { form } = await formWithNewPass(app, session, product, { as, quantity: 2 });
  expect(form).toMatchObject({
    ...{ total: "£120.00", charged: 1, lines: [{ name: "Pass “Ten sessions”", amount: "£120.00" }] },
    byPass: { name: "2 tickets with the new pass", amount: "2 credits" },
  });
  const made = await bookAndBuy(app, session, product, { as, quantity: 2 });
  expect(made.next).toMatch(/^http/);
  expect(await readBooking(app, made.bookingId)).toMatchObject({
    ...{ status: "pending", totalMinor: 0, listPriceMinor: 3600, credits: 2, passId: null, userId: account.id },
  });
  expect((await app.as(as).bookings.getPending({ sessionId: session.id }))!.total).toBe("£120.00");
  expect((await app.as(as).bookings.resumePayment({ sessionId: session.id })).next).toBe(made.next);
  expect((await app.as().bookings.getForm({ sessionId: session.id, quantity: 1 })).availability).toBe("held");
  const page = await app.services.stripe.client.checkout.sessions.retrieve(made.checkoutId, { expand: ["line_items"] });
  expect(page.line_items!.data).toMatchObject([{ quantity: 1, amount_total: 12_000, description: "Ten sessions" }]);
  await payCheckout(app, made.checkoutId);
  expect(await statusOf(app, made.bookingId)).toBe("completed free");
  const pass = await readPass(app.db, made.purchaseId);
  expect(pass).toMatchObject({ userId: account.id, priceMinor: 12_000 });
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, taken -1");
  expect(await app.db.$count(payments)).toBe(1);
  expect((await listLedger(app.services, { page: 1 })).counts).toMatchObject({ unexplained: 0 });
  const [mail] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "purchase-confirmation"));
  expect((mail!.props as { pass: { balance: string } }).pass.balance).toMatch(/^8 of 10 left/);
  const [booked] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "booking-confirmation"));
  expect(booked!.props).toMatchObject({ paid: { amount: "with a pass" } });
  await app.as(as).bookings.cancel({ bookingId: made.bookingId });
  expect(await entriesOf(app.db, pass)).toContain("returned 1, returned 1");
  expect(await app.db.$count(refunds)).toBe(0);
});

test("sells a pass with a booking to a guest, whose browser can use it from then on", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800 });
  const { purchaseId, bookingId, checkoutId } = await bookAndBuy(app, session, product);
  await payCheckout(app, checkoutId);
  expect(await readBooking(app, bookingId)).toMatchObject({ userId: null, attendeeEmail: hannah.email });
  expect(await readPurchase(app, purchaseId)).toMatchObject({ customerName: "Hannah Okafor", status: "paid" });
  const next = await aSession(app.db, { priceMinor: 1800 });
  const form = await app.as(browserWith(purchaseId)).bookings.getForm({ sessionId: next.id, quantity: 1 });
  expect(form.passes!.options[0]!.label).toMatch(/^Use your pass: 9 of 10 left/);
});

test("sells nothing that was not shown, and asks again", async ({ app }) => {
  const product = await aPassOnSale(app.db, { credits: 2 });
  const session = await aSession(app.db, { priceMinor: 9000 });
  const { input } = await formWithNewPass(app, session, product, { quantity: 2 });
  const attempt = async (more: object) => (await refusalOf(app.as().bookings.create({ ...input, ...more }))).message;
  expect(await attempt({ quote: "GBP:3600" })).toMatch(/You have chosen to buy “Ten sessions”/);
  expect(await attempt({ quote: input.quote.replace(":12000:", ":1:") })).toMatch(/price has changed/);
  expect(await attempt({ quantity: 1 })).toMatch(/number of tickets has changed/);
  expect(await attempt({ quantity: 3 })).toMatch(/“Ten sessions” has only 2 credits, too few/);
  expect(await attempt({ paying: `buy:${session.id}` })).toMatch(/not for sale/i);
  await aCode(app.db, "HALF", { discountPercentage: 50 });
  expect(await attempt({ discountCode: "HALF" })).toMatch(/discount code has been applied/);
  await app.db.update(passTerms).set({ months: 1 });
  expect(await attempt({})).toMatch(/The pass has changed/);
  expect(await app.db.$count(sessionBookings)).toBe(0);
  expect(await app.db.$count(purchases)).toBe(0);
});

test("takes a code off the pass, and books at once where nothing is left to pay", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800 });
  await aCode(app.db, "GIFT", { discountPercentage: 100 });
  const made = await bookAndBuy(app, session, product, { discountCode: "GIFT" });
  expect(made.next).toContain("/booking-confirmation");
  expect(await statusOf(app, made.bookingId)).toBe("completed free");
  const pass = await readPass(app.db, made.purchaseId);
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1");
  expect(pass.priceMinor).toBe(0);
});

test("ends the hold with the purchase, and the purchase with the hold", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800, maxAttendees: 1 });
  const first = await bookAndBuy(app, session, product);
  await leaveCheckout(app, { kind: "booking", id: first.bookingId });
  expect([await statusOf(app, first.bookingId), (await readPurchase(app, first.purchaseId)).status]).toEqual([
    "cancelled cancelled",
    "cancelled",
  ]);
  const second = await bookAndBuy(app, session, product, { email: "b@example.com" });
  await leaveCheckout(app, { kind: "purchase", id: second.purchaseId });
  expect(await statusOf(app, second.bookingId)).toBe("cancelled cancelled");
  const third = await bookAndBuy(app, session, product, { email: "c@example.com" });
  app.clock.moveBy(120);
  await app.runJobs("release-unpaid");
  expect(await statusOf(app, third.bookingId)).toBe("cancelled cancelled");
  expect(await app.db.$count(passes)).toBe(0);
  expect(await app.db.$count(creditEntries)).toBe(0);
  const { availability } = await app.as().bookings.getForm({ sessionId: session.id, quantity: 1 });
  expect(availability).toBe("open");
});

test("books once for a form that is posted twice, also after it was paid", async ({ app }) => {
  const product = await aPassOnSale(app.db, { isIntroduction: true });
  const session = await aSession(app.db, { priceMinor: 1800 });
  const { input } = await formWithNewPass(app, session, product);
  const answers = await Promise.all(Array.from({ length: 6 }, () => app.as().bookings.create(input)));
  expect(new Set(answers.map(({ bookingId }) => bookingId)).size).toBe(1);
  const { checkoutId } = await bookAndBuy(app, session, product, { formKey: input.formKey });
  await payCheckout(app, checkoutId);
  expect((await app.as().bookings.create(input)).next).toContain("/booking-confirmation");
  expect(await app.db.$count(sessionBookings)).toBe(1);
  expect(await app.db.$count(purchases)).toBe(1);
});
