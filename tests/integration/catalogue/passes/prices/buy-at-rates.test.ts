import { randomUUID } from "node:crypto";
import { payments, purchases } from "@db/schema";
import { releaseUnpaid } from "@server/payments/release";
import { settlePayment } from "@server/payments/settle";
import { eq } from "drizzle-orm";
import { anAccount } from "../../../../support/accounts";
import { asAdmin } from "../../../../support/admin";
import { aCode } from "../../../../support/codes";
import { linesOfCsv } from "../../../../support/csv";
import { aGiftCard, payAtStripe } from "../../../../support/gift-cards";
import { bookWithPass, readPass } from "../../../../support/passes";
import { aPassWithRates } from "../../../../support/rates";
import { actingAs, purchaseStatus } from "../../../../support/recordings";
import { aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

type Account = Awaited<ReturnType<typeof anAccount>>;
type ChosenPrice = { rate1?: number; amount?: string; discountCode?: string; giftCodes?: string };

/** Begins to buy a pass, as its form shows it for what is chosen. */
async function begin(app: TestApp, account: Account, product: string, chosen: ChosenPrice, currency?: "EUR") {
  const { purchases: api } = app.as({ ...actingAs(account), ...(currency && { visitor: { currency } }) });
  const form = await api.getForm({ product, ...chosen });
  const { purchaseId } = await api.create({ product, quote: form.quote, formKey: randomUUID(), ...chosen });
  const rows = await app.db.select().from(payments).where(eq(payments.purchaseId, purchaseId));
  return { form, purchaseId, checkoutId: rows.flatMap((row) => row.stripeCheckoutSessionId ?? [])[0] ?? "" };
}

const purchaseOf = async ({ db }: TestApp, id: string) =>
  (await db.query.purchases.findFirst({ where: eq(purchases.id, id) }))!;

const oneLine = (text: string) => text.replace(/\s+/g, " ");

test("costs what its rate and a code leave, everywhere, and names the rate to those who pay and are paid", async ({
  app,
}) => {
  const product = await aPassWithRates(app, 5);
  await aCode(app.db, "TEN", { discountPercentage: 10 });
  const account = await anAccount(app.db);
  const { form, purchaseId, checkoutId } = await begin(app, account, product.id, { rate1: 2, discountCode: "TEN" });
  expect(form).toMatchObject({ listPrice: "£90.00", total: "£81.00", prices: { chosen: ["2"] } });
  expect(form.quote).toMatch(/^GBP:1x2\.9000:8100:[0-9a-f]{16}$/);
  const page = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  expect(page.amount_total).toBe(8100);
  await payAtStripe(app, checkoutId);
  expect(await purchaseOf(app, purchaseId)).toMatchObject({
    priceRateName: "Low income",
    listPriceMinor: 9000,
    totalMinor: 8100,
    status: "paid",
  });
  expect(await readPass(app.db, purchaseId)).toMatchObject({ priceMinor: 8100 });
  await app.runJobs();
  const texts = app.sentMails.map(({ text }) => oneLine(text));
  const named = texts.filter((text) => text.includes("£81.00 (Low income at £90.00) (10% off with TEN)"));
  expect(named).toHaveLength(2);
  const receipt = await app.as(actingAs(account)).purchases.getReceipt({ purchaseId });
  expect(receipt.item.details).toContain("Low income at £90.00");
  const { orders } = await asAdmin(app);
  expect((await orders.get({ kind: "purchase", id: purchaseId })).notes).toContain("Low income at £90.00");
  const [, line] = linesOfCsv((await orders.export({ after: null })).csv);
  expect(line).toContain(",Pass,1,Low income at £90.00,");
  // Others see how many are left, and not who has bought at which rate.
  expect((await app.as().passes.get({ id: product.id })).prices).toEqual(["Standard, £150", "Low income, £90: 4 left"]);

  await bookWithPass(app, account, await aSession(app.db));
  const { unused } = await orders.get({ kind: "purchase", id: purchaseId });
  expect(unused).toEqual({ text: "9 of 10 credits are not used.", amount: "£72.90" });
});

test("a gift card pays a part of a rate", async ({ app }) => {
  const account = await anAccount(app.db);
  const card = await aGiftCard(app);
  const product = await aPassWithRates(app);
  const { form, checkoutId } = await begin(app, account, product.id, { rate1: 2, giftCodes: card.code });
  expect(form.quote).toMatch(/^GBP:1x2\.9000:9000:[0-9a-f]{16}\+gift:/);
  const page = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  expect(page.amount_total).toBe(4000);
});

test("asks again where another rate was chosen than shown, and says when a rate is sold out", async ({ app }) => {
  const product = await aPassWithRates(app, 1);
  const [first, second] = [await anAccount(app.db), await anAccount(app.db)];
  const { purchases: api } = app.as(actingAs(second));
  const { quote } = await api.getForm({ product: product.id, rate1: 1 });
  const post = (values: object) =>
    api.create({ product: product.id, quote, formKey: randomUUID(), rate1: 1, ...values });
  await expect(post({ rate1: 2 })).rejects.toThrow("that of what you have chosen now");
  const { quote: low } = await api.getForm({ product: product.id, rate1: 2 });
  await begin(app, first, product.id, { rate1: 2 });
  await expect(post({ rate1: 2, quote: low })).rejects.toThrow("None is left at “Low income”.");
  // Whoever holds the last one can still have it, and go on where the payment page was left.
  const again = await app.as(actingAs(first)).purchases.getForm({ product: product.id, rate1: 2 });
  expect(again.prices).toMatchObject({ options: [{}, { note: "1 left", isFull: false }] });
  const { purchaseId } = await begin(app, first, product.id, { rate1: 2 });
  const switched = await begin(app, first, product.id, { rate1: 1 });
  expect(switched.purchaseId).not.toBe(purchaseId);
  expect(await purchaseStatus(app, purchaseId)).toBe("cancelled");
  expect(await app.db.$count(purchases)).toBe(2);
});

test("takes any amount within the limits in the visitor's currency, and no other", async ({ app }) => {
  const product = await aPassWithRates(app, null, { pricing: "between" });
  const account = await anAccount(app.db);
  const api = app.as({ ...actingAs(account), visitor: { currency: "EUR" } }).purchases;
  expect(await api.getForm({ product: product.id, amount: "50" })).toMatchObject({
    amountRefusal: "Enter an amount from €105 to €176",
    prices: { kind: "between", currency: "EUR" },
  });
  const forged = { product: product.id, formKey: randomUUID(), amount: "50", quote: "EUR:1xa.5000:5000" };
  await expect(api.create(forged)).rejects.toThrow("Enter an amount from €105 to €176");
  const { purchaseId } = await begin(app, account, product.id, { amount: "120.50" }, "EUR");
  expect(await purchaseOf(app, purchaseId)).toMatchObject({
    listPriceMinor: 12_050,
    totalMinor: 12_050,
    currency: "EUR",
    priceRateName: null,
  });
});

test("money that comes late goes back whole where its rate is sold out meanwhile, and the mail says why", async ({
  app,
}) => {
  const product = await aPassWithRates(app, 1);
  const late = await begin(app, await anAccount(app.db), product.id, { rate1: 2 });
  await releaseUnpaid(app.services, { kind: "purchase", id: late.purchaseId });
  const kept = await begin(app, await anAccount(app.db), product.id, { rate1: 2 });
  await payAtStripe(app, kept.checkoutId);
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(late.checkoutId);
  await settlePayment(app.services, { ...checkout, status: "complete", payment_status: "paid" });
  expect(await purchaseStatus(app, late.purchaseId)).toBe("cancelled");
  expect(await readPass(app.db, late.purchaseId)).toBeUndefined();
  await app.runJobs();
  const why = app.sentMails.filter(({ text }) => oneLine(text).includes("none was left at the price that you paid"));
  expect(why).toHaveLength(1);
});
