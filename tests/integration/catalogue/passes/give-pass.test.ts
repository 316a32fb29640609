import { randomUUID } from "node:crypto";
import { outboxEmails, passes, payments, purchases } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import { aPassOnSale, bookWithPass, entriesOf } from "../../../support/passes";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

async function aGift(app: TestApp, terms: Parameters<typeof aPassOnSale>[1] = {}, values = {}) {
  const api = await asAdmin(app);
  const product = await aPassOnSale(app.db, terms, values);
  const form = { pass: product.id, email: "hannah@example.com", name: "", reason: "A birthday", paidMinor: 0 };
  const give = (typed = {}) => api.purchases.givePass({ ...form, formKey: randomUUID(), ...typed });
  return { api, product, give };
}

test("gives a pass without payment to an account, which books with it; the holder is mailed", async ({ app }) => {
  const account = await anAccount(app.db, { email: "hannah@example.com", fullName: "Hannah Okafor" });
  const { give, api } = await aGift(app, {}, { isOn: false });
  const given = await give({ email: "Hannah@example.com" });
  expect(given.name).toBe("Hannah Okafor");
  const [purchase] = await app.db.select().from(purchases);
  expect(purchase).toMatchObject({ status: "free", totalMinor: 0, discountMinor: 12_000, userId: account.id });
  expect(await app.db.$count(payments)).toBe(0);
  await bookWithPass(app, account, await aSession(app.db));
  expect(await entriesOf(app.db, given)).toBe("granted 10, taken -1");
  const mails = await app.db.select().from(outboxEmails);
  expect(mails.map(({ template, recipient }) => `${template} to ${recipient}`)).toContain(
    "purchase-confirmation to hannah@example.com",
  );
  expect(await auditedActions(app)).toEqual(["purchase.granted"]);
  expect((await api.orders.getHeldPass(given)).history[0]).toMatchObject({ what: "Given", by: "Mara Lind" });
});

test("records what was paid outside Stripe, and refunds the unused part by hand", async ({ app }) => {
  const { give, api } = await aGift(app);
  const given = await give({ name: "Hannah Okafor", paidMinor: 10_000 });
  expect(await app.db.select().from(payments)).toMatchObject([
    { provider: "outside", state: "paid", amountMinor: 10_000, currency: "GBP" },
  ]);
  const [pass] = await app.db.select().from(passes);
  expect(pass).toMatchObject({ id: given.id, userId: null, email: "hannah@example.com", priceMinor: 10_000 });
  const order = await api.orders.get({ kind: "purchase", id: pass!.purchaseId! });
  expect(order.unused).toEqual({ text: "10 of 10 credits are not used.", amount: "£100.00" });
});

test("asks for a name where no one has an account, and gives one pass to a form posted twice", async ({ app }) => {
  const { give } = await aGift(app);
  await expect(give()).rejects.toThrow("Enter a name.");
  const form = { name: "Hannah Okafor", formKey: randomUUID() };
  const [first, second] = await Promise.all([give(form), give(form)]);
  expect(first).toEqual(second);
  expect(await give(form)).toEqual(first);
  expect(await app.db.$count(passes)).toBe(1);
  expect(await app.db.$count(purchases)).toBe(1);
  await give({ ...form, formKey: randomUUID() });
  expect(await app.db.$count(passes)).toBe(2);
});

test("gives a first offer to each person once", async ({ app }) => {
  await anAccount(app.db, { email: "hannah@example.com", fullName: "Hannah Okafor" });
  const { give } = await aGift(app, { isIntroduction: true });
  await give();
  await expect(give()).rejects.toThrow("Hannah Okafor has had this pass.");
  expect(await app.db.$count(passes)).toBe(1);
});

test("gives nothing to an account that has not confirmed its address, until it does", async ({ app }) => {
  await anAccount(app.db, { email: "hannah@example.com", emailConfirmedAt: null });
  const { give } = await aGift(app);
  await give({ name: "Hannah" });
  expect(await app.db.select().from(passes)).toMatchObject([{ userId: null }]);
});
