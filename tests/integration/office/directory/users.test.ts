import { asc, eq, sql } from "drizzle-orm";
import { accountTokens, auditEntries, refunds, users } from "@db/schema";
import { anAccount, mailsTo, password, refusalOf, signedInBrowser, signedInEmail } from "../../../support/accounts";
import { readBooking } from "../../../support/bookings";
import { aBookingFor, aPaymentFor } from "../../../support/profile";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

async function anAdmin(app: TestApp) {
  return signedInBrowser(
    app,
    await anAccount(app.db, { role: "admin", fullName: "Clara Marsh", createdAt: new Date(0) }),
  );
}

const actions = async (app: TestApp) =>
  (await app.db.select().from(auditEntries).orderBy(asc(auditEntries.createdAt))).map(({ action }) => action);

async function openForm(app: TestApp, values: Partial<typeof users.$inferInsert> = {}) {
  const member = await anAccount(app.db, values);
  const { api } = await anAdmin(app);
  const { fullName, email, version } = await api.users.get({ id: member.id });
  const form = { id: member.id, fullName, email, subscriptionStatus: "free" as const, version };
  return { member, form, api };
}

const linkIn = (text: string | undefined) => /\/change-email\?token=([\w-]+)/.exec(text ?? "")![1]!;

test("finds members by part of a name or address, taking wildcards literally", async ({ app }) => {
  const { api } = await anAdmin(app);
  await anAccount(app.db, { fullName: "Priya Raman", email: "pr@example.com" });
  await anAccount(app.db, { fullName: "100% Tomas", email: "Tomas.L@Example.com" });
  await anAccount(app.db, { fullName: "", email: "gone@example.com", archivedAt: new Date() });
  const found = async (search: string) =>
    (await api.users.list({ search, page: 1 })).users.map(({ fullName }) => fullName);
  expect(await found("raMAN")).toEqual(["Priya Raman"]);
  expect(await found("tomas.l@")).toEqual(["100% Tomas"]);
  expect(await found("%")).toEqual(["100% Tomas"]);
  expect(await found("_")).toEqual([]);
  expect(await found("gone")).toEqual([]);
  expect(await found("")).toHaveLength(3);
});

test("lists ten thousand members in pages with two queries", async ({ app }) => {
  const { api } = await anAdmin(app);
  await app.db.execute(sql`insert into users (email, full_name)
    select 'm' || n || '@example.com', 'Member ' || n from generate_series(1, 10000) as n`);
  const last = await api.users.list({ search: "", page: 900 });
  expect(last.page).toEqual({ number: 501, count: 501, from: 10_001, to: 10_001, total: 10_001 });
  const { users: found, page } = await api.users.list({ search: "member 4242", page: 1 });
  expect([found.map(({ email }) => email), page.total]).toEqual([["m4242@example.com"], 1]);
});

test("changes name and subscription status at once, with an audit entry", async ({ app }) => {
  const { member, form, api } = await openForm(app);
  await api.users.update({ ...form, fullName: "Maeve Byrne", subscriptionStatus: "active" });
  expect(await api.users.get({ id: member.id })).toMatchObject({
    fullName: "Maeve Byrne",
    subscriptionStatus: "active",
    newEmail: null,
  });
  const [entry] = await app.db.select().from(auditEntries);
  expect(entry).toMatchObject({ action: "user.updated", details: { changed: ["name", "subscription status"] } });
});

test("reports a conflict to the second of two admins who edit a member", async ({ app }) => {
  const { form, api } = await openForm(app);
  await api.users.update({ ...form, fullName: "First Name" });
  const second = await refusalOf(api.users.update({ ...form, fullName: "Second Name" }));
  expect(second.code).toBe("changed_meanwhile");
  expect((await api.users.get({ id: form.id })).fullName).toBe("First Name");
});

test("applies a new address once it is confirmed, and mails the old one", async ({ app }) => {
  const { member, form, api } = await openForm(app, { email: "old@example.com" });
  const browser = await signedInBrowser(app, member);
  expect(await api.users.update({ ...form, email: "New@example.com" })).toEqual({ isEmailAsked: true });
  expect(await signedInEmail(browser)).toBe("old@example.com");
  expect((await api.users.get({ id: member.id })).newEmail).toBe("New@example.com");

  const [notice] = await mailsTo(app, "old@example.com");
  expect(notice?.subject).toBe("Your address for Breathroom is about to change");
  expect(notice?.html).not.toContain("New@example.com");
  const [letter] = await mailsTo(app, "New@example.com");
  const token = linkIn(letter?.text);
  await app.browser().api.accounts.confirmEmailChange({ token });

  expect(await signedInEmail(browser)).toBe("New@example.com");
  expect(await signedInEmail(await signedInBrowser(app, { email: "new@example.com" }))).toBe("New@example.com");
  expect((await refusalOf(signedInBrowser(app, { email: "old@example.com" }))).code).toBe("invalid_credentials");
  expect((await refusalOf(app.browser().api.accounts.confirmEmailChange({ token }))).code).toBe("link_expired");
  expect(await actions(app)).toEqual(["user.email_change_asked", "user.email_changed"]);
});

test("refuses a taken address when requested and when confirmed", async ({ app }) => {
  const { form, api } = await openForm(app);
  await anAccount(app.db, { email: "taken@example.com" });
  const taken = { code: "invalid", message: "Another account already uses this address." };
  expect(await refusalOf(api.users.update({ ...form, email: "TAKEN@example.com" }))).toEqual(taken);

  await api.users.update({ ...form, email: "free@example.com" });
  const [letter] = await mailsTo(app, "free@example.com");
  await anAccount(app.db, { email: "free@example.com" });
  const late = await refusalOf(app.browser().api.accounts.confirmEmailChange({ token: linkIn(letter?.text) }));
  expect(late).toEqual({ code: "invalid", message: "Another account already uses this address." });
});

