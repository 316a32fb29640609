import { test } from "../../../support/app-with-recordings";
import { eq } from "drizzle-orm";
import { purchases, discountCodes, outboxEmails, payments, recordings, refunds } from "@db/schema";
import { handleStripeEvent } from "@server/payments/handle-stripe-event";
import { reconcilePayments } from "@server/payments/reconcile";
import { settlePayment } from "@server/payments/settle";
import { anAccount } from "../../../support/accounts";
import {
  actingAs,
  anOpenPurchase,
  aPurchase,
  aPurchaseForm,
  aRecording,
  purchaseStatus,
} from "../../../support/recordings";
import { mailedTemplates } from "../../../support/money";
import { expect, type TestApp } from "../../../support/test-app";
import { leaveCheckout } from "../../../support/leave-checkout";
import { productIds } from "../../../support/products";

const checkoutOf = (app: TestApp, id: string) => app.services.stripe.client.checkout.sessions.retrieve(id);
const until = (app: TestApp, purchaseId: string, status: string) =>
  expect.poll(() => purchaseStatus(app, purchaseId)).toBe(status);
const bought = ["admin-purchase", "purchase-confirmation"];

test("opens the collection and mails the receipt once at Stripe's signed event", async ({ app }) => {
  const { account, purchaseId, checkoutId, paymentId } = await anOpenPurchase(app);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
  await app.runJobs();
  const [receipt] = app.sentMails.filter(({ to }) => to === account.email);
  expect(receipt!.subject).toBe("Yours for life: Birth Recordings");
  expect(receipt!.text).toContain("£51.00");
  expect(await mailedTemplates(app)).toEqual(bought);
  const payment = await app.db.query.payments.findFirst({ where: eq(payments.id, paymentId) });
  expect(payment).toMatchObject({ state: "paid", amountMinor: 5100, bookingId: null, purchaseId });
});

test("asks Stripe at the return, and is right before the webhook arrives", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.hold({ email: account.email });
  const asking = app.as(actingAs(account)).purchases;
  expect(await asking.confirm({ purchaseId })).toMatchObject({ state: "pending", buyer: "me" });
  await app.stripe.control.payNow(checkoutId);
  expect(await purchaseStatus(app, purchaseId)).toBe("pending");
  expect(await asking.confirm({ purchaseId })).toEqual({
    productId: productIds.birth,
    noun: "collection",
    unlockedTitle: "Collection Unlocked",
    aim: "watch",
    isYours: "Every birth recording is yours for life.",
    isClaimedByAccount: true,
    leadsToResources: true,
    heldPath: null,
    path: "/birth-recordings",
    opensOn: null,
    state: "unlocked",
    isFree: false,
    buyer: "me",
  });
  expect(await mailedTemplates(app)).toEqual(bought);
});

test("completes nothing for a return address alone, whatever it says", async ({ app }) => {
  const { account, purchaseId } = await anOpenPurchase(app);
  const recording = await aRecording(app.db);
  await app.as().purchases.confirm({ purchaseId });
  expect(await purchaseStatus(app, purchaseId)).toBe("pending");
  const { access } = await app.as(actingAs(account)).recordings.get({ collection: "birth", id: recording.id });
  expect(access).toBe("premium");
});

test("keeps the purchase pending when Stripe can't be reached at the return", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.fail({ operation: "checkout.sessions.retrieve", status: 500, times: 3 });
  expect(await app.as(actingAs(account)).purchases.confirm({ purchaseId })).toMatchObject({ state: "pending" });
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
});

test("makes one purchase and one receipt of five webhooks and five returns at once", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.webhooks({ copies: 5 });
  await app.stripe.control.payNow(checkoutId);
  const checkout = await checkoutOf(app, checkoutId);
  await Promise.all([
    ...Array.from({ length: 5 }, () => settlePayment(app.services, checkout)),
    ...Array.from({ length: 5 }, () => app.as().purchases.confirm({ purchaseId })),
  ]);
  await until(app, purchaseId, "paid");
  expect(await mailedTemplates(app)).toEqual(bought);
  expect(await app.db.$count(refunds)).toBe(0);
});

