import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { purchases as purchaseRows, payments, refunds, resourceFiles, products } from "@db/schema";
import { settlePayment } from "@server/payments/settle";
import { officeOf } from "../../../support/office";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { linesOfCsv } from "../../../support/csv";
import { actingAs, purchaseStatus, tickedWaiver } from "../../../support/recordings";
import { anOpenResourcePurchase, aResource } from "../../../support/resources";
import { expect, test, type TestApp } from "../../../support/test-app";

const store = ({ db, services: { storage } }: TestApp) => ({ db, storage });
const checkoutOf = (app: TestApp, id: string) => app.services.stripe.client.checkout.sessions.retrieve(id);

/** Pays a checkout and settles it, as the webhook does. */
async function pay(app: TestApp, checkoutId: string) {
  await app.stripe.control.payNow(checkoutId);
  await settlePayment(app.services, await checkoutOf(app, checkoutId));
}

const accessOf = async (app: TestApp, account: Parameters<typeof actingAs>[0], id: string) =>
  (await app.as(actingAs(account)).resources.get({ id })).access;

test("sells a resource for exactly the price shown, and opens it at Stripe's word only", async ({ app }) => {
  const account = await anAccount(app.db);
  const { id } = await aResource(store(app));
  expect(await accessOf(app, account, id)).toBe("for_sale");
  const { next, purchaseId, checkoutId } = await anOpenResourcePurchase(app, account, id);
  const checkout = await checkoutOf(app, checkoutId);
  expect(next).toBe(checkout.url);
  expect(checkout).toMatchObject({ amount_total: 1400, currency: "gbp", customer_email: account.email });
  expect(checkout.success_url).toMatch(new RegExp(`/resources/${id}\\?success=true&purchaseId=`));
  expect(await accessOf(app, account, id)).toBe("for_sale");
  await pay(app, checkoutId);
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
  expect(await accessOf(app, account, id)).toBe("open");
  expect(await app.as().purchases.getReturn({ purchaseId })).toMatchObject({ buyer: "unknown", aim: "download it" });
  expect((await app.as(actingAs(account)).resources.listMine()).map((mine) => mine.id)).toEqual([id]);
  await app.runJobs();
  const [receipt] = app.sentMails.filter(({ to }) => to === account.email);
  expect(receipt!.subject).toBe("Yours for life: Evening Practice Plan");
  expect(receipt!.text).toContain("£14.00");
  expect(await refusalOf(anOpenResourcePurchase(app, account, id))).toMatchObject({
    message: "You already have this resource, so there is nothing to pay.",
  });
});

test("makes one purchase of eight simultaneous ones by a member", async ({ app }) => {
  const account = await anAccount(app.db);
  const { id } = await aResource(store(app));
  const { purchases } = app.as(actingAs(account));
  const form = () => ({ product: id, quote: "GBP:1400", formKey: randomUUID(), ...tickedWaiver });
  const answers = await Promise.all(Array.from({ length: 8 }, () => purchases.create(form())));
  expect(new Set(answers.map(({ purchaseId }) => purchaseId)).size).toBe(1);
  expect(await app.db.$count(payments)).toBe(1);
});

test("returns a second payment for the same resource in full", async ({ app }) => {
  const account = await anAccount(app.db);
  const { id } = await aResource(store(app));
  const first = await anOpenResourcePurchase(app, account, id);
  await app.db.update(purchaseRows).set({ holdUntil: app.clock.now() });
  const second = await anOpenResourcePurchase(app, account, id);
  expect(second.purchaseId).not.toBe(first.purchaseId);
  await pay(app, second.checkoutId);
  await pay(app, first.checkoutId);
  const [back] = await app.db.select().from(refunds).where(eq(refunds.paymentId, first.paymentId));
  expect(back).toMatchObject({ amountMinor: 1400, reason: "late_payment" });
  expect(await accessOf(app, account, id)).toBe("open");
});

test("returns a payment in full for a resource that has lost its last file meanwhile", async ({ app }) => {
  const account = await anAccount(app.db);
  const { id } = await aResource(store(app));
  const { purchaseId, checkoutId } = await anOpenResourcePurchase(app, account, id);
  await app.db.delete(resourceFiles).where(eq(resourceFiles.productId, id));
  await pay(app, checkoutId);
  expect(await purchaseStatus(app, purchaseId)).toBe("cancelled");
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 1400, reason: "late_payment" }]);
});

