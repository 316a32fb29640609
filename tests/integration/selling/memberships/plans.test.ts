import { randomUUID } from "node:crypto";
import { asAdmin, auditedActions } from "../../../support/admin";
import { aMember, aNewPlan, aPlan, changeMember } from "../../../support/memberships";
import { actingAs } from "../../../support/recordings";
import { expect, test } from "../../../support/test-app";

test("adds a plan once, edits and deletes it, and says what it holds", async ({ app }) => {
  const { admin } = (await asAdmin(app)).memberships;
  const formKey = randomUUID();
  await Promise.all([admin.create({ ...aNewPlan, formKey }), admin.create({ ...aNewPlan, formKey })]);
  const [listed, ...others] = await admin.list();
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ price: "£40 a month", holds: "1 session a week, online and on site.", members: 0 });
  const { version } = await admin.getForm({ id: formKey });
  await admin.edit({ ...aNewPlan, id: formKey, version, yearly: 40_000, credits: 2, carriedOver: 1 });
  expect((await admin.list())[0]?.price).toBe("£40 a month or £400 a year");
  await expect(admin.edit({ ...aNewPlan, id: formKey, version, monthly: 5000 })).rejects.toThrow("has changed");
  await admin.delete({ id: formKey });
  expect(await admin.list()).toEqual([]);
  const actions = await auditedActions(app);
  expect(actions).toEqual(["membership.plan_created", "membership.plan_edited", "membership.plan_deleted"]);
});

test.each([
  [{ monthly: null }, "Enter at least one price"],
  [{ coversSessions: false }, "Choose at least one thing"],
  [{ collections: "chosen" as const }, "Choose at least one collection"],
])("refuses a plan with %j", async (values, message) => {
  const { newPlan } = await import("@server/selling/memberships/schemas");
  const result = newPlan.safeParse({ ...aNewPlan, ...values, formKey: randomUUID() });
  expect(result.error?.issues[0]?.message).toContain(message);
});

test("keeps a plan that has members, and what they joined with when it is edited", async ({ app }) => {
  const { admin, account, plan } = await aMember(app);
  await expect(admin.memberships.admin.delete({ id: plan.id })).rejects.toThrow("has or had this membership");
  const { version } = await admin.memberships.admin.getForm({ id: plan.id });
  await admin.memberships.admin.edit({ ...aNewPlan, id: plan.id, version, weeklyLimit: 5, monthly: 9000 });
  const mine = await app.as(actingAs(account)).memberships.getMine();
  expect(mine).toMatchObject({ price: "£40.00 a month", left: ["1 of 1 session left this week."] });
});

test("shows visitors the plans that are on sale, and no other", async ({ app }) => {
  await aPlan(app.db, {}, { isOn: false });
  expect(await app.as().memberships.isAnySold()).toBe(false);
  const { id } = await aPlan(app.db);
  expect((await app.as().memberships.list()).map((plan) => plan.id)).toEqual([id]);
});

test("counts members, joins, leaves with their reasons, and what recurs, from what was paid", async ({ app }) => {
  const first = await aMember(app);
  await aMember(
    app,
    { yearlyMinor: 40_000 },
    { by: first.admin, interval: "year", until: inDays(365), paidMinor: 36_000 },
  );
  const own = app.as(actingAs(first.account)).memberships;
  const insights = async () => (await first.admin.insights.get({ period: "" })).memberships;
  expect(await insights()).toEqual({ members: 2, joined: 2, left: 0, reasons: [], monthly: "£70.00" });
  await own.cancel({ leaveReason: "I am moving" });
  await changeMember(first, { kind: "end", when: "now" });
  expect(await insights()).toEqual({ members: 1, joined: 2, left: 1, reasons: ["I am moving"], monthly: "£30.00" });
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
