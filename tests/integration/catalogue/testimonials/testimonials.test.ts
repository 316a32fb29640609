import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { auditEntries, testimonials } from "@db/schema";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { refusalOf } from "../../../support/accounts";
import { anAdmin, auditOf } from "../../../support/admin-sessions";
import { aMember } from "../../../support/members";
import { aSession } from "../../../support/sessions";
import { addTestimonial, aTestimonial, editTestimonial } from "../../../support/testimonials";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const test = appTest.extend<{ admin: Awaited<ReturnType<typeof anAdmin>> }>({
  admin: async ({ app }, use) => use(await anAdmin(app)),
});

const onHome = async (app: TestApp) => (await app.as().testimonials.forHome()).map(({ name }) => name);
const onSession = async (app: TestApp, sessionId: string) =>
  (await app.as().testimonials.forSession({ sessionId })).map(({ name }) => name);

test("shows up to three, in order: a session those of its series first, the home page those about everything", async ({
  app,
  admin,
}) => {
  const [tide, moon] = [randomUUID(), randomUUID()];
  const session = await aSession(app.db, { seriesId: tide });
  const single = await aSession(app.db);
  await aSession(app.db, { seriesId: moon });
  expect(await onHome(app)).toEqual([]);
  await addTestimonial(admin, { name: "Second", orderIndex: 2 });
  await addTestimonial(admin, { name: "First", orderIndex: 1 });
  await addTestimonial(admin, { name: "Tide", orderIndex: 9, seriesId: tide });
  await addTestimonial(admin, { name: "Moon", orderIndex: 0, seriesId: moon });
  await addTestimonial(admin, { name: "Draft", isPublished: false });
  expect(await onHome(app)).toEqual(["First", "Second", "Moon"]);
  expect(await onSession(app, session.id)).toEqual(["Tide", "First", "Second"]);
  expect(await onSession(app, single.id)).toEqual(["First", "Second"]);
  expect(Object.keys((await app.as().testimonials.forHome())[0] ?? {}).sort()).toEqual(["line", "name", "quote"]);
});

test("publishes nothing without the record of a consent", async ({ app, admin }) => {
  const { create } = admin.api.testimonials.admin;
  for (const wrong of [
    { consentKind: "", consentOn: "" },
    { consentKind: "email", consentOn: "" },
    { consentKind: "", consentOn: "2026-01-15" },
    { consentKind: "hearsay" },
    { consentOn: "2031-12-31" },
    { consentOn: "soon" },
    { quote: "Too short to quote." },
    { quote: "a".repeat(601) },
    { seriesId: randomUUID() },
    { email: "stranger@example.com" },
  ]) {
    const form = aTestimonial(wrong as Partial<ReturnType<typeof aTestimonial>>);
    await expect(create(form), JSON.stringify(wrong)).rejects.toMatchObject({
      code: expect.stringMatching(/^(BAD_REQUEST|UNPROCESSABLE_CONTENT)$/) as string,
    });
  }
  expect(await app.db.$count(testimonials)).toBe(0);
  const id = await addTestimonial(admin, { isPublished: false, consentKind: "", consentOn: "" });
  const publish = editTestimonial(admin, id, { isPublished: true });
  await expect(publish).rejects.toThrow("Record their consent before you publish this");
  expect(await onHome(app)).toEqual([]);
  const straight = app.db.update(testimonials).set({ isPublished: true });
  await expect(straight).rejects.toMatchObject({ cause: { constraint: "testimonials_published_with_consent" } });
});

test("hides a testimonial for good when its consent is withdrawn, and keeps the record", async ({ app, admin }) => {
  const id = await addTestimonial(admin);
  const { values, version } = await admin.api.testimonials.admin.getForm({ id });
  expect(await onHome(app)).toEqual(["Maeve D."]);
  await admin.api.testimonials.admin.withdraw({ id });
  await admin.api.testimonials.admin.withdraw({ id });
  expect(await onHome(app)).toEqual([]);
  const opened = { ...values, consentKind: "email" as const, orderIndex: 0, id, version };
  expect((await refusalOf(admin.api.testimonials.admin.edit(opened))).code).toBe("closed");
  const [row] = await app.db.select().from(testimonials);
  expect(row).toMatchObject({ isPublished: false, consentKind: "email", consentOn: "2026-01-15" });
  expect(row?.consentWithdrawnAt).toEqual(app.clock.now());
  expect(await admin.api.testimonials.admin.list()).toMatchObject([{ state: "withdrawn" }]);
  expect(await auditOf(app, id)).toEqual(["testimonial.created", "testimonial.withdrawn"]);
});

test("adds one per form, refuses to save over another change, and keeps names out of the audit log", async ({
  app,
  admin,
}) => {
  const form = aTestimonial();
  const { create, edit, getForm, delete: remove } = admin.api.testimonials.admin;
  await create(form);
  await create(form);
  const id = form.formKey;
  const { version } = await getForm({ id });
  await editTestimonial(admin, id, { line: "Member since 2024" });
  const late = { ...form, name: "Maeve", id, version };
  expect((await refusalOf(edit(late))).code).toBe("changed_meanwhile");
  expect((await getForm({ id })).values).toMatchObject({ name: "Maeve D.", line: "Member since 2024" });
  await remove({ id });
  expect((await refusalOf(remove({ id }))).code).toBe("not_found");
  expect(await auditOf(app, id)).toEqual(["testimonial.created", "testimonial.edited", "testimonial.deleted"]);
  const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
  expect(JSON.stringify(entries)).not.toContain("Maeve");
});

test("is part of the data of a quoted member, and deleted with their account", async ({ app, admin }) => {
  const { account, api } = await aMember(app, { email: "maeve@example.com" });
  const others = await addTestimonial(admin, { name: "Jon" });
  const id = await addTestimonial(admin, { email: "Maeve@example.com" });
  const { testimonials: exported, changesByHand } = await api.profile.exportData();
  expect(exported).toMatchObject([{ id, name: "Maeve D.", consentGiven: "email", consentOn: "2026-01-15" }]);
  expect(JSON.stringify(exported)).not.toContain("Her mail of that day");
  expect(changesByHand.map(({ action }) => action)).toEqual(["testimonial.created"]);
  expect((await admin.api.people.export({ key: account.id })).testimonials).toMatchObject([{ id }]);
  expect((await api.profile.getDeletion()).testimonials).toBe(1);
  expect((await admin.api.users.getDeletion({ id: account.id })).goes).toMatchObject([
    { text: "Testimonial of Maeve D." },
  ]);
  await deleteAccount(app.services, account.id, { actorId: account.id, adminDecision: null });
  expect(await app.db.select({ id: testimonials.id }).from(testimonials)).toEqual([{ id: others }]);
  expect(await onHome(app)).toEqual(["Jon"]);
});

test("adds no testimonial of an account that is being deleted", async ({ app, admin }) => {
  const { account } = await aMember(app, { email: "maeve@example.com" });
  const client = await app.db.$client.connect();
  await client.query("begin");
  await client.query("update users set archived_at = now(), email = 'gone@deleted.invalid' where id = $1", [
    account.id,
  ]);
  const adding = refusalOf(admin.api.testimonials.admin.create(aTestimonial({ email: "maeve@example.com" })));
  await expect
    .poll(async () => {
      const { rows } = await app.db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows.length;
    })
    .toBe(1);
  await client.query("commit");
  client.release();
  expect((await adding).message).toContain("No account has this address.");
  expect(await app.db.$count(testimonials)).toBe(0);
});
