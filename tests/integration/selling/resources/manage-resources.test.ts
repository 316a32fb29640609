import { eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { products } from "@db/schema";
import { officeOf } from "../../../support/office";
import { refusalOf } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import { expect, test } from "../../../support/test-app";

const form = {
  title: "Breathing for Two",
  description: "With pages to fill in.",
  price: 2400,
  currency: "USD" as const,
};

test("adds a learning resource once, and edits, finds and deletes it", async ({ app }) => {
  const api = await asAdmin(app);
  const admin = officeOf(api, "resource");
  const formKey = randomUUID();
  await Promise.all([admin.create({ ...form, formKey }), admin.create({ ...form, formKey })]);
  const { version, values } = await admin.getForm({ id: formKey });
  expect(values).toEqual({
    title: form.title,
    description: form.description,
    category: "",
    price: "24",
    currency: "USD",
  });
  const edit = { ...form, id: formKey, version, category: "Pregnancy", price: 2050, currency: "GBP" as const };
  await admin.edit(edit);
  await admin.edit(edit);
  expect(await refusalOf(admin.edit({ ...edit, title: "Other" }))).toMatchObject({ code: "changed_meanwhile" });
  const find = async (search: string) => (await api.products.office.list({ kind: "resource", search })).products;
  expect(await find("PREGNANCY")).toMatchObject({ rows: [{ title: form.title, note: "Pregnancy" }] });
  expect(await find("sleep")).toMatchObject({ rows: [] });
  await admin.delete({ id: formKey });
  expect(await refusalOf(admin.delete({ id: formKey }))).toMatchObject({ code: "not_found" });
  expect(await refusalOf(admin.edit(edit))).toMatchObject({ code: "not_found" });
  expect(await app.db.$count(products, eq(products.kind, "resource"))).toBe(0);
  expect((await auditedActions(app)).sort()).toEqual(["resource.created", "resource.deleted", "resource.edited"]);
});