test("is given to a member once by the admin, with a mail, and only while it is for sale", async ({ app }) => {
  const account = await anAccount(app.db);
  const { id } = await aResource(store(app));
  const free = await aResource(store(app), { priceMinor: 0 });
  const withdrawn = await aResource(store(app), { withdrawnAt: app.clock.now() });
  const { purchases } = await asAdmin(app);
  expect((await purchases.listGrantable()).resources).toEqual([{ key: id, title: "Evening Practice Plan" }]);
  const grant = { item: id, email: account.email, formKey: randomUUID() };
  const granted = { name: account.fullName, use: "open the resource" };
  expect(await Promise.all([purchases.grant(grant), purchases.grant(grant)])).toEqual([granted, granted]);
  expect(await accessOf(app, account, id)).toBe("open");
  expect(await app.db.select().from(purchaseRows)).toMatchObject([
    { productId: id, productKind: "resource", status: "free", listPriceMinor: 1400, totalMinor: 0 },
  ]);
  await app.runJobs();
  expect(app.sentMails.filter(({ to }) => to === account.email)).toMatchObject([
    { subject: "Yours for life: Evening Practice Plan" },
  ]);
  const again = (item: string) =>
    refusalOf(purchases.grant({ ...grant, item, formKey: randomUUID(), ...tickedWaiver }));
  expect(await again(id)).toMatchObject({
    code: "closed",
    message: `${account.fullName} already has this resource.`,
  });
  for (const item of [free.id, withdrawn.id, randomUUID()]) expect((await again(item)).code).toBe("not_found");
});

test("charges nothing when the price has changed, and sells nothing free, withdrawn, empty or unknown", async ({
  app,
}) => {
  const account = await anAccount(app.db);
  const { purchases } = app.as(actingAs(account));
  const buy = (product: string, quote = "GBP:1400") =>
    purchases.create({ product, quote, formKey: randomUUID(), ...tickedWaiver });
  const dearer = await aResource(store(app), { priceMinor: 1500 });
  expect(await refusalOf(buy(dearer.id))).toMatchObject({ code: "price_changed" });
  const free = await aResource(store(app), { priceMinor: 0 });
  const withdrawn = await aResource(store(app), { withdrawnAt: app.clock.now() });
  const [empty] = await app.db
    .insert(products)
    .values({ kind: "resource", title: "To come", description: "Soon.", priceMinor: 1400, priceCurrency: "GBP" })
    .returning();
  for (const id of [free.id, withdrawn.id, empty!.id, randomUUID()]) {
    expect(await refusalOf(buy(id))).toMatchObject({ code: "not_found" });
    expect(await refusalOf(purchases.getForm({ product: id }))).toMatchObject({ code: "not_found" });
  }
  expect(await app.db.$count(purchaseRows)).toBe(0);
  await expect(
    app.as().purchases.create({ product: dearer.id, quote: "GBP:1500", formKey: randomUUID(), ...tickedWaiver }),
  ).rejects.toThrow("Please sign in.");
});

test("lists the order under the resource's title, and closes the resource with a full refund", async ({ app }) => {
  const account = await anAccount(app.db);
  const { id } = await aResource(store(app));
  const { purchaseId, paymentId, checkoutId } = await anOpenResourcePurchase(app, account, id);
  await pay(app, checkoutId);
  const admin = await asAdmin(app);
  const list = await admin.orders.list({ tab: "recordings", search: "evening practice", page: 1 });
  expect(list.orders).toMatchObject([
    { id: purchaseId, item: "Evening Practice Plan", price: "£14.00", status: "paid" },
  ]);
  const { csv } = await admin.orders.export({});
  expect(linesOfCsv(csv)[1]).toContain("Evening Practice Plan,Resource,1,,,,14.00");
  await admin.payments.refund({ paymentId, amountMinor: 1400, formKey: randomUUID(), ...tickedWaiver });
  await app.runJobs();
  await expect.poll(() => purchaseStatus(app, purchaseId)).toBe("refunded");
  expect(await accessOf(app, account, id)).toBe("for_sale");
});

test("withdraws a resource that was bought, so that its buyers keep it", async ({ app }) => {
  const account = await anAccount(app.db);
  const sold = await aResource(store(app));
  const { checkoutId } = await anOpenResourcePurchase(app, account, sold.id);
  await pay(app, checkoutId);
  const office = officeOf(await asAdmin(app), "resource");
  expect(await office.delete({ id: sold.id })).toMatchObject({ isWithdrawn: true });
  expect(await accessOf(app, account, sold.id)).toBe("open");
  expect(await app.as().resources.list({ search: "" })).toEqual([]);
  expect(await refusalOf(app.as().resources.get({ id: sold.id }))).toMatchObject({ code: "not_found" });
  const unsold = await aResource(store(app));
  expect(await office.delete({ id: unsold.id })).toMatchObject({ isWithdrawn: false });
  expect(await app.db.$count(products, eq(products.kind, "resource"))).toBe(1);
});
