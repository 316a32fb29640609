import { eq } from "drizzle-orm";
import { outboxEmails, refunds } from "@db/schema";
import { listLedger } from "@server/selling/orders/ledger/list-ledger";
import { cancelSession } from "@server/sessions/managing/cancel-session";
import { asAdmin } from "../../../../support/admin";
import { readPurchase, settleCheckout } from "../../../../support/guest-passes";
import { findOnlyMail, statusOf, waitForAllEvents } from "../../../../support/money";
import { bookAndBuy, payCheckout } from "../../../../support/new-pass";
import { aPassOnSale, entriesOf, readPass } from "../../../../support/passes";
import { aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** Lets a hold end with a bank debit, whose money arrives later. */
async function aLapsedHold(app: TestApp) {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800, maxAttendees: 1 });
  const made = await bookAndBuy(app, session, product);
  await app.stripe.control.payLater(made.checkoutId);
  await waitForAllEvents(app);
  expect([await statusOf(app, made.bookingId), (await readPurchase(app, made.purchaseId)).status]).toEqual([
    "cancelled failed",
    "failed",
  ]);
  return { ...made, product, session };
}

async function payLate(app: TestApp, checkoutId: string): Promise<void> {
  await app.stripe.control.settleLater({ sessionId: checkoutId, status: "succeeded" });
  await Promise.all(Array.from({ length: 4 }, () => settleCheckout(app, checkoutId)));
  await waitForAllEvents(app);
}

const mailed = async ({ db }: TestApp, template: string) =>
  (await db.select().from(outboxEmails).where(eq(outboxEmails.template, template)))[0]?.props;

test("says once that a payment is not confirmed, and takes the place again for late money if it is free", async ({
  app,
}) => {
  const { bookingId, purchaseId, checkoutId } = await aLapsedHold(app);
  expect((await findOnlyMail(app, "payment-not-received")).props).toMatchObject({
    ...{ item: "Ten sessions", amount: "£120.00" },
    credits:
      "Your place in “Evening Wind-Down” has been released. If the money arrives after all, you get the place, too, if " +
      "one is still free.",
  });
  expect((await app.as().bookings.getConfirmation({ bookingId })).state).toBe("unconfirmed");
  await payLate(app, checkoutId);
  expect(await statusOf(app, bookingId)).toBe("completed free");
  expect(await entriesOf(app.db, await readPass(app.db, purchaseId))).toBe("granted 10, taken -1");
  expect(await mailed(app, "purchase-confirmation")).not.toHaveProperty("lostPlace");
  expect(await app.db.$count(refunds)).toBe(0);
});

test("keeps the pass whole for late money if the place is taken, and says so", async ({ app }) => {
  const { bookingId, purchaseId, checkoutId, product, session } = await aLapsedHold(app);
  const other = await bookAndBuy(app, session, product, { email: "other@example.com" });
  await payCheckout(app, other.checkoutId);
  await payLate(app, checkoutId);
  expect(await statusOf(app, bookingId)).toBe("cancelled failed");
  const pass = await readPass(app.db, purchaseId);
  expect(await entriesOf(app.db, pass)).toBe("granted 10");
  expect(await app.db.$count(refunds)).toBe(0);
  const lostPlace =
    "Your place in “Evening Wind-Down” could not be booked with it: your payment arrived late, and the place was taken " +
    "by then. Nothing of your pass is used, so you can book another session with it.";
  const mails = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "purchase-confirmation"));
  const lost = mails.map(({ props }) => (props as { lostPlace?: string }).lostPlace);
  expect(new Set(lost)).toEqual(new Set([undefined, lostPlace]));
  expect(lost).toHaveLength(2);
  await app.runJobs();
  expect(app.sentMails.find(({ text }) => text.includes("Nothing of your pass is used"))!.to).toBe(pass.email);
  expect((await app.as().bookings.getConfirmation({ bookingId })).state).toBe("pass_only");
  expect((await listLedger(app.services, { page: 1 })).counts).toMatchObject({ unexplained: 0 });
});

test("keeps the pass whole when the session is cancelled while its payment is open", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const session = await aSession(app.db, { priceMinor: 1800 });
  const { bookingId, purchaseId, checkoutId } = await bookAndBuy(app, session, product);
  await cancelSession(app.services, session.id);
  await payCheckout(app, checkoutId);
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  expect(await entriesOf(app.db, await readPass(app.db, purchaseId))).toBe("granted 10");
  const { lostPlace } = (await mailed(app, "purchase-confirmation")) as { lostPlace: string };
  expect(lostPlace).toContain("the session has been cancelled.");
  const cancelled = (await mailed(app, "session-cancelled")) as { isPaymentOpen: boolean };
  expect(cancelled).toMatchObject({ isPaymentOpen: true, pass: "Ten sessions" });
});

test("books the place when the instructor records the payment by hand, and releases it when she ends it", async ({
  app,
}) => {
  const product = await aPassOnSale(app.db);
  const [first, second] = [await aSession(app.db, { priceMinor: 1800 }), await aSession(app.db, { priceMinor: 1800 })];
  const { orders } = await asAdmin(app);
  const paid = await bookAndBuy(app, first, product);
  const purchase = { kind: "purchase", id: paid.purchaseId } as const;
  await orders.setStatus({ ...purchase, from: "pending", to: "paid" });
  expect(await statusOf(app, paid.bookingId)).toBe("completed free");
  expect(await entriesOf(app.db, await readPass(app.db, paid.purchaseId))).toBe("granted 10, taken -1");
  const ended = await bookAndBuy(app, second, product, { email: "b@example.com" });
  const booking = { kind: "booking", id: ended.bookingId } as const;
  await orders.setStatus({ ...booking, from: "pending pending", to: "cancelled" });
  expect([await statusOf(app, ended.bookingId), (await readPurchase(app, ended.purchaseId)).status]).toEqual([
    "cancelled cancelled",
    "cancelled",
  ]);
});
