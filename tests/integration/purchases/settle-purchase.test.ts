import { eq } from "drizzle-orm";
import { collectionPurchases, discountCodes, outboxEmails, payments, refunds } from "@db/schema";
import { handleStripeEvent } from "@server/payments/handle-stripe-event";
import { reconcilePayments } from "@server/payments/reconcile";
import { settlePayment } from "@server/payments/settle";
import { anAccount } from "../../support/accounts";
import {
  actingAs,
  anOpenPurchase,
  aPurchase,
  aPurchaseForm,
  aRecording,
  purchaseStatus,
} from "../../support/recordings";
import { expect, test, type TestApp } from "../../support/test-app";

const mailed = async ({ db }: TestApp) =>
  (await db.select({ template: outboxEmails.template }).from(outboxEmails)).map(({ template }) => template).sort();
const checkoutOf = (app: TestApp, id: string) => app.services.stripe.client.checkout.sessions.retrieve(id);
const until = (app: TestApp, purchaseId: string, status: string) =>
  expect.poll(() => purchaseStatus(app, purchaseId)).toBe(status);
const bought = ["admin-purchase", "purchase-confirmation"];

test("Stripe's signed word opens the collection and mails the receipt once", async ({ app }) => {
  const { account, purchaseId, checkoutId, paymentId } = await anOpenPurchase(app);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
  await app.runJobs();
  const [receipt] = app.sentMails.filter(({ to }) => to === account.email);
  expect(receipt!.subject).toBe("Yours for life: Birth Recordings");
  expect(receipt!.text).toContain("£51.00");
  expect(await mailed(app)).toEqual(bought);
  const payment = await app.db.query.payments.findFirst({ where: eq(payments.id, paymentId) });
  expect(payment).toMatchObject({ state: "paid", amountMinor: 5100, bookingId: null, purchaseId });
});

test("the return asks Stripe, and is right before the webhook comes", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.hold({ email: account.email });
  const asking = app.as(actingAs(account)).purchases;
  expect(await asking.confirm({ purchaseId })).toMatchObject({ state: "pending", buyer: "me" });
  await app.stripe.control.payNow(checkoutId);
  expect(await purchaseStatus(app, purchaseId)).toBe("pending");
  expect(await asking.confirm({ purchaseId })).toEqual({
    collection: "birth",
    state: "unlocked",
    isFree: false,
    buyer: "me",
  });
  expect(await mailed(app)).toEqual(bought);
});

test("a return address makes nothing paid, whatever it says", async ({ app }) => {
  const { account, purchaseId } = await anOpenPurchase(app);
  const recording = await aRecording(app.db);
  await app.as().purchases.confirm({ purchaseId });
  expect(await purchaseStatus(app, purchaseId)).toBe("pending");
  const page = await app.as(actingAs(account)).recordings.get({ collection: "birth", id: recording.id });
  expect(page.access).toBe("premium");
});

test("Stripe out of reach at the return leaves the purchase waiting for its webhook", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.fail({ operation: "checkout.sessions.retrieve", status: 500, times: 3 });
  const answer = await app.as(actingAs(account)).purchases.confirm({ purchaseId });
  expect(answer.state).toBe("pending");
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
});

test("webhook and return at the same time, five times each: one purchase, one receipt", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.webhooks({ repeat: 5 });
  await app.stripe.control.payNow(checkoutId);
  const checkout = await checkoutOf(app, checkoutId);
  await Promise.all([
    ...Array.from({ length: 5 }, () => settlePayment(app.services, checkout)),
    ...Array.from({ length: 5 }, () => app.as().purchases.confirm({ purchaseId })),
  ]);
  await until(app, purchaseId, "paid");
  expect(await mailed(app)).toEqual(bought);
  expect(await app.db.$count(refunds)).toBe(0);
});

test("a second payment for what she has goes back in full by itself, and both are told", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await aPurchase(app.db, account);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "cancelled");
  await app.runJobs();
  expect(await app.db.select().from(refunds)).toMatchObject([
    { amountMinor: 5100, currency: "GBP", reason: "late_payment", state: "succeeded" },
  ]);
  const told = app.sentMails.map(({ to, subject }) => [to, subject]);
  expect(told).toEqual(
    expect.arrayContaining([
      [account.email, "Your refund: Birth Recordings"],
      ["admin@example.com", `Payment returned: ${account.fullName}, Birth Recordings`],
    ]),
  );
  expect(told).toHaveLength(2);
  const answer = await app.as(actingAs(account)).purchases.getReturn({ purchaseId });
  expect(answer.state).toBe("paid_twice");
});

