import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { creditEntries, outboxEmails, passes, payments, refunds } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { listTickets } from "@server/selling/bookings/tickets";
import { settlePayment } from "@server/payments/settle";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { readBooking } from "../../../support/bookings";
import { aCode } from "../../../support/codes";
import { linesOfCsv } from "../../../support/csv";
import { refundsOf, statusOf, waitForAllEvents } from "../../../support/money";
import { aPass, aPassOnSale, bookWithPass, entriesOf } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Returns a member whose pass has two credits, and a session for £18. */
async function aHolder(app: TestApp, terms: Parameters<typeof aPassOnSale>[1] = {}) {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 2, ...terms })).id);
  return { account, pass, session: await aSession(app.db, { priceMinor: 1800 }), member: app.as(actingAs(account)) };
}

type Holder = Awaited<ReturnType<typeof aHolder>>;

/** Books three tickets, two with the pass and one by card, up to the payment page. */
async function aMixedHold(app: TestApp, { account, session }: Holder) {
  const { bookingId } = await bookWithPass(app, account, session, { quantity: 3 });
  const payment = await app.db.query.payments.findFirst({ where: eq(payments.bookingId, bookingId) });
  return { bookingId, paymentId: payment!.id, checkoutId: payment!.stripeCheckoutSessionId! };
}

async function settle(app: TestApp, checkoutId: string): Promise<void> {
  await settlePayment(app.services, await app.services.stripe.client.checkout.sessions.retrieve(checkoutId));
}

const sharesOf = async (app: TestApp, id: string) =>
  (await listTickets(app.db, { id })).map(({ shareMinor }) => shareMinor);

test("takes the credits that are left and charges the other tickets, as was shown", async ({ app }) => {
  const holder = await aHolder(app);
  const { account, pass, session, member } = holder;
  const form = await member.bookings.getForm({ sessionId: session.id, quantity: 3 });
  expect(form).toMatchObject({
    total: "2 credits and £18.00",
    quote: `pass:${pass.id}:2:GBP:1800`,
    isFree: false,
    charged: 1,
    byPass: { name: "2 tickets with your pass", amount: "2 credits" },
  });
  expect(form.passes!.options[0]!.label).toMatch(/^Use your pass: 2 of 2 left, until .*; 1 ticket by card, £18\.00$/);
  const { bookingId, checkoutId } = await aMixedHold(app, holder);
  expect(await readBooking(app, bookingId)).toMatchObject({
    status: "pending",
    passId: pass.id,
    payerShare: 2,
    totalMinor: 1800,
    listPriceMinor: 5400,
    discountMinor: 0,
  });
  expect(await sharesOf(app, bookingId)).toEqual([0, 0, 1800]);
  expect(await entriesOf(app.db, pass)).toBe("granted 2, taken -1, taken -1");
  const page = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId, { expand: ["line_items"] });
  expect(page.line_items!.data).toMatchObject([{ quantity: 1, amount_total: 1800 }]);
  await app.stripe.control.payNow(checkoutId);
  await settle(app, checkoutId);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  expect(await member.bookings.getConfirmation({ bookingId })).toMatchObject({ amount: "£18.00 and 2 credits" });
  const receipt = await member.bookings.getReceipt({ bookingId });
  expect(receipt).toMatchObject({ total: "£18.00", paid: [{ amount: "£18.00" }] });
  expect(receipt.item.details).toContain("Paid with 2 credits of a pass: Ten sessions");
  await app.runJobs();
  const mail = app.sentMails.find(({ to, subject }) => to === account.email && subject.includes("Evening Wind-Down"));
  expect(mail!.text).toMatch(/Paid\s*:?\s*£18\.00 and 2 credits/);
  const { orders } = await asAdmin(app);
  expect((await orders.get({ kind: "booking", id: bookingId })).notes).toEqual(["3 tickets", "2 credits of a pass"]);
  const { csv } = await orders.export({ search: "", status: "", from: "", until: "", tab: "", after: null });
  expect(linesOfCsv(csv).join("\n")).toContain(",3,,2,Ten sessions,54.00,,,18.00,GBP,paid,");
  expect((await listLedger(app.services, { page: 1 })).counts).toMatchObject({ unexplained: 0 });
});

test("gives each cancelled ticket back what paid for it, and the rest with the booking", async ({ app }) => {
  const holder = await aHolder(app);
  const { pass, member } = holder;
  const { bookingId, checkoutId } = await aMixedHold(app, holder);
  await app.stripe.control.payNow(checkoutId);
  await settle(app, checkoutId);
  const { tickets, credits, refund } = await member.bookings.getManaged({ bookingId });
  expect(tickets.map(({ credits, share }) => ({ credits, share }))).toEqual([
    { credits: 1, share: null },
    { credits: 1, share: null },
    { credits: 0, share: "£18.00" },
  ]);
  expect({ credits, byCard: refund.byCard }).toEqual({ credits: 2, byCard: "£18.00" });
  await member.bookings.cancelTicket({ bookingId, ticketId: tickets[1]!.id });
  expect(await entriesOf(app.db, pass)).toBe("granted 2, taken -1, taken -1, returned 1");
  expect(await refundsOf(app, bookingId)).toEqual([]);
  await member.bookings.cancelTicket({ bookingId, ticketId: tickets[2]!.id });
  expect(await app.db.select({ amountMinor: refunds.amountMinor }).from(refunds)).toEqual([{ amountMinor: 1800 }]);
  expect(await entriesOf(app.db, pass)).toBe("granted 2, taken -1, taken -1, returned 1");
  await member.bookings.cancel({ bookingId });
  expect(await entriesOf(app.db, pass)).toBe("granted 2, taken -1, taken -1, returned 1, returned 1");
  expect(await app.db.$count(refunds)).toBe(1);
});

