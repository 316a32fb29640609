import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { disputes, payments, refunds, sessionBookings } from "@db/schema";
import { reconcilePayments } from "@server/payments/reconcile";
import { issueInvoices } from "@server/payments/invoices/issue-invoices";
import { sweepInvoices } from "@server/payments/invoices/sweep-invoices";
import { aGiftCard, bookWithCards } from "../../../support/gift-cards";
import { allInvoices, printed, turnOnInvoices } from "../../../support/invoices";
import { aPaidBooking, waitForAllEvents } from "../../../support/money";
import { actingAs } from "../../../support/recordings";
import { joinAtStripe } from "../../../support/subscriptions";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const issue = (app: TestApp) => app.runJobs("issue-invoices");

async function aSale(app: TestApp, priceMinor = 4000) {
  const paid = await aPaidBooking(app, await aSession(app.db, { priceMinor }));
  await issue(app);
  return paid;
}

type Admin = Awaited<ReturnType<typeof turnOnInvoices>>;

async function refundPart(app: TestApp, admin: Admin, { paymentId }: { paymentId: string }, amountMinor: number) {
  const form = { formKey: randomUUID(), amountMinor, isPlaceCancelled: false, reason: "Asked for it" };
  await admin.payments.refund({ ...form, paymentId });
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  await issue(app);
}

test("issues one invoice for a payment, with what was sold, its tax and both sides, however often it is asked", async ({
  app,
}) => {
  await turnOnInvoices(app);
  const { bookingId } = await aSale(app);
  const ref = { kind: "booking", id: bookingId } as const;
  await Promise.all([issueInvoices(app.services, ref), issueInvoices(app.services, ref)]);
  const [invoice, ...others] = await allInvoices(app);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    kind: "invoice",
    bookingId,
    lines: [{ text: "Evening Wind-Down", quantity: 1, amountMinor: 4000, ratePoints: 2000 }],
    taxes: [{ ratePoints: 2000, grossMinor: 4000, taxMinor: 667 }],
    paid: [{ text: "Paid by card", amountMinor: 4000 }],
    seller: { name: "Breathroom Ltd", taxNumber: "GB123456789" },
    buyer: { name: "Hannah Okafor", company: "" },
    currency: "GBP",
    totalMinor: 4000,
    siteTotalMinor: 4000,
    exchangeRate: null,
  });
  expect(invoice?.label).toMatch(/^INV-\d{4}-0001$/);
});

test("issues credit notes with numbers of their own for refunds in parts, down to the last penny of tax", async ({
  app,
}) => {
  const admin = await turnOnInvoices(app);
  const paid = await aSale(app);
  await refundPart(app, admin, paid, 1333);
  await refundPart(app, admin, paid, 1333);
  await refundPart(app, admin, paid, 1334);
  expect(await printed(app)).toEqual([
    "CN-0001 1333 (222)",
    "CN-0002 1333 (222)",
    "CN-0003 1334 (223)",
    "INV-0001 4000 (667)",
  ]);
});

test("undoes a credit note when a bank returns the refund, and credits the next one", async ({ app }) => {
  const admin = await turnOnInvoices(app);
  const paid = await aSale(app);
  await refundPart(app, admin, paid, 4000);
  const [refund] = await app.db.select().from(refunds);
  await app.stripe.control.settleRefund({ refundId: refund!.stripeRefundId!, status: "failed" });
  await waitForAllEvents(app);
  await issue(app);
  await refundPart(app, admin, paid, 4000);
  expect(await printed(app)).toEqual([
    "CN-0001 4000 (667)",
    "CN-0002 4000 (667)",
    "INV-0001 4000 (667)",
    "INV-0002 4000 (667)",
  ]);
});

test("links the documents of a booking and of a membership in the lists of its member, and no other's", async ({
  app,
}) => {
  const admin = await turnOnInvoices(app);
  app.clock.moveBy(1);
  const { account, own: membership } = await joinAtStripe(app);
  const paid = await aSale(app);
  await app.db.update(sessionBookings).set({ userId: account.id }).where(eq(sessionBookings.id, paid.bookingId));
  await aSale(app);
  await refundPart(app, admin, paid, 1000);
  expect((await membership.getMine())!.state).toBe("active");
  const { bookings, purchases } = app.as(actingAs(account));
  const listed = await bookings.listMine({ page: 1 });
  const own = (await allInvoices(app)).filter(({ bookingId }) => bookingId === paid.bookingId);
  expect(own).toHaveLength(2);
  const links = own.map(({ id, kind, label, manageKey }) => ({
    label: `${kind === "invoice" ? "Invoice" : "Credit note"} ${label}`,
    path: `/invoices/${id}?key=${manageKey}`,
  }));
  expect(listed.bookings).toHaveLength(1);
  // Issued in the same moment of the test's clock.
  expect(new Set(listed.bookings[0]!.invoices)).toEqual(new Set(links));
  const labels = (await purchases.listMine()).map(({ invoices }) => invoices.map(({ label }) => label));
  expect(labels).toEqual([[expect.stringMatching(/^Invoice INV-/)]]);
});

