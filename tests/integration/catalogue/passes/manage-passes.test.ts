import { randomUUID } from "node:crypto";
import { passTerms, products, sessionCategories } from "@db/schema";
import { officeOf } from "../../../support/office";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aNewPass, anOpenPassPurchase } from "../../../support/passes";
import { expect, test } from "../../../support/test-app";

test("makes a pass once for a form that is posted twice, and shows it to visitors while it is on", async ({ app }) => {
  const passes = officeOf(await asAdmin(app), "pass");
  const form = { ...aNewPass, formKey: randomUUID() };
  await Promise.all([passes.create(form), passes.create(form)]);
  expect(await app.db.$count(passTerms)).toBe(1);
  expect(await app.as().passes.list()).toMatchObject([
    {
      title: "Ten sessions",
      price: "£120",
      each: "£12 each",
      terms: ["10 sessions, online and on site, up to £24 a place.", "Valid for 6 months from the day you buy it."],
    },
  ]);
  expect(await app.as().passes.isAnySold()).toBe(true);
  const { version } = await passes.getForm({ id: form.formKey });
  await passes.edit({ ...aNewPass, isOn: false, id: form.formKey, version });
  expect(await app.as().passes.list()).toEqual([]);
  expect(await app.as().passes.isAnySold()).toBe(false);
});

test("is sold at rates or for any amount, as its form says, and keeps a rate that gets another place", async ({
  app,
}) => {
  const passes = officeOf(await asAdmin(app), "pass");
  const id = randomUUID();
  const low = { name: "Low income", price: "90", places: 3 };
  const atRates = { ...aNewPass, pricing: "rates" as const, price: 0 };
  await passes.create({
    ...atRates,
    formKey: id,
    rate1Name: "Standard",
    rate1Price: "150",
    rate2Name: low.name,
    rate2Price: low.price,
    rate2Places: low.places,
  });
  expect(await app.as().passes.get({ id })).toMatchObject({
    price: "£90 to £150",
    from: "£90",
    each: "from £9 each",
    prices: ["Standard, £150", "Low income, £90: 3 left"],
  });
  await app.as().purchases.create({
    product: id,
    rate1: 2,
    formKey: randomUUID(),
    firstName: "Ada",
    lastName: "G",
    email: "a@example.com",
    quote: (await app.as().purchases.getForm({ product: id, rate1: 2 })).quote,
  });
  const form = await passes.getForm({ id });
  expect(form).toMatchObject({ pricing: "rates", rate2Name: "Low income", rate2Price: "90", rate2Places: "3" });
  const swapped = { rate1Name: low.name, rate1Price: "95", rate1Places: 3, rate2Name: "Standard", rate2Price: "150" };
  await passes.edit({ ...atRates, ...swapped, id, version: form.version });
  expect((await app.as().passes.get({ id })).prices).toEqual(["Low income, £95: 2 left", "Standard, £150"]);

  const { version } = await passes.getForm({ id });
  const amounts = { lowestAmount: "60", highestAmount: "200", suggestedAmount: "120" };
  const free = passes.edit({ ...atRates, pricing: "between", ...amounts, lowestAmount: "0", id, version });
  await expect(free).rejects.toThrow("A pass can’t be free.");
  await passes.edit({ ...atRates, pricing: "between", ...amounts, id, version });
  expect((await app.as().passes.get({ id })).price).toBe("£60 to £200");
});

test("refuses to save over a newer state", async ({ app }) => {
  const passes = officeOf(await asAdmin(app), "pass");
  const id = randomUUID();
  await passes.create({ ...aNewPass, formKey: id });
  const { version } = await passes.getForm({ id });
  await passes.edit({ ...aNewPass, price: 13_000, id, version });
  const second = passes.edit({ ...aNewPass, price: 11_000, id, version });
  expect((await refusalOf(second)).code).toBe("changed_meanwhile");
  expect((await passes.getForm({ id })).price).toBe("130");
});

test("names the categories that a pass is for, by the names that they have now", async ({ app }) => {
  const [category] = await app.db.insert(sessionCategories).values({ name: "Slow mornings" }).returning();
  const admin = await asAdmin(app);
  const passes = officeOf(admin, "pass");
  const { categories } = admin;
  const id = randomUUID();
  const some = { ...aNewPass, cover: "categories" as const, categoryIds: [category!.id] };
  await passes.create({ ...some, formKey: id });
  const { version } = await categories.get({ id: category!.id });
  await categories.rename({ id: category!.id, name: "Quiet mornings", version });
  expect((await app.as().passes.get({ id })).terms[0]).toBe("10 sessions, of Quiet mornings only, up to £24 a place.");
  const gone = passes.create({ ...some, categoryIds: [randomUUID()], formKey: randomUUID() });
  expect((await refusalOf(gone)).code).toBe("invalid");
});

test("deletes a pass that no one has bought, and keeps one that someone began to buy", async ({ app }) => {
  const passes = officeOf(await asAdmin(app), "pass");
  const [unsold, begun] = [randomUUID(), randomUUID()];
  for (const formKey of [unsold, begun]) await passes.create({ ...aNewPass, formKey });
  await anOpenPassPurchase(app, await anAccount(app.db), begun);
  expect(await passes.delete({ id: unsold })).toMatchObject({ title: "Ten sessions" });
  expect(await refusalOf(passes.delete({ id: begun }))).toMatchObject({ code: "closed" });
  expect((await passes.getForm({ id: begun })).deletion.says).toMatch(/Switch it off instead/);
  expect(await app.db.query.products.findMany({ where: (row, { eq }) => eq(row.kind, "pass") })).toHaveLength(1);
  expect(await app.db.$count(products)).toBeGreaterThan(1);
});
