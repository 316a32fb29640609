import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { outboxEmails, refunds } from "@db/schema";
import { unusedShares } from "@server/catalogue/passes/unused";
import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aPass, aPassOnSale, bookWithPass, entriesOf, readPass } from "../../../support/passes";
import { actingAs, purchaseStatus } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Returns a pass for £99.99, of which so many credits are used. */
async function aUsedPass(app: TestApp, used: number) {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, {}, { priceMinor: 9999 })).id);
  for (const _ of Array.from({ length: used })) await bookWithPass(app, account, await aSession(app.db));
  return { account, pass, order: { kind: "purchase" as const, id: pass.purchaseId } };
}

test("suggests the unused credits' own shares, refunds them, and ends the pass; what was booked stays", async ({
  app,
}) => {
  const { account, pass, order } = await aUsedPass(app, 3);
  const { orders, payments } = await asAdmin(app);
  const { unused, payments: left } = await orders.get(order);
  expect(unused).toEqual({ text: "7 of 10 credits are not used.", amount: "£69.99" });
  expect(left).toMatchObject([{ leftTyped: "69.99", left: "£99.99" }]);
  const refund = { paymentId: pass.paymentId, amountMinor: 6999, isPlaceCancelled: true, formKey: randomUUID() };
  await Promise.all([payments.refund(refund), payments.refund(refund)]);
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, taken -1, taken -1, refunded -7");
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 6999 }]);
  expect(await purchaseStatus(app, pass.purchaseId)).toBe("paid");
  const member = app.as(actingAs(account));
  expect(await member.passes.listMine()).toMatchObject([{ state: "ended" }]);
  const { id: sessionId } = await aSession(app.db);
  expect((await member.bookings.getForm({ sessionId })).passes).toBeNull();
  await app.runJobs();
  const told = app.sentMails.find(({ to, subject }) => to === account.email && subject.includes("refund"));
  expect(told!.text).toContain("What you had not used of your pass has been refunded");
});

test("keeps a pass going after a refund of a part, where the instructor says so", async ({ app }) => {
  const { pass } = await aUsedPass(app, 0);
  const { payments } = await asAdmin(app);
  await payments.refund({
    paymentId: pass.paymentId,
    amountMinor: 500,
    isPlaceCancelled: false,
    formKey: randomUUID(),
  });
  expect(await entriesOf(app.db, pass)).toBe("granted 10");
});

test("ends an unused pass with its full refund, also one that Stripe reports", async ({ app }) => {
  const { pass } = await aUsedPass(app, 0);
  const { payments } = await asAdmin(app);
  await payments.refund({
    paymentId: pass.paymentId,
    amountMinor: 9999,
    isPlaceCancelled: false,
    formKey: randomUUID(),
  });
  await app.runJobs();
  await expect.poll(() => purchaseStatus(app, pass.purchaseId)).toBe("refunded");
  expect(await entriesOf(app.db, pass)).toBe("granted 10, refunded -10");
  expect((await readPass(app.db, pass.purchaseId)).endedAt).not.toBeNull();
});

test("refunds the unused part with the removal of its purchase", async ({ app }) => {
  const { pass } = await aUsedPass(app, 1);
  const { purchases } = await asAdmin(app);
  await purchases.delete({ purchaseId: pass.purchaseId, refund: "yes" });
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 9999 - 1000 }]);
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, refunded -9");
});

test("keeps a credit that comes back after the unused ones were refunded, as its price was kept", async ({ app }) => {
  const { account, pass } = await aUsedPass(app, 0);
  const { bookingId } = await bookWithPass(app, account, await aSession(app.db));
  const { payments } = await asAdmin(app);
  await payments.refund({
    paymentId: pass.paymentId,
    amountMinor: 8999,
    isPlaceCancelled: true,
    formKey: randomUUID(),
  });
  await app.as(actingAs(account)).bookings.cancel({ bookingId });
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, refunded -9, returned 1");
  const { id: sessionId } = await aSession(app.db);
  expect((await app.as(actingAs(account)).bookings.getForm({ sessionId })).passes!.chosen).toBe(pass.id);
});

test("gives nothing back to a pass whose price was refunded in full", async ({ app }) => {
  const { account, pass } = await aUsedPass(app, 0);
  const { bookingId } = await bookWithPass(app, account, await aSession(app.db));
  const { payments } = await asAdmin(app);
  await payments.refund({
    paymentId: pass.paymentId,
    amountMinor: 9999,
    isPlaceCancelled: true,
    formKey: randomUUID(),
  });
  await app.runJobs();
  await expect.poll(() => purchaseStatus(app, pass.purchaseId)).toBe("refunded");
  await app.as(actingAs(account)).bookings.cancel({ bookingId });
  const entries = await entriesOf(app.db, pass);
  expect(entries).toMatch(/^granted 10, taken -1, refunded -9, (returned 1, refunded -1|refunded -1, returned 1)$/);
  const { id: sessionId } = await aSession(app.db);
  expect((await app.as(actingAs(account)).bookings.getForm({ sessionId })).passes).toBeNull();
});

test("freezes a pass while the bank disputes its payment", async ({ app }) => {
  const { account, pass } = await aUsedPass(app, 0);
  const payment = await app.db.query.payments.findFirst({ where: (row) => eq(row.id, pass.paymentId) });
  await app.stripe.control.dispute({ sessionId: payment!.stripeCheckoutSessionId! });
  await expect.poll(async () => (await readPass(app.db, pass.purchaseId)).frozenAt).not.toBeNull();
  const { id: sessionId } = await aSession(app.db);
  const member = app.as(actingAs(account));
  expect((await member.bookings.getForm({ sessionId })).passes).toBeNull();
  expect(await member.passes.listMine()).toMatchObject([{ state: "frozen" }]);
  expect(await app.db.$count(outboxEmails, eq(outboxEmails.template, "admin-dispute"))).toBe(1);
});

test.for([
  [9999, 10, [9999, 8999, 999, 0], [10, 9, 1, 0]],
  [1000, 3, [1000, 666, 333, 0], [3, 2, 1, 0]],
  [2000, 3, [2000, 2000], [3, 7]],
] as const)("splits %d over %d credits so that the shares add up", ([priceMinor, credits, sums, lefts]) => {
  expect(lefts.map((left) => unusedShares({ priceMinor, credits }, left))).toEqual(sums);
});
