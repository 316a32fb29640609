import { eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { products } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import { expect, test } from "../../../support/test-app";

const form = {
  title: "Breathing for Two",
  description: "With pages to fill in.",
  priceMinor: 2400,
  currency: "USD" as const,
};

test("adds a learning resource once, and edits, finds and deletes it", async ({ app }) => {
  const { admin } = (await asAdmin(app)).resources;
  const formKey = randomUUID();
  await Promise.all([admin.create({ ...form, formKey }), admin.create({ ...form, formKey })]);
  const { version, ...values } = await admin.getForm({ id: formKey });
  expect(values).toEqual({
    title: form.title,
    description: form.description,
    category: "",
    price: "24",
    currency: "USD",
    files: [],
    buyers: 0,
  });
  const edit = { ...form, id: formKey, version, category: "Pregnancy", priceMinor: 2050, currency: "GBP" as const };
  await admin.edit(edit);
  await admin.edit(edit);
  expect(await refusalOf(admin.edit({ ...edit, title: "Other" }))).toMatchObject({ code: "changed_meanwhile" });
  const found = await admin.list({ search: "PREGNANCY", page: 1 });
  expect(found.resources).toMatchObject([{ title: form.title, category: "Pregnancy", price: "£20.50" }]);
  expect((await admin.list({ search: "sleep", page: 1 })).resources).toEqual([]);
  await admin.delete({ id: formKey });
  expect(await refusalOf(admin.delete({ id: formKey }))).toMatchObject({ code: "not_found" });
  expect(await refusalOf(admin.edit(edit))).toMatchObject({ code: "not_found" });
  expect(await app.db.$count(products, eq(products.kind, "resource"))).toBe(0);
  expect((await auditedActions(app)).sort()).toEqual(["resource.created", "resource.deleted", "resource.edited"]);
});
