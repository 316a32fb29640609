import { membershipPeriods, memberships, outboxEmails, users } from "@db/schema";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { syncSubscription } from "@server/selling/memberships/stripe/sync-subscription";
import { desc, eq, like } from "drizzle-orm";
import { officeOf } from "../../../../support/office";
import { asAdmin } from "../../../../support/admin";
import { aNewPlan, changeMember, readMembership } from "../../../../support/memberships";
import { atStripe, joinAtStripe, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

async function joined(app: TestApp) {
  await app.stripe.control.hold({});
  return joinAtStripe(app);
}

test("tells Stripe a member's new name, and deletes the customer with the account", async ({ app }) => {
  const { account, customer, reference } = await joined(app);
  const admin = await asAdmin(app);
  const { version } = await admin.users.get({ id: account.id });
  const { id, email } = account;
  await admin.users.update({ id, version, email, subscriptionStatus: "free", fullName: "Zoë Łąka 🌿" });
  await app.runJobs("tell-stripe-of-account");
  const { customers, subscriptions, invoices } = app.services.stripe.client;
  expect(await customers.retrieve(customer)).toMatchObject({ name: "Zoë Łąka 🌿", email });
  await app.db.update(users).set({ email: "new@example.com" }).where(eq(users.id, account.id));
  await deleteAccount(app.services, account.id, { actorId: account.id, adminDecision: null });
  await app.runJobs("tell-stripe-of-account");
  expect(await customers.retrieve(customer)).toEqual(expect.objectContaining({ id: customer, deleted: true }));
  expect((await subscriptions.retrieve(reference)).status).toBe("canceled");
  expect((await invoices.list({ subscription: reference })).data).toHaveLength(1);
});

test("tells Stripe a plan's new name and text", async ({ app }) => {
  const { plan } = await joined(app);
  const admin = await asAdmin(app);
  const { version } = await officeOf(admin, "membership").getForm({ id: plan.id });
  const typed = { ...aNewPlan, title: "Rok oddechu – Zażółć", description: "Ένας χρόνος 🧘🏽‍♀️" };
  await officeOf(admin, "membership").edit({ ...typed, id: plan.id, version });
  await app.runJobs("tell-stripe-of-plan");
  const { data } = await app.services.stripe.client.prices.list({ product: `plan_${plan.id}` });
  expect(data).toHaveLength(1);
  const { rows } = await app.db.execute(
    `select body ->> 'name' as name, body ->> 'description' as text from local_stripe.objects where kind = 'product'`,
  );
  expect(rows).toEqual([{ name: typed.title, text: typed.description }]);
});

const lastMail = async (app: TestApp, about: string) => {
  const [mail] = await app.db
    .select()
    .from(outboxEmails)
    .where(like(outboxEmails.dedupeKey, `membership:%:${about}:%`))
    .orderBy(desc(outboxEmails.createdAt));
  return JSON.stringify(mail?.props);
};

test.for([
  ["declined", /It is tried again on .* look at your card/],
  ["lost", /It is not tried again with this card\. .* choose another card/],
] as const)("says what Stripe does after a card is %s", async ([card, words], { app }) => {
  const { customer, reference } = await joined(app);
  await app.stripe.control.setCard({ customerId: customer, card });
  await passDays(app, 32);
  await syncSubscription(app.services, reference);
  expect(await lastMail(app, "payment_failed")).toMatch(words);
});

test("names the months as wrong that Stripe refuses, and gives none", async ({ app }) => {
  const { id } = await joined(app);
  const admin = await asAdmin(app);
  const before = await readMembership(app.db, id);
  await app.stripe.control.fail({ operation: "subscriptions.update", status: 400, param: "trial_end" });
  const giving = changeMember({ admin, id }, { kind: "give", months: 12 });
  await expect(giving).rejects.toThrow(/^Stripe can’t wait that long: .* Please give fewer months\.$/);
  expect((await readMembership(app.db, id)).accessUntil).toEqual(before.accessUntil);
});

test("lets Stripe wait as long as it can for what was granted for longer", async ({ app }) => {
  const { id, reference } = await joined(app);
  const endsAt = new Date(app.clock.now().getTime() + 1000 * dayMs);
  const [paid] = await app.db.select().from(membershipPeriods).where(eq(membershipPeriods.membershipId, id));
  const granted = { membershipId: id, kind: "free" as const, startsAt: paid!.endsAt, endsAt, reference: "free:before" };
  await app.db.insert(membershipPeriods).values({ ...granted, createdAt: app.clock.now() });
  await app.db.update(memberships).set({ accessUntil: endsAt }).where(eq(memberships.id, id));
  const waits = async () => {
    await syncSubscription(app.services, reference);
    const { trial_end: end } = await atStripe(app, reference);
    return Math.round(((end ?? 0) * 1000 - app.clock.now().getTime()) / dayMs);
  };
  expect(await waits()).toBe(730);
  app.clock.moveBy(400 * 24 * 60);
  expect(await waits()).toBe(600);
});

const dayMs = 24 * 3_600_000;
