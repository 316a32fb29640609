import { test } from "../../../support/app-with-recordings";
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { purchases as purchaseRows, discountCodes, outboxEmails, payments, siteSettings } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import {
  actingAs,
  anOpenPurchase,
  aPurchase,
  aPurchaseForm,
  aRecording,
  fillCollections,
  purchaseStatus,
} from "../../../support/recordings";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, type TestApp } from "../../../support/test-app";
import { leaveCheckout } from "../../../support/leave-checkout";
import { setCollection } from "../../../support/products";

const mailed = async ({ db }: TestApp) =>
  (await db.select({ template: outboxEmails.template }).from(outboxEmails)).map(({ template }) => template).sort();
const aCode = ({ db }: TestApp, code: string, discountPercentage: number, isOneTimeUse = false) =>
  db.insert(discountCodes).values({ code, discountType: "percentage", discountPercentage, isOneTimeUse });
const checkoutOf = (app: TestApp, id: string) => app.services.stripe.client.checkout.sessions.retrieve(id);

test("opens a checkout for exactly the price shown", async ({ app }) => {
  const { account, next, purchaseId, checkoutId } = await anOpenPurchase(app);
  const checkout = await checkoutOf(app, checkoutId);
  expect(next).toBe(checkout.url);
  expect(checkout).toMatchObject({ amount_total: 5100, currency: "gbp", customer_email: account.email });
  expect(checkout.success_url).toMatch(/\/birth-recordings\?success=true&purchaseId=/);
  const purchase = await app.db.query.purchases.findFirst({ where: eq(purchaseRows.id, purchaseId) });
  expect(purchase).toMatchObject({
    status: "pending",
    userId: account.id,
    listPriceMinor: 5100,
    totalMinor: 5100,
    currency: "GBP",
    exchangeRate: "0.85",
  });
  expect(await mailed(app)).toEqual([]);
});

test("charges nothing when the price differs from the one shown", async ({ app }) => {
  const account = await anAccount(app.db);
  const form = aPurchaseForm({ quote: "GBP:100" });
  await expect(app.as(actingAs(account)).purchases.create(form)).rejects.toThrow("The price has changed.");
  expect(await app.db.$count(purchaseRows)).toBe(0);
});

const { waiverVersion: _, ...unticked } = aPurchaseForm();

test("sells nothing without the ticked box or with other words, and stores words, version and time", async ({
  app,
}) => {
  const account = await anAccount(app.db);
  await fillCollections(app.db);
  const { purchases } = app.as(actingAs(account));
  const { waiver } = await purchases.getForm({ product: "birth" });
  await expect(purchases.create(unticked)).rejects.toThrow("Please tick the box to buy.");
  await expect(purchases.create({ ...unticked, waiverVersion: "0" })).rejects.toThrow("These words have changed.");
  expect(await app.db.$count(purchaseRows)).toBe(0);
  const { purchaseId } = await purchases.create(aPurchaseForm());
  const purchase = await app.db.query.purchases.findFirst({ where: eq(purchaseRows.id, purchaseId) });
  expect(purchase).toMatchObject({ waiverText: waiver?.text, waiverVersion: 1, waivedAt: app.clock.now() });
});

test("asks for no box where nothing is paid or no one may withdraw", async ({ app }) => {
  await aCode(app, "FREE100", 100);
  await fillCollections(app.db);
  const free = app.as(actingAs(await anAccount(app.db))).purchases;
  expect(await free.getForm({ product: "birth", discountCode: "FREE100" })).toMatchObject({ waiver: null });
  const { purchaseId } = await free.create({ ...unticked, quote: "GBP:0", discountCode: "FREE100" });
  await app.db.insert(siteSettings).values({ key: "withdrawal", value: { isOn: false, reason: "Businesses only." } });
  const paid = app.as(actingAs(await anAccount(app.db))).purchases;
  expect(await paid.getForm({ product: "birth" })).toMatchObject({ waiver: null });
  await paid.create({ ...unticked, formKey: randomUUID() });
  const purchase = await app.db.query.purchases.findFirst({ where: eq(purchaseRows.id, purchaseId) });
  expect(purchase).toMatchObject({ status: "free", waiverText: null, waivedAt: null });
});