test("two pages paid at once are one purchase and one refund", async ({ app }) => {
  await app.db.insert(discountCodes).values({ code: "TEN", discountType: "percentage", discountPercentage: 10 });
  const first = await anOpenPurchase(app);
  const form = aPurchaseForm({ quote: "GBP:4590", discountCode: "TEN" });
  // Else the first page is closed before the second is opened.
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

test("a refund in full ends access at once, one in part does not", async ({ app }) => {
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
  expect((await mailed(app)).filter((template) => template === "purchase-refunded")).toHaveLength(2);
  // She may buy it again.
  expect((await app.as(actingAs(account)).purchases.create(aPurchaseForm())).next).toContain("/dev/stripe");
});

test("a refund that the bank returns opens the collection again, and the instructor is told", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
  const { id: refundId } = await app.stripe.control.refund({ sessionId: checkoutId });
  await until(app, purchaseId, "refunded");
  await app.stripe.control.settleRefund({ refundId, status: "failed" });
  await until(app, purchaseId, "paid");
  await app.runJobs();
  const subjects = app.sentMails.filter(({ to }) => to === "admin@example.com").map(({ subject }) => subject);
  expect(subjects.map((subject) => subject.split(":")[0])).toEqual(["New purchase", "Refund failed"]);
});

test("a refund that the bank returns does not open what she has bought anew meanwhile", async ({ app }) => {
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

test("a dispute is told of when it begins and when it ends; the collection stays hers", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.payNow(checkoutId);
  await until(app, purchaseId, "paid");
  const { id: disputeId } = await app.stripe.control.dispute({ sessionId: checkoutId });
  const subjects = async () =>
    (await app.db.select({ subject: outboxEmails.subject }).from(outboxEmails))
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes("ispute"))
      .sort();
  const { fullName } = account;
  await expect.poll(subjects).toEqual([`Payment disputed: ${fullName}`]);
  await app.stripe.control.moveDispute({ disputeId, status: "lost" });
  await expect.poll(subjects).toEqual([`Dispute lost: ${fullName}`, `Payment disputed: ${fullName}`]);
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
});

test("a payment page that is left, and one whose time is up, end unpaid", async ({ app }) => {
  const left = await anOpenPurchase(app);
  await app.as().purchases.leaveCheckout({ purchaseId: left.purchaseId });
  expect(await purchaseStatus(app, left.purchaseId)).toBe("cancelled");
  expect((await checkoutOf(app, left.checkoutId)).status).toBe("expired");

  const forgotten = await anOpenPurchase(app);
  await app.runJobs("release-purchase");
  expect(await purchaseStatus(app, forgotten.purchaseId)).toBe("cancelled");
  const answer = await app.as(actingAs(forgotten.account)).purchases.getReturn({ purchaseId: forgotten.purchaseId });
  expect(answer.state).toBe("unpaid");
});

test("who has paid is not released", async ({ app }) => {
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.hold({ email: account.email });
  await app.stripe.control.payNow(checkoutId);
  await app.as().purchases.leaveCheckout({ purchaseId });
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
});

test("money that comes after the purchase was given up still opens the collection", async ({ app }) => {
  await app.stripe.control.fail({
    operation: "checkout.sessions.create",
    drop: true,
    afterEffect: true,
    times: 3,
  });
  const account = await anAccount(app.db);
  await expect(app.as(actingAs(account)).purchases.create(aPurchaseForm())).rejects.toThrow();
  const [purchase] = await app.db.select().from(collectionPurchases);
  expect(purchase!.status).toBe("failed");
  const { data } = await app.services.stripe.client.checkout.sessions.list();
  await app.stripe.control.payNow(data.find(({ metadata }) => metadata!.purchaseId === purchase!.id)!.id);
  await until(app, purchase!.id, "paid");
  expect(await mailed(app)).toEqual(bought);
});

test("late money whose one-time code somebody else has used meanwhile goes back", async ({ app }) => {
  await app.db
    .insert(discountCodes)
    .values({ code: "ONCE", discountType: "percentage", discountPercentage: 50, isOneTimeUse: true });
  const form = () => aPurchaseForm({ quote: "GBP:2550", discountCode: "ONCE" });
  const { purchaseId, checkoutId } = await anOpenPurchase(app, undefined, form());
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  await app.db.execute(`update collection_purchases set status = 'cancelled' where id = '${purchaseId}'`);
  await anOpenPurchase(app, undefined, form());
  await settlePayment(app.services, await checkoutOf(app, checkoutId));
  expect(await purchaseStatus(app, purchaseId)).toBe("cancelled");
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 2550, reason: "late_payment" }]);
});

test("what no webhook told is found out by reconciling", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  app.clock.moveBy(5);
  await reconcilePayments(app.services);
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
});

test("an event about somebody else's product changes nothing", async ({ app }) => {
  const { purchaseId, checkoutId } = await anOpenPurchase(app);
  const event = { type: "checkout.session.completed", data: { object: { id: checkoutId } } };
  await handleStripeEvent(app.services, event as Parameters<typeof handleStripeEvent>[1]);
  expect(await purchaseStatus(app, purchaseId)).toBe("pending");
});
