import { randomUUID } from "node:crypto";
import { passTerms, products, sessionCategories } from "@db/schema";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aNewPass, anOpenPassPurchase } from "../../../support/passes";
import { expect, test } from "../../../support/test-app";

test("makes a pass once for a form that is posted twice, and shows it to visitors while it is on", async ({ app }) => {
  const { passes } = await asAdmin(app);
  const form = { ...aNewPass, formKey: randomUUID() };
  await Promise.all([passes.admin.create(form), passes.admin.create(form)]);
  expect(await app.db.$count(passTerms)).toBe(1);
  expect(await app.as().passes.list()).toMatchObject([
    {
      title: "Ten sessions",
      price: "£120",
      each: "£12 each",
      terms: ["10 sessions, online and on site.", "Valid for 6 months from the day you buy it."],
    },
  ]);
  expect(await app.as().passes.isAnySold()).toBe(true);
  const { version } = await passes.admin.getForm({ id: form.formKey });
  await passes.admin.edit({ ...aNewPass, isOn: false, id: form.formKey, version });
  expect(await app.as().passes.list()).toEqual([]);
  expect(await app.as().passes.isAnySold()).toBe(false);
});

test("refuses to save over a newer state", async ({ app }) => {
  const { passes } = await asAdmin(app);
  const id = randomUUID();
  await passes.admin.create({ ...aNewPass, formKey: id });
  const { version } = await passes.admin.getForm({ id });
  await passes.admin.edit({ ...aNewPass, priceMinor: 13_000, id, version });
  const second = passes.admin.edit({ ...aNewPass, priceMinor: 11_000, id, version });
  expect((await refusalOf(second)).code).toBe("changed_meanwhile");
  expect((await passes.admin.getForm({ id })).price).toBe("130");
});

test("names the categories that a pass is for, by the names that they have now", async ({ app }) => {
  const [category] = await app.db.insert(sessionCategories).values({ name: "Slow mornings" }).returning();
  const { passes, categories } = await asAdmin(app);
  const id = randomUUID();
  const some = { ...aNewPass, cover: "categories" as const, categoryIds: [category!.id] };
  await passes.admin.create({ ...some, formKey: id });
  const { version } = await categories.get({ id: category!.id });
  await categories.rename({ id: category!.id, name: "Quiet mornings", version });
  expect((await app.as().passes.get({ id })).terms[0]).toBe("10 sessions, of Quiet mornings only.");
  const gone = passes.admin.create({ ...some, categoryIds: [randomUUID()], formKey: randomUUID() });
  expect((await refusalOf(gone)).code).toBe("invalid");
});

test("deletes a pass that no one has bought, and keeps one that someone began to buy", async ({ app }) => {
  const { passes } = await asAdmin(app);
  const [unsold, begun] = [randomUUID(), randomUUID()];
  for (const formKey of [unsold, begun]) await passes.admin.create({ ...aNewPass, formKey });
  await anOpenPassPurchase(app, await anAccount(app.db), begun);
  expect(await passes.admin.delete({ id: unsold })).toEqual({ title: "Ten sessions" });
  expect(await refusalOf(passes.admin.delete({ id: begun }))).toMatchObject({ code: "closed" });
  expect((await passes.admin.getForm({ id: begun })).kept).toMatch(/Switch it off instead/);
  expect(await app.db.query.products.findMany({ where: (row, { eq }) => eq(row.kind, "pass") })).toHaveLength(1);
  expect(await app.db.$count(products)).toBeGreaterThan(1);
});