test("refuses to sell to visitors", async ({ app }) => {
  await expect(app.as().purchases.create(aPurchaseForm())).rejects.toThrow("Please sign in.");
});

test("answers a repeated form with the first answer", async ({ app }) => {
  const account = await anAccount(app.db);
  const form = aPurchaseForm();
  const { purchases } = app.as(actingAs(account));
  const answers = await Promise.all(Array.from({ length: 5 }, () => purchases.create(form)));
  expect(new Set(answers.map(({ next }) => next)).size).toBe(1);
  expect(await app.db.$count(purchaseRows)).toBe(1);
  expect(await app.db.$count(payments)).toBe(1);
});

test("makes one purchase with one checkout of two simultaneous purchases by a member", async ({ app }) => {
  const account = await anAccount(app.db);
  const { purchases } = app.as(actingAs(account));
  const answers = await Promise.all(Array.from({ length: 8 }, () => purchases.create(aPurchaseForm())));
  expect(new Set(answers.map(({ purchaseId }) => purchaseId)).size).toBe(1);
  expect(await app.db.$count(payments)).toBe(1);
});

test("closes the checkout of the first offer when another is chosen", async ({ app }) => {
  await aCode(app, "TENOFF", 10);
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app);
  const second = await anOpenPurchase(app, account, aPurchaseForm({ quote: "GBP:4590", discountCode: "TENOFF" }));
  expect(second.purchaseId).not.toBe(purchaseId);
  await app.runJobs();
  expect(await purchaseStatus(app, purchaseId)).toBe("cancelled");
  expect((await checkoutOf(app, checkoutId)).status).toBe("expired");
  expect(await purchaseStatus(app, second.purchaseId)).toBe("pending");
});

test("opens the collection without a payment with a code for the full price", async ({ app }) => {
  await aCode(app, "FREE100", 100);
  const account = await anAccount(app.db);
  const recording = await aRecording(app.db);
  const caller = app.as(actingAs(account));
  const form = aPurchaseForm({ quote: "GBP:0", discountCode: "free100 " });
  const { next, purchaseId } = await caller.purchases.create(form);
  expect(next).toBe(`/birth-recordings?success=true&purchaseId=${purchaseId}`);
  expect(await purchaseStatus(app, purchaseId)).toBe("free");
  expect(await app.db.$count(payments)).toBe(0);
  expect(await mailed(app)).toEqual(["admin-purchase", "purchase-confirmation"]);
  expect((await caller.recordings.get({ collection: "birth", id: recording.id })).access).toBe("open");
});

test("gives away an amount too small to be charged", async ({ app }) => {
  await aCode(app, "ALMOST", 99);
  await setCollection(app.db, "birth", { priceMinor: 2000, priceCurrency: "GBP" });
  const { purchases } = app.as(actingAs(await anAccount(app.db)));
  const shown = await purchases.getForm({ product: "birth", discountCode: "ALMOST" });
  expect(shown).toMatchObject({ isFree: true, listPrice: "£20.00", tooLittle: "£0.20", quote: "GBP:0" });
  const { purchaseId } = await purchases.create(aPurchaseForm({ quote: shown.quote, discountCode: "ALMOST" }));
  expect(await purchaseStatus(app, purchaseId)).toBe("free");
});

test("refuses a second purchase with a clear message and by a database constraint", async ({ app }) => {
  const account = await anAccount(app.db);
  await aPurchase(app.db, account);
  const { purchases } = app.as(actingAs(account));
  await expect(purchases.create(aPurchaseForm())).rejects.toThrow(
    "You already have this collection, so there is nothing to pay.",
  );
  await expect(aPurchase(app.db, account, { status: "free", totalMinor: 0 })).rejects.toThrow();
  expect((await purchases.getForm({ product: "birth" })).isOwned).toBe(true);
  expect((await purchases.getForm({ product: "stress" })).isOwned).toBe(false);
});

test("gives one collection for ten simultaneous free purchases", async ({ app }) => {
  await aCode(app, "FREE100", 100);
  const { purchases } = app.as(actingAs(await anAccount(app.db)));
  const form = () => aPurchaseForm({ quote: "GBP:0", discountCode: "FREE100" });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => purchases.create(form())));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await app.db.$count(purchaseRows)).toBe(1);
});

