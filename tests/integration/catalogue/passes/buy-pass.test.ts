import { creditEntries, passes as passRows, passTerms, payments } from "@db/schema";
import { eq } from "drizzle-orm";
import { settlePayment } from "@server/payments/settle";
import { officeOf } from "../../../support/office";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aPass, aPassOnSale, anOpenPassPurchase, entriesOf, readPass } from "../../../support/passes";
import { actingAs, purchaseStatus } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

const checkoutOf = (app: TestApp, id: string) => app.services.stripe.client.checkout.sessions.retrieve(id);

test("sells a pass for the price shown, gives it at Stripe's word only, and mails what it holds", async ({ app }) => {
  const account = await anAccount(app.db);
  const product = await aPassOnSale(app.db);
  const { purchaseId, checkoutId } = await anOpenPassPurchase(app, account, product.id);
  expect(await checkoutOf(app, checkoutId)).toMatchObject({ amount_total: 12_000, currency: "gbp" });
  expect(await readPass(app.db, purchaseId)).toBeUndefined();
  await app.stripe.control.payNow(checkoutId);
  await settlePayment(app.services, await checkoutOf(app, checkoutId));
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
  expect(await readPass(app.db, purchaseId)).toMatchObject({
    userId: account.id,
    email: account.email,
    credits: 10,
    cover: "all",
    priceMinor: 12_000,
    currency: "GBP",
  });
  const [mine] = await app.as(actingAs(account)).passes.listMine();
  expect(mine).toMatchObject({ title: "Ten sessions", state: "usable", history: [{ text: "Bought, 10 credits" }] });
  await app.runJobs();
  const [receipt] = app.sentMails.filter(({ to }) => to === account.email);
  expect(receipt!.subject).toBe("Your pass: Ten sessions");
  expect(receipt!.text).toContain("£120.00");
  expect(receipt!.text).toContain(mine!.balance);
  expect(receipt!.text).not.toContain("for life");
});

test("gives the pass once, however often and at once its payment is settled", async ({ app }) => {
  const account = await anAccount(app.db);
  const { purchaseId, checkoutId } = await anOpenPassPurchase(app, account, (await aPassOnSale(app.db)).id);
  await app.stripe.control.payNow(checkoutId);
  const checkout = await checkoutOf(app, checkoutId);
  await Promise.all(Array.from({ length: 6 }, () => settlePayment(app.services, checkout)));
  await settlePayment(app.services, checkout);
  expect(await app.db.$count(passRows)).toBe(1);
  expect(await app.db.$count(creditEntries)).toBe(1);
  expect(await entriesOf(app.db, await readPass(app.db, purchaseId))).toBe("granted 10");
});

test("keeps what was agreed when the instructor changes or switches off the pass", async ({ app }) => {
  const account = await anAccount(app.db);
  const product = await aPassOnSale(app.db);
  const pass = await aPass(app, account, product.id);
  const passes = officeOf(await asAdmin(app), "pass");
  const { version } = await passes.getForm({ id: product.id });
  await passes.edit({
    id: product.id,
    version,
    title: "Five",
    description: "",
    price: 5000,
    currency: "EUR",
    credits: 5,
    months: 1,
    starts: "purchase",
    cover: "online",
    isIntroduction: false,
    isOn: false,
  });
  expect(await readPass(app.db, pass.purchaseId)).toMatchObject({ title: "Ten sessions", credits: 10, cover: "all" });
  expect((await refusalOf(anOpenPassPurchase(app, account, product.id))).code).toBe("not_found");
});

test("sells what the form has shown, although the instructor changes the pass meanwhile", async ({ app }) => {
  const account = await anAccount(app.db);
  const product = await aPassOnSale(app.db);
  const { purchases } = app.as(actingAs(account));
  const setCredits = (credits: number) =>
    app.db.update(passTerms).set({ credits }).where(eq(passTerms.productId, product.id));

  const { quote, formKey } = await purchases.getForm({ product: product.id });
  await setCredits(8);
  const refused = await refusalOf(purchases.create({ product: product.id, quote, formKey }));
  expect(refused).toMatchObject({
    code: "price_changed",
    message: "The pass has changed. Please check what it holds now and confirm.",
  });

  const begun = await anOpenPassPurchase(app, account, product.id);
  await setCredits(6);
  await app.stripe.control.payNow(begun.checkoutId);
  await settlePayment(app.services, await checkoutOf(app, begun.checkoutId));
  expect(await entriesOf(app.db, await readPass(app.db, begun.purchaseId))).toBe("granted 8");

  const open = await anOpenPassPurchase(app, account, product.id);
  expect((await anOpenPassPurchase(app, account, product.id)).purchaseId, "the same offer").toBe(open.purchaseId);
  await setCredits(5);
  expect((await anOpenPassPurchase(app, account, product.id)).purchaseId, "another offer").not.toBe(open.purchaseId);
});

test("sells a pass again, but a first offer once for each person", async ({ app }) => {
  const account = await anAccount(app.db);
  const product = await aPassOnSale(app.db);
  await aPass(app, account, product.id);
  await aPass(app, account, product.id);
  expect(await app.as(actingAs(account)).passes.listMine()).toHaveLength(2);
  const first = await aPassOnSale(app.db, { credits: 3, isIntroduction: true }, { title: "First three" });
  await aPass(app, account, first.id);
  expect(await app.as(actingAs(account)).passes.get({ id: first.id })).toMatchObject({ isUsedUp: true });
  expect(await refusalOf(anOpenPassPurchase(app, account, first.id))).toMatchObject({ code: "closed" });
  expect(await app.db.$count(payments)).toBe(3);
});

test("is named in the lists of orders, the file, the receipt and the figures", async ({ app }) => {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db)).id);
  const admin = await asAdmin(app);
  expect((await admin.orders.list({})).orders).toMatchObject([{ type: "Pass", item: "Ten sessions" }]);
  expect((await admin.orders.export({})).csv).toContain("Ten sessions");
  const receipt = await app.as(actingAs(account)).purchases.getReceipt({ purchaseId: pass.purchaseId });
  expect(receipt.item.title).toBe("Ten sessions");
  expect(receipt).toMatchObject({ total: "£120.00", waiver: null });
});