test("refunds a second payment for the same collection in full and mails both sides", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await aPurchase(app.db, account);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "cancelled");
  await app.runJobs();
  expect(await app.db.select().from(refunds)).toMatchObject([
    { amountMinor: 5100, currency: "GBP", reason: "late_payment", state: "succeeded" },
  ]);
  const mails = app.sentMails.map(({ to, subject }) => [to, subject]);
  expect(mails).toEqual(
    expect.arrayContaining([
      [account.email, "Your refund: Birth Recordings"],
      ["admin@example.com", `Payment returned: ${account.fullName}, Birth Recordings`],
    ]),
  );
  expect(mails).toHaveLength(2);
  expect(await app.as(actingAs(account)).purchases.getReturn({ purchaseId })).toMatchObject({ state: "paid_twice" });
});

test("refunds a payment in full when the collection has lost its last recording meanwhile", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.db.delete(recordings).where(eq(recordings.productId, productIds.birth));
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "cancelled");
  await app.runJobs();
  expect(await app.db.select().from(refunds)).toMatchObject([
    { amountMinor: 5100, currency: "GBP", reason: "late_payment", state: "succeeded" },
  ]);
  const mail = app.sentMails.find(({ to }) => to === account.email);
  expect(mail).toMatchObject({ subject: "Your refund: Birth Recordings" });
  expect(mail!.text).toContain("What you paid for is no longer available.");
  expect(await app.as(actingAs(account)).purchases.getReturn({ purchaseId })).toMatchObject({ state: "refunded" });
});

test("keeps one purchase and refunds the other when two checkouts are paid at once", async ({ app }) => {
  await app.db.insert(discountCodes).values({ code: "TEN", discountType: "percentage", discountPercentage: 10 });
  const first = await anOpenPurchase(app);
  const form = aPurchaseForm({ quote: "GBP:4590", discountCode: "TEN" });
  // Otherwise opening the second checkout would expire the first.
  await app.stripe.control.fail({ operation: "checkout.sessions.expire", status: 503, times: 3 });
  const second = await anOpenPurchase(app, first.account, form);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(first.checkoutId);
  await app.stripe.control.payNow(second.checkoutId);
  const pages = await Promise.all([first, second].map(({ checkoutId }) => checkoutOf(app, checkoutId)));
  await Promise.all([...pages, ...pages].map((page) => settlePayment(app.services, page)));
  const statuses = await Promise.all([first, second].map(({ purchaseId }) => purchaseStatus(app, purchaseId)));
  expect(statuses.sort()).toEqual(["cancelled", "paid"]);
  expect(await app.db.$count(refunds)).toBe(1);
});

test("ends access at once with a full refund, but not with a partial one", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  const recording = await aRecording(app.db);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
  const { client } = app.services.stripe;
  const intent = (await checkoutOf(app, checkoutId)).payment_intent as string;
  const access = async () =>
    (await app.as(actingAs(account)).recordings.get({ collection: "birth", id: recording.id })).access;
  await client.refunds.create({ payment_intent: intent, amount: 1000 });
  await expect.poll(() => app.db.$count(refunds)).toBe(1);
  expect([await purchaseStatus(app, purchaseId), await access()]).toEqual(["paid", "open"]);
  await client.refunds.create({ payment_intent: intent });
  await until(app, purchaseId, "refunded");
  expect(await access()).toBe("premium");
  expect((await mailedTemplates(app)).filter((template) => template === "purchase-refunded")).toHaveLength(2);
  expect((await app.as(actingAs(account)).purchases.create(aPurchaseForm())).next).toContain("/dev/stripe");
});

test("opens the collection again when the bank returns a refund, and mails the instructor", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
  const { id: refundId } = await app.stripe.control.refund({ sessionId: checkoutId });
  await until(app, purchaseId, "refunded");
  await app.stripe.control.settleRefund({ refundId, status: "failed" });
  await until(app, purchaseId, "paid");
  await app.runJobs();
  const notices = app.sentMails.filter(({ to }) => to === "admin@example.com");
  expect(notices.map(({ subject }) => subject.split(":")[0])).toEqual(["New purchase", "Refund failed"]);
});