test("invalidates links mailed to the old address once the new one is confirmed", async ({ app }) => {
  const { member, form, api } = await openForm(app);
  await api.users.sendReset({ id: member.id });
  await api.users.update({ ...form, email: "next@example.com" });
  const [letter] = await mailsTo(app, "next@example.com");
  await app.browser().api.accounts.confirmEmailChange({ token: linkIn(letter?.text) });
  expect(await app.db.$count(accountTokens, sql`used_at is null`)).toBe(0);
});

test("signs the member out everywhere and mails them when the instructor sets a password", async ({ app }) => {
  const member = await anAccount(app.db);
  const browser = await signedInBrowser(app, member);
  const { api } = await anAdmin(app);
  await api.users.setPassword({ id: member.id, password: "quiet-tide-3" });
  expect(await signedInEmail(browser)).toBeNull();
  expect((await refusalOf(signedInBrowser(app, member))).code).toBe("invalid_credentials");
  await app.browser().api.accounts.signIn({ email: member.email, password: "quiet-tide-3" });
  const [mail] = await mailsTo(app, member.email);
  expect(mail?.subject).toBe("Your password for Breathroom was changed");
  expect(mail?.text).toContain("Set for you by the instructor");
  expect(mail?.text).not.toContain("quiet-tide-3");
  expect(await actions(app)).toEqual(["user.password_set"]);
});

test("refuses to set another admin's password", async ({ app }) => {
  const other = await anAccount(app.db, { role: "admin" });
  const { api } = await anAdmin(app);
  expect((await refusalOf(api.users.setPassword({ id: other.id, password: "quiet-tide-3" }))).code).toBe("forbidden");
  expect(await signedInEmail(await signedInBrowser(app, { email: other.email }))).toBe(other.email);
  expect(password).not.toBe("quiet-tide-3");
});

test("mails a reset link to the member's own address, a few times an hour", async ({ app }) => {
  const member = await anAccount(app.db);
  const { api } = await anAdmin(app);
  expect(await api.users.sendReset({ id: member.id })).toEqual({ email: member.email });
  const [mail] = await mailsTo(app, member.email);
  expect(mail?.text).toMatch(/\/reset-password\?token=/);
  for (let times = 1; times < 50; times += 1) await api.users.sendReset({ id: member.id });
  expect((await refusalOf(api.users.sendReset({ id: member.id }))).code).toBe("rate_limited");
});

test("answers 404 for a deleted account", async ({ app }) => {
  const { form, api, member } = await openForm(app);
  await app.db.update(users).set({ archivedAt: app.clock.now() }).where(eq(users.id, member.id));
  const missing = { code: "not_found", message: "User not found" };
  expect(await refusalOf(api.users.get({ id: member.id }))).toEqual(missing);
  expect(await refusalOf(api.users.update(form))).toEqual(missing);
  expect(await refusalOf(api.users.sendReset({ id: member.id }))).toEqual(missing);
  expect(await refusalOf(api.users.setPassword({ id: member.id, password: "quiet-tide-3" }))).toEqual(missing);
});

test("deletes an account, with or without a refund as the instructor decides", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db);
  for (const refund of ["yes", "no"] as const) {
    const member = await anAccount(app.db);
    const booking = await aBookingFor(app, member, session);
    await aPaymentFor(app, booking);
    const plan = await api.users.getDeletion({ id: member.id });
    expect(plan).toMatchObject({
      obstacles: [],
      refund: { byCard: "£18.00", byHand: null },
      paidByHand: [],
      goes: [{ paid: { byCard: "£18.00", byHand: null } }],
    });
    await api.users.delete({ id: member.id, refund });
    expect((await readBooking(app, booking.id)).status).toBe("cancelled");
    expect((await refusalOf(api.users.get({ id: member.id }))).code).toBe("not_found");
    expect((await refusalOf(api.users.delete({ id: member.id, refund }))).code).toBe("not_found");
  }
  expect(await app.db.$count(refunds)).toBe(1);
  expect((await actions(app)).filter((action) => action === "user.deleted")).toHaveLength(2);
});

test("refuses to delete another admin", async ({ app }) => {
  const other = await anAccount(app.db, { role: "admin" });
  const { api } = await anAdmin(app);
  expect((await refusalOf(api.users.delete({ id: other.id, refund: "yes" }))).code).toBe("forbidden");
});

test("mails links to as many members at once as there are connections", async ({ app }) => {
  const { api } = await anAdmin(app);
  const members = await Promise.all(Array.from({ length: 12 }, () => anAccount(app.db)));
  const sent = await Promise.all(members.map(({ id }) => api.users.sendReset({ id })));
  expect(sent).toEqual(members.map(({ email }) => ({ email })));
  const change = async ({ id }: { id: string }) => {
    const { version, ...form } = await api.users.get({ id });
    const { fullName } = form;
    const email = `next-${id}@example.com`;
    return api.users.update({ id, fullName, email, subscriptionStatus: "free", version });
  };
  expect(await Promise.all(members.map(change))).toEqual(members.map(() => ({ isEmailAsked: true })));
});

test("stores nothing of the member with the form that mailed a link", async ({ app }) => {
  const { api } = await anAdmin(app);
  const member = await anAccount(app.db);
  const formKey = crypto.randomUUID();
  expect(await api.users.sendReset({ id: member.id, formKey })).toEqual({ email: member.email });
  expect(await api.users.sendReset({ id: member.id, formKey })).toEqual({ email: member.email });
  expect(JSON.stringify(await app.db.execute(sql`select * from form_keys`).then(({ rows }) => rows))).not.toContain(
    "@",
  );
});
