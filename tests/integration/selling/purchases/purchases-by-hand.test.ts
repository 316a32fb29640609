import { randomUUID } from "node:crypto";
import { purchases } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import { waitForAllEvents, mailedTemplates } from "../../../support/money";
import { actingAs, anOpenPurchase, aPurchase, purchaseStatus } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

async function aPaidPurchase(app: TestApp) {
  const bought = await anOpenPurchase(app);
  await app.stripe.control.payNow(bought.checkoutId);
  await waitForAllEvents(app);
  return bought;
}

const unexplained = async (app: TestApp) =>
  (await listLedger(app.services, { page: 1 })).lines.filter(({ problem }) => problem);

async function canWatch(app: TestApp, account: Awaited<ReturnType<typeof anAccount>>) {
  return (await app.as(actingAs(account)).recordings.getCollection({ collection: "birth" })).hasFullAccess;
}

test("counts, searches and filters a collection's purchases", async ({ app }) => {
  const admin = await asAdmin(app);
  const ada = await anAccount(app.db, { fullName: "Ada Lindholm" });
  await aPurchase(app.db, ada, { status: "free", totalMinor: 0 });
  await aPurchase(app.db, await anAccount(app.db));
  await aPurchase(app.db, null, { status: "pending" });
  await aPurchase(app.db, null, { status: "failed" });
  await aPurchase(app.db, null, { collection: "stress" });
  await aPurchase(app.db, null, { archivedAt: new Date() });
  const birth = await admin.orders.listPurchases({ collection: "birth" });
  expect(birth.counts).toEqual({ total: 4, paid: 1, free: 1, pending: 1 });
  expect(birth.purchases).toHaveLength(4);
  const found = async (filter: { search?: string; status?: string }) =>
    (await admin.orders.listPurchases({ collection: "birth", ...filter })).purchases.map(({ status }) => status);
  expect(await found({ search: "lindh" })).toEqual(["free"]);
  expect(await found({ status: "failed" })).toEqual(["failed"]);
  expect(await found({ search: "lindh", status: "paid" })).toEqual([]);
});

test("closes, hides and refunds a deleted purchase in full", async ({ app }) => {
  const admin = await asAdmin(app);
  const { purchaseId, account } = await aPaidPurchase(app);
  expect(await canWatch(app, account)).toBe(true);
  expect(await admin.purchases.delete({ purchaseId, refund: "yes" })).toEqual({
    isRefunded: true,
    owedByHand: null,
  });
  expect(await canWatch(app, account)).toBe(false);
  expect((await admin.orders.listPurchases({ collection: "birth" })).page.total).toBe(0);
  expect((await admin.orders.list({})).page.total).toBe(0);
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  expect(await purchaseStatus(app, purchaseId)).toBe("refunded");
  expect(await unexplained(app)).toEqual([]);
  expect(await auditedActions(app)).toEqual(["purchase.deleted"]);
  const again = admin.purchases.delete({ purchaseId, refund: "yes" });
  expect(await refusalOf(again)).toEqual({ code: "not_found", message: "Purchase not found" });
});

test("records in the ledger why the money of a purchase deleted without a refund was kept", async ({ app }) => {
  const admin = await asAdmin(app);
  const { purchaseId } = await aPaidPurchase(app);
  expect(await admin.purchases.delete({ purchaseId, refund: "no" })).toEqual({
    isRefunded: false,
    owedByHand: null,
  });
  await app.runJobs("send-refund");
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
  expect(await unexplained(app)).toEqual([]);
  await app.db.update(purchases).set({ refundWaivedAt: null });
  expect(await unexplained(app)).toMatchObject([{ problem: "refund_owed" }]);
});

test("closes the checkout of a pending purchase before deleting it, and keeps the purchase if that fails", async ({
  app,
}) => {
  const admin = await asAdmin(app);
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.fail({ operation: "checkout.sessions.expire", drop: true, times: 3 });
  const refused = await refusalOf(admin.purchases.delete({ purchaseId, refund: "yes" }));
  expect(refused.code).toBe("payment_provider_failed");
  expect((await admin.orders.listPurchases({ collection: "birth" })).page.total).toBe(1);
  await admin.purchases.delete({ purchaseId, refund: "yes" });
  expect((await app.services.stripe.client.checkout.sessions.retrieve(checkoutId)).status).toBe("expired");
  expect((await admin.orders.listPurchases({ collection: "birth" })).page.total).toBe(0);
});

test("gives a member a collection once and mails it", async ({ app }) => {
  const admin = await asAdmin(app);
  const account = await anAccount(app.db);
  const grant = { item: "birth", email: account.email.toUpperCase(), formKey: randomUUID() };
  await Promise.all([admin.purchases.grant(grant), admin.purchases.grant(grant)]);
  expect(await app.db.$count(purchases)).toBe(1);
  expect(await canWatch(app, account)).toBe(true);
  expect(await mailedTemplates(app)).toContain("purchase-confirmation");
  expect(await auditedActions(app)).toEqual(["purchase.granted"]);
  const again = admin.purchases.grant({ ...grant, formKey: randomUUID() });
  expect(await refusalOf(again)).toMatchObject({ code: "closed" });
  const unknown = admin.purchases.grant({ ...grant, email: "unknown@example.com" });
  expect(await refusalOf(unknown)).toEqual({ code: "not_found", message: "No one has an account with this address." });
});