test("credits a lost dispute, at most what is left of the invoice", async ({ app }) => {
  const admin = await turnOnInvoices(app);
  const paid = await aSale(app);
  await refundPart(app, admin, paid, 1000);
  const { id } = await app.stripe.control.dispute({ sessionId: paid.checkoutId });
  await app.stripe.control.moveDispute({ disputeId: id, status: "lost" });
  await waitForAllEvents(app);
  await issue(app);
  expect(await printed(app)).toEqual(["CN-0001 1000 (167)", "CN-0002 3000 (500)", "INV-0001 4000 (667)"]);
});

test("credits a dispute again that was won on appeal and then lost, also if the job for it is lost", async ({
  app,
}) => {
  await turnOnInvoices(app);
  const paid = await aSale(app);
  await app.stripe.control.dispute({ sessionId: paid.checkoutId });
  await waitForAllEvents(app);
  for (const status of ["lost", "won", "lost"]) {
    await app.db.update(disputes).set({ status });
    await sweepInvoices(app.services);
    await issueInvoices(app.services, { kind: "booking", id: paid.bookingId });
    await issue(app);
  }
  await app.db.update(disputes).set({ status: "won" });
  await issueInvoices(app.services, { kind: "booking", id: paid.bookingId });
  await app.db.update(disputes).set({ status: "lost" });
  // Found without a job of its own.
  await sweepInvoices(app.services);
  await issue(app);
  await sweepInvoices(app.services);
  await issue(app);
  expect(await printed(app)).toEqual([
    ...["CN-0001 4000 (667)", "CN-0002 4000 (667)", "CN-0003 4000 (667)"],
    ...["INV-0001 4000 (667)", "INV-0002 4000 (667)", "INV-0003 4000 (667)"],
  ]);
});

test("invoices what a gift card pays with its tax, and the card itself without", async ({ app }) => {
  await turnOnInvoices(app);
  const card = await aGiftCard(app);
  await issue(app);
  await bookWithCards(app, await aSession(app.db, { priceMinor: 4000 }), { codes: [card.code] });
  await issue(app);
  expect(await printed(app)).toEqual(["INV-0001 5000 (0)", "INV-0002 4000 (667)"]);
  const [sold, paidByCard] = await allInvoices(app);
  expect(sold?.lines[0]?.ratePoints).toBeNull();
  expect(paidByCard?.paid).toEqual([
    { text: expect.stringMatching(/^Paid with gift card/i) as string, amountMinor: 4000 },
  ]);
});

test("issues none for what was paid before they were turned on, is free, or went back as late money", async ({
  app,
}) => {
  const early = await aPaidBooking(app, await aSession(app.db));
  app.clock.moveBy(1);
  const admin = await turnOnInvoices(app);
  const late = await aHold(app, await aSession(app.db));
  await app.db.execute(
    sql`update session_bookings set status = 'cancelled', payment_status = 'cancelled' where id = ${late.bookingId}`,
  );
  await app.db.execute(
    sql`update live_sessions set cancelled_at = now() where id = (select session_id from session_bookings where id = ${late.bookingId})`,
  );
  await app.stripe.control.payNow(late.checkoutId);
  await reconcilePayments(app.services);
  await waitForAllEvents(app);
  await app.runJobs("send-refund");
  await refundPart(app, admin, early, 500);
  expect((await app.db.select().from(payments).where(eq(payments.id, late.paymentId)))[0]?.state).toBe("paid");
  expect(await printed(app)).toEqual([]);
});

test("finds sales and refunds whose job was lost", async ({ app }) => {
  await turnOnInvoices(app);
  const paid = await aPaidBooking(app, await aSession(app.db, { priceMinor: 4000 }));
  const forget = () =>
    app.db.execute(
      sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier = 'issue-invoices'`,
    );
  await forget();
  await app.runJobs();
  expect(await printed(app)).toEqual([]);
  const { sweepInvoices } = await import("@server/payments/invoices/sweep-invoices");
  await sweepInvoices(app.services);
  await issue(app);
  expect(await printed(app)).toEqual(["INV-0001 4000 (667)"]);
  await app.stripe.control.refund({ sessionId: paid.checkoutId });
  await waitForAllEvents(app);
  await forget();
  await sweepInvoices(app.services);
  await issue(app);
  expect(await printed(app)).toEqual(["CN-0001 4000 (667)", "INV-0001 4000 (667)"]);
});