test("keeps an older purchase closed when its refund is returned after the member bought anew", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
  const { id: refundId } = await app.stripe.control.refund({ sessionId: checkoutId });
  await until(app, purchaseId, "refunded");
  await aPurchase(app.db, account);
  await app.stripe.control.settleRefund({ refundId, status: "failed" });
  await expect.poll(async () => (await app.db.select().from(refunds))[0]!.state).toBe("failed");
  expect(await purchaseStatus(app, purchaseId)).toBe("refunded");
});

test("mails the beginning and the end of a dispute, and keeps the collection open", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
  const { id: disputeId } = await app.stripe.control.dispute({ sessionId: checkoutId });
  const subjects = async () =>
    (await app.db.select({ subject: outboxEmails.subject }).from(outboxEmails))
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes("ispute"))
      .sort();
  await expect.poll(subjects).toEqual([`Payment disputed: ${account.fullName}`]);
  await app.stripe.control.moveDispute({ disputeId, status: "lost" });
  await expect.poll(subjects).toEqual([`Dispute lost: ${account.fullName}`, `Payment disputed: ${account.fullName}`]);
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
});

test("ends the purchase unpaid when its checkout is cancelled or expires", async ({ app }) => {
  const left = await anOpenPurchase(app);
  await leaveCheckout(app, { kind: "purchase", id: left.purchaseId });
  expect(await purchaseStatus(app, left.purchaseId)).toBe("cancelled");
  expect((await checkoutOf(app, left.checkoutId)).status).toBe("expired");

  const forgotten = await anOpenPurchase(app);
  await app.runJobs("release-unpaid");
  expect(await purchaseStatus(app, forgotten.purchaseId)).toBe("cancelled");
  const answer = await app.as(actingAs(forgotten.account)).purchases.getReturn({ purchaseId: forgotten.purchaseId });
  expect(answer.state).toBe("unpaid");
});

test("keeps a paid purchase at its release", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.hold({ email: account.email });
  await app.stripe.control.payNow(checkoutId);
  await leaveCheckout(app, { kind: "purchase", id: purchaseId });
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
});

test("opens the collection for a payment that arrives after the purchase ended", async ({ app }) => {
  await app.stripe.control.fail({
    operation: "checkout.sessions.create",
    drop: true,
    afterEffect: true,
    times: 3,
  });
  const account = await anAccount(app.db);
  await expect(app.as(actingAs(account)).purchases.create(aPurchaseForm())).rejects.toThrow();
  const [purchase] = await app.db.select().from(purchases);
  expect(purchase!.status).toBe("failed");
  const { data } = await app.services.stripe.client.checkout.sessions.list();
  await app.stripe.control.payNow(data.find(({ metadata }) => metadata!.purchaseId === purchase!.id)!.id);
  await until(app, purchase!.id, "paid");
  expect(await mailedTemplates(app)).toEqual(bought);
});

test("refunds a late payment whose one-time code was used by another booking", async ({ app }) => {
  await app.db
    .insert(discountCodes)
    .values({ code: "ONCE", discountType: "percentage", discountPercentage: 50, isOneTimeUse: true });
  const form = () => aPurchaseForm({ quote: "GBP:2550", discountCode: "ONCE" });
  const { purchaseId, checkoutId } = await anOpenPurchase(app, undefined, form());
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  await app.db.execute(`update purchases set status = 'cancelled' where id = '${purchaseId}'`);
  await anOpenPurchase(app, undefined, form());
  await settlePayment(app.services, await checkoutOf(app, checkoutId));
  expect(await purchaseStatus(app, purchaseId)).toBe("cancelled");
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 2550, reason: "late_payment" }]);
});

test("finds by reconciling what no webhook reported", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  app.clock.moveBy(5);
  await reconcilePayments(app.services);
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
});

test("keeps the purchase pending when an event claims that an unpaid checkout is complete", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  const event = { type: "checkout.session.completed", data: { object: { id: checkoutId } } };
  await handleStripeEvent(app.services, event as Parameters<typeof handleStripeEvent>[1]);
  expect(await purchaseStatus(app, purchaseId)).toBe("pending");
});