test("keeps nothing of a hold that lapses, not even the first use of a pass", async ({ app }) => {
  const holder = await aHolder(app, { starts: "first_use" });
  const { pass, member } = holder;
  const { bookingId } = await aMixedHold(app, holder);
  const read = async () => (await app.db.query.passes.findFirst({ where: eq(passes.id, pass.id) }))!;
  expect((await read()).endsAt).not.toBeNull();
  await member.payments.leaveCheckout({ kind: "booking", id: bookingId });
  await member.payments.leaveCheckout({ kind: "booking", id: bookingId });
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  expect(await entriesOf(app.db, pass)).toBe("granted 2, taken -1, taken -1, returned 1, returned 1");
  expect(await read()).toMatchObject({ startsAt: null, endsAt: null });
});

test("asks again when the pass can pay for less than was shown, or a code was typed and not applied", async ({
  app,
}) => {
  const { account, pass, session, member } = await aHolder(app);
  await aCode(app.db, "HALF", { discountPercentage: 50 });
  const { quote, passes: choice } = await member.bookings.getForm({ sessionId: session.id, quantity: 3 });
  const shown = { sessionId: session.id, quote, quantity: 3, paying: choice!.chosen };
  const attempt = async (more: object) =>
    (await refusalOf(member.bookings.create({ ...shown, formKey: randomUUID(), ...more }))).message;
  expect(await attempt({ discountCode: "HALF" })).toMatch(/discount code has been applied/);
  expect(await attempt({ quantity: 4 })).toMatch(/number of tickets has changed/);
  expect(await attempt({ quote: "GBP:5400" })).toMatch(/You have chosen your pass/);
  await bookWithPass(app, account, await aSession(app.db, { priceMinor: 1800 }));
  expect(await attempt({})).toMatch(/What your pass pays for has changed/);
  expect(await entriesOf(app.db, pass)).toBe("granted 2, taken -1");
});

test("takes a code off the tickets that are paid by money only", async ({ app }) => {
  const { pass, session, member } = await aHolder(app);
  await aCode(app.db, "HALF", { discountPercentage: 50 });
  const discountCode = "HALF";
  const form = await member.bookings.getForm({ sessionId: session.id, quantity: 3, discountCode });
  expect(form).toMatchObject({ total: "2 credits and £9.00", discount: { amount: "£9.00" } });
  const { quote, formKey } = form;
  const paying = pass.id;
  const { bookingId } = await member.bookings.create({
    sessionId: session.id,
    quote,
    formKey,
    paying,
    quantity: 3,
    discountCode,
  });
  expect(await readBooking(app, bookingId)).toMatchObject({
    totalMinor: 900,
    discountMinor: 900,
    listPriceMinor: 5400,
  });
  expect(await sharesOf(app, bookingId)).toEqual([0, 0, 900]);
});

test("takes and gives back as many credits as a session costs", async ({ app }) => {
  const { account, pass, member } = await aHolder(app, { credits: 7 });
  const session = await aSession(app.db, { priceMinor: 1800, creditCost: 3 });
  const form = await member.bookings.getForm({ sessionId: session.id, quantity: 3 });
  expect(form.total).toBe("6 credits and £18.00");
  expect(form.passes!.options[0]!.label).toMatch(/^Use 6 credits of your pass: 7 of 7 left/);
  const { bookingId } = await bookWithPass(app, account, session, { quantity: 2 });
  expect(await entriesOf(app.db, pass)).toBe("granted 7, taken -3, taken -3");
  await member.bookings.cancel({ bookingId });
  expect(await entriesOf(app.db, pass)).toBe("granted 7, taken -3, taken -3, returned 3, returned 3");
});

/** Lets the hold end with a bank debit, whose money arrives later. */
async function aLateMixedPayment(app: TestApp, holder: Holder) {
  const hold = await aMixedHold(app, holder);
  await app.stripe.control.payLater(hold.checkoutId);
  await waitForAllEvents(app);
  expect(await statusOf(app, hold.bookingId)).toBe("cancelled failed");
  return hold;
}

const pays = (app: TestApp, sessionId: string) => app.stripe.control.settleLater({ sessionId, status: "succeeded" });

test("takes the credits again for money that arrives late, once however often it is settled", async ({ app }) => {
  const holder = await aHolder(app);
  const { bookingId, checkoutId } = await aLateMixedPayment(app, holder);
  await pays(app, checkoutId);
  await Promise.all(Array.from({ length: 4 }, () => settle(app, checkoutId)));
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("completed paid");
  const taken = await app.db.select().from(creditEntries).where(eq(creditEntries.kind, "taken"));
  expect(taken.map(({ turn }) => turn).sort()).toEqual([1, 1, 2, 2]);
  expect(await app.db.$count(refunds)).toBe(0);
});

test("returns late money in full if the credits have been used meanwhile, and says so", async ({ app }) => {
  const holder = await aHolder(app);
  const { bookingId, checkoutId } = await aLateMixedPayment(app, holder);
  await bookWithPass(app, holder.account, await aSession(app.db, { priceMinor: 1800 }));
  await pays(app, checkoutId);
  await settle(app, checkoutId);
  await waitForAllEvents(app);
  expect(await statusOf(app, bookingId)).toBe("cancelled failed");
  expect(await app.db.select({ amountMinor: refunds.amountMinor }).from(refunds)).toEqual([{ amountMinor: 1800 }]);
  const [mail] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "late-payment-refunded"));
  expect(mail!.props).toMatchObject({ reason: "credits_used", refunded: "£18.00" });
});
