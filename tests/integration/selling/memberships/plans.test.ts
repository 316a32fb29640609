import { randomUUID } from "node:crypto";
import { planForm } from "@server/selling/memberships/plans/plan-form";
import { officeOf } from "../../../support/office";
import { asAdmin, auditedActions } from "../../../support/admin";
import { aMember, aNewPlan, aPlan, changeMember, dayIn } from "../../../support/memberships";
import { actingAs } from "../../../support/recordings";
import { expect, test } from "../../../support/test-app";

test("adds a plan once, edits and deletes it, and says what it holds", async ({ app }) => {
  const api = await asAdmin(app);
  const plans = officeOf(api, "membership");
  const formKey = randomUUID();
  await Promise.all([plans.create({ ...aNewPlan, formKey }), plans.create({ ...aNewPlan, formKey })]);
  const [listed, ...others] = await api.memberships.admin.list();
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ price: "£40 a month", holds: "1 session a week, online and on site.", members: 0 });
  const { version } = await plans.getForm({ id: formKey });
  await plans.edit({ ...aNewPlan, id: formKey, version, yearly: 40_000, credits: 2, carriedOver: 1 });
  expect((await api.memberships.admin.list())[0]?.price).toBe("£40 a month or £400 a year");
  await expect(plans.edit({ ...aNewPlan, id: formKey, version, monthly: 5000 })).rejects.toThrow("has changed");
  await plans.delete({ id: formKey });
  expect(await api.memberships.admin.list()).toEqual([]);
  const actions = await auditedActions(app);
  expect(actions).toEqual(["membership.plan_created", "membership.plan_edited", "membership.plan_deleted"]);
});

test.each([
  [{ monthly: null }, "Enter at least one price"],
  [{ coversSessions: false }, "Choose at least one thing"],
  [{ collections: "chosen" as const }, "Choose at least one collection"],
])("refuses a plan with %j", (values, message) => {
  const result = planForm.stored.new.safeParse({ ...aNewPlan, ...values, formKey: randomUUID() });
  expect(result.error?.issues[0]?.message).toContain(message);
});

test("keeps a plan that has members, and what they joined with when it is edited", async ({ app }) => {
  const { admin, account, plan } = await aMember(app);
  const plans = officeOf(admin, "membership");
  await expect(plans.delete({ id: plan.id })).rejects.toThrow("has or had this membership");
  const { version } = await plans.getForm({ id: plan.id });
  await plans.edit({ ...aNewPlan, id: plan.id, version, weeklyLimit: 5, monthly: 9000 });
  const mine = await app.as(actingAs(account)).memberships.getMine();
  expect(mine).toMatchObject({ price: "£40.00 a month", left: ["1 of 1 session left this week."] });
  expect((await plans.getForm({ id: plan.id })).paid?.sentences).toEqual(["1 member pays £40.00 a month."]);
  expect(await app.as().memberships.list()).toMatchObject([{ prices: [{ text: "£90 a month" }] }]);
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
    { by: first.admin, interval: "year", until: dayIn(365), paidMinor: 36_000 },
  );
  const own = app.as(actingAs(first.account)).memberships;
  const insights = async () => (await first.admin.insights.get({ period: "" })).memberships;
  expect(await insights()).toEqual({ members: 2, joined: 2, left: 0, reasons: [], monthly: "£70.00" });
  await own.cancel({ leaveReason: "I am moving" });
  await changeMember(first, { kind: "end", when: "now" });
  expect(await insights()).toEqual({ members: 1, joined: 2, left: 1, reasons: ["I am moving"], monthly: "£30.00" });
});
