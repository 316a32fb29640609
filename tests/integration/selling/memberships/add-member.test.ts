import { randomUUID } from "node:crypto";
import { membershipPeriods, outboxEmails, payments, purchases } from "@db/schema";
import { lastDayValue } from "@server/core/last-days";
import { tendMemberships } from "@server/selling/memberships/tend/tend-memberships";
import { eq, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import { anAccount } from "../../../support/accounts";
import { asAdmin, auditedActions } from "../../../support/admin";
import {
  aMember,
  aNewMember,
  aPlan,
  changeMember,
  countLive,
  dayIn,
  readMembership,
} from "../../../support/memberships";
import { newsOf } from "../../../support/subscriptions";
import { expect, test } from "../../../support/test-app";

const day = 24 * 60;

test("adds a member who has paid elsewhere, in the books, audited and mailed", async ({ app }) => {
  const { account, id } = await aMember(app);
  expect(await readMembership(app.db, id)).toMatchObject({ state: "active", source: "outside", priceMinor: 4000 });
  expect(await app.db.select().from(payments)).toMatchObject([
    { provider: "outside", amountMinor: 4000, state: "paid" },
  ]);
  expect(await app.db.select().from(purchases)).toMatchObject([
    { productKind: "membership", userId: account.id, status: "paid", totalMinor: 4000 },
  ]);
  expect(await auditedActions(app)).toContain("membership.added");
  expect(await app.db.select().from(outboxEmails)).toMatchObject([
    { template: "membership-news", recipient: account.email },
  ]);
});

test("adds one member for a form posted twice, at once, and one membership for two forms", async ({ app }) => {
  const admin = await asAdmin(app);
  const account = await anAccount(app.db);
  const plan = await aPlan(app.db);
  const form = aNewMember(plan, account.email);
  const add = (values = {}) => admin.memberships.admin.addMember({ ...form, ...values });
  const [first, second] = await Promise.all([add(), add()]);
  expect(second).toEqual(first);
  const others = [0, 1, 2].map(() => add({ formKey: randomUUID() }));
  expect((await Promise.allSettled(others)).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await countLive(app.db, account.id)).toBe(1);
  expect(await app.db.$count(membershipPeriods)).toBe(1);
});

test("control: without the index, two memberships are live where the account is not locked", async ({ app }) => {
  const { account, id } = await aMember(app);
  const copy = sql`insert into memberships (product_id, user_id, title, interval, price_minor, currency, source)
    select product_id, user_id, title, interval, price_minor, currency, source from memberships where id = ${id}`;
  await expect(app.db.execute(copy)).rejects.toThrow();
  await app.db.execute(sql`drop index memberships_live_once`);
  await app.db.execute(copy);
  expect(await countLive(app.db, account.id)).toBe(2);
  await app.db.execute(sql`delete from memberships where state = 'pending'`);
  await app.db.execute(sql`create unique index memberships_live_once on memberships (user_id) where ended_at is null`);
});

test("refuses days and intervals that can't be, and addresses without an account", async ({ app }) => {
  const admin = await asAdmin(app);
  const account = await anAccount(app.db);
  const plan = await aPlan(app.db);
  const add = (values: object) => admin.memberships.admin.addMember({ ...aNewMember(plan, account.email), ...values });
  await expect(add({ from: dayIn(2) })).rejects.toThrow("Choose today, or a day before.");
  await expect(add({ from: dayIn(-9), until: dayIn(-2) })).rejects.toThrow("Choose today, or a day to come.");
  await expect(add({ interval: "year" })).rejects.toThrow("has no price by the year");
  await expect(add({ email: "no-one@example.com" })).rejects.toThrow("No one has an account");
  expect(await countLive(app.db, account.id)).toBe(0);
});

test("extends, gives months and ends it, each with its reason in the audit log and a mail", async ({ app }) => {
  const member = await aMember(app);
  const before = await readMembership(app.db, member.id);
  await changeMember(member, { kind: "extend", lastDay: dayIn(60), paidMinor: null });
  await changeMember(member, { kind: "give", months: 1 });
  const after = await readMembership(app.db, member.id);
  expect(after.accessUntil!.getTime() - before.accessUntil!.getTime()).toBeGreaterThan(57 * 86_400_000);
  await changeMember(member, { kind: "end", when: "now" });
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "cancelled", endedAt: app.clock.now() });
  const actions = await auditedActions(app);
  for (const action of ["extended", "given_months", "ended"]) expect(actions).toContain(`membership.${action}`);
  expect(await app.db.$count(outboxEmails)).toBe(4);
});

test("gives months one by one that end as if they were given at once", async ({ app }) => {
  const member = await aMember(app);
  const zone = app.services.settings.siteTimeZone;
  // A last day on which the next month may end too early.
  const last = DateTime.fromJSDate(app.clock.now(), { zone }).plus({ years: 1 }).set({ month: 1, day: 30 });
  await changeMember(member, { kind: "extend", lastDay: last.toISODate()!, paidMinor: null });
  const ends: string[] = [];
  for (let month = 0; month < 3; month += 1) {
    await changeMember(member, { kind: "give", months: 1 });
    ends.push(lastDayValue((await readMembership(app.db, member.id)).accessUntil!, zone).slice(5));
  }
  expect(ends.map((end) => end.replace("02-29", "02-28"))).toEqual(["02-28", "03-30", "04-30"]);
});

test("pauses: nothing is granted meanwhile, and the end moves by the time it was paused", async ({ app }) => {
  const member = await aMember(app);
  const before = await readMembership(app.db, member.id);
  await expect(changeMember(member, { kind: "pause", until: dayIn(120) })).rejects.toThrow("within 3 months");
  await changeMember(member, { kind: "pause", until: dayIn(60) });
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "paused" });
  app.clock.moveBy(40 * day);
  await tendMemberships(app.services);
  expect(await readMembership(app.db, member.id)).toMatchObject({ state: "paused", endedAt: null });
  await changeMember(member, { kind: "resume" });
  const after = await readMembership(app.db, member.id);
  expect(after).toMatchObject({ state: "active", pausedAt: null });
  expect(after.accessUntil!.getTime() - before.accessUntil!.getTime()).toBe(40 * 86_400_000);
  expect(await newsOf(app)).toEqual(["begun", "paused", "goes_on"]);
});

test("refuses a form that shows an older state", async ({ app }) => {
  const { admin, id } = await aMember(app);
  const { version } = await admin.memberships.admin.getMember({ id });
  const change = (formKey = randomUUID()) =>
    admin.memberships.admin.change({ kind: "give", months: 1, id, version, formKey, reason: "Illness" });
  const [key, other] = [randomUUID(), randomUUID()];
  await Promise.all([change(key), change(key)]);
  await expect(change(other)).rejects.toThrow("has changed since");
  expect(await app.db.$count(membershipPeriods, eq(membershipPeriods.kind, "free"))).toBe(1);
});
