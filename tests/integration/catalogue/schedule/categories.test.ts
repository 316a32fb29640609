import { randomUUID } from "node:crypto";
import { liveSessions, sessionCategories } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { startingCategories } from "@server/catalogue/schedule/category-names";
import { addStartingCategories } from "@server/catalogue/schedule/starting-categories";
import { asAdmin, auditedActions } from "../../../support/admin";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

const taken = { code: "invalid", message: "A category with this name already exists." };
const categoriesOf = async (db: Parameters<typeof aSession>[0]) =>
  (await db.select().from(liveSessions)).map(({ category }) => category);

test("keeps sessions in a renamed category, and removes them from a deleted one", async ({ app }) => {
  const { categories } = await asAdmin(app);
  const [breath] = await app.db.insert(sessionCategories).values({ name: "Breath" }).returning();
  await aSession(app.db, { category: "Breath" });
  const id = breath!.id;
  const { version } = await categories.get({ id });
  await categories.rename({ id, name: "Breathwork", version });
  await categories.rename({ id, name: "Breathwork", version });
  expect(await refusalOf(categories.rename({ id, name: "Air", version }))).toMatchObject({ code: "changed_meanwhile" });
  expect(await categoriesOf(app.db)).toEqual(["Breathwork"]);
  expect(await categories.get({ id })).toMatchObject({ id, name: "Breathwork", sessions: 1 });
  expect(await categories.delete({ id })).toEqual({ sessions: 1 });
  expect(await categoriesOf(app.db)).toEqual([null]);
  expect(await refusalOf(categories.delete({ id }))).toMatchObject({ code: "not_found" });
  expect((await auditedActions(app)).sort()).toEqual(["category.deleted", "category.renamed"]);
});

test("gives a new site its categories once: those that are deleted do not come back", async ({ app }) => {
  const { categories } = await asAdmin(app);
  await Promise.all([addStartingCategories(app.services), addStartingCategories(app.services)]);
  const [first, ...others] = await categories.list();
  expect([first, ...others].map((category) => category?.name)).toEqual(startingCategories.toSorted());
  await categories.delete({ id: first!.id });
  await addStartingCategories(app.services);
  expect(await categories.list()).toEqual(others);
});

test("adds no categories to a site that has sessions", async ({ app }) => {
  await aSession(app.db);
  await addStartingCategories(app.services);
  expect(await app.db.$count(sessionCategories)).toBe(0);
});

test("stores a name once, in any letter case and with simultaneous requests", async ({ app }) => {
  const { categories } = await asAdmin(app);
  const form = { name: "Movement", formKey: randomUUID() };
  await Promise.all([categories.create(form), categories.create(form)]);
  const racing = ["Rest", "rest"].map((name) => categories.create({ name, formKey: randomUUID() }));
  const outcomes = await Promise.allSettled(racing);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await refusalOf(categories.create({ name: "MOVEMENT", formKey: randomUUID() }))).toMatchObject(taken);
  const { id, version } = await categories.get({ id: form.formKey });
  expect(await refusalOf(categories.rename({ id, name: "REST", version }))).toMatchObject(taken);
  await categories.rename({ id, name: "movement", version });
  expect((await categories.list()).map(({ name }) => name.toLowerCase())).toEqual(["movement", "rest"]);
});