test("uses a one-time code once among simultaneous bookings and purchases", async ({ app }) => {
  await aCode(app, "ONCE", 50, true);
  const session = await aSession(app.db);
  const accounts = await Promise.all(Array.from({ length: 4 }, () => anAccount(app.db)));
  const form = () => aPurchaseForm({ quote: "GBP:2550", discountCode: "ONCE" });
  const booking = () => ({ ...aBookingOf(session), quote: "GBP:900", discountCode: "ONCE" });
  const outcomes = await Promise.allSettled([
    ...accounts.map((account) => app.as(actingAs(account)).purchases.create(form())),
    ...accounts.map(() => app.as().bookings.create(booking())),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(new Set(reasons)).toEqual(new Set(["TRPCError: This code has already been used"]));
});

test("gives the one-time code of an unpaid purchase back", async ({ app }) => {
  await aCode(app, "ONCE", 50, true);
  const form = () => aPurchaseForm({ quote: "GBP:2550", discountCode: "ONCE" });
  const { purchaseId } = await anOpenPurchase(app, undefined, form());
  const other = app.as(actingAs(await anAccount(app.db)));
  await expect(other.purchases.create(form())).rejects.toThrow("This code has already been used");
  await leaveCheckout(app, { kind: "purchase", id: purchaseId });
  await other.purchases.create(form());
});

test("lets a buyer who left the payment page resume with the same one-time code or change the purchase", async ({
  app,
}) => {
  await aCode(app, "ONCE", 50, true);
  const form = (currency: string) => aPurchaseForm({ quote: currency, discountCode: "ONCE" });
  const { account, purchaseId, checkoutId } = await anOpenPurchase(app, undefined, form("GBP:2550"));
  const { purchases } = app.as(actingAs(account));
  const shown = await purchases.getForm({ product: "birth", discountCode: "ONCE" });
  expect(shown).toMatchObject({ quote: "GBP:2550", codeRefusal: null });
  expect((await purchases.create(form("GBP:2550"))).purchaseId).toBe(purchaseId);

  const inEuro = app.as({ ...actingAs(account), visitor: { currency: "EUR" } }).purchases;
  const again = await inEuro.create(form("EUR:3000"));
  expect(again.purchaseId).not.toBe(purchaseId);
  expect(await purchaseStatus(app, purchaseId)).toBe("cancelled");
  expect((await app.services.stripe.client.checkout.sessions.retrieve(checkoutId)).status).toBe("expired");
  const other = app.as(actingAs(await anAccount(app.db))).purchases;
  expect((await other.getForm({ product: "birth", discountCode: "ONCE" })).codeRefusal).toBe(
    "This code has already been used",
  );
});

const failures = [
  // The SDK tries three times.
  {
    times: 3,
    fault: { status: 500 },
    message: "There was a problem creating your checkout session. Please try again.",
  },
  { fault: { withoutUrl: true }, message: "No response data received from checkout function." },
];

test.for(failures)(
  "reports a Stripe failure ($fault), and lets the next try buy",
  async ({ fault, message }, { app }) => {
    const account = await anAccount(app.db);
    const form = aPurchaseForm();
    const { purchases } = app.as(actingAs(account));
    await app.stripe.control.fail({ operation: "checkout.sessions.create", email: account.email, ...fault });
    await expect(purchases.create(form)).rejects.toThrow(message);
    const [failed] = await app.db.select().from(purchaseRows);
    expect(failed!.status).toBe("failed");
    expect(await app.db.$count(payments, and(eq(payments.state, "failed")))).toBe(1);
    await expect(purchases.create(form)).rejects.toThrow(failures[0]!.message);
    expect((await purchases.create(aPurchaseForm())).next).toContain("/dev/stripe");
  },
);

test("gives no member access to another's purchase by its form key", async ({ app }) => {
  const formKey = randomUUID();
  await anOpenPurchase(app, undefined, aPurchaseForm({ formKey }));
  const other = app.as(actingAs(await anAccount(app.db)));
  await expect(other.purchases.create(aPurchaseForm({ formKey }))).rejects.toThrow();
  expect(await app.db.$count(purchaseRows)).toBe(1);
});
