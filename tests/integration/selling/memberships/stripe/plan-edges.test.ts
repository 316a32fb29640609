import { handleStripeEvent } from "@server/payments/handle-stripe-event";
import type Stripe from "stripe";
import { anAccount } from "../../../../support/accounts";
import { asAdmin } from "../../../../support/admin";
import { aPlan, changeMember } from "../../../../support/memberships";
import { choosePlan } from "../../../../support/portal";
import {
  atStripe,
  joinerOf,
  joinUnheard,
  mailsOf,
  newsOf,
  paidPurchases,
  passDays,
} from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

type Member = Awaited<ReturnType<typeof joinUnheard>>;

/** Joins a plan of £40 a month or £400 a year. */
const aMember = (app: TestApp, options = {}) => joinUnheard(app, { monthlyMinor: 4000, yearlyMinor: 40_000 }, options);

/** Makes a price by hand and moves a member to it, as Stripe's dashboard does. */
async function moveInDashboard(
  app: TestApp,
  { reference, plan }: Member,
  recurring: Stripe.PriceCreateParams.Recurring,
  proration: "none" | "create_prorations",
): Promise<void> {
  const { client } = app.services.stripe;
  const price = await client.prices.create({
    product: `plan_${plan.id}`,
    currency: "gbp",
    unit_amount: 9000,
    recurring,
  });
  const [item] = (await atStripe(app, reference)).items.data;
  const items = [{ id: item!.id, price: price.id }];
  await client.subscriptions.update(reference, { items, proration_behavior: proration });
}

const textsOf = async (app: TestApp, about: string) => (await mailsOf(app, about)).map(({ props }) => props.text);

test("takes no price from an invoice of nothing, such as that of given months", async ({ app }) => {
  const member = await aMember(app);
  await changeMember({ admin: await asAdmin(app), id: member.id }, { kind: "give", months: 1 });
  await passDays(app, 65);
  await member.sync();
  await choosePlan(app, member, "£400.00 / year");
  for (const _ of [1, 2, 3]) await member.sync();
  expect(await member.read()).toMatchObject({ interval: "year", priceMinor: 40_000 });
  expect((await newsOf(app)).filter((about) => about === "plan_changed")).toHaveLength(1);
  expect(await textsOf(app, "changed")).toHaveLength(1);
});

test("says nothing of a change in given months that another one takes back before it is charged", async ({ app }) => {
  const member = await aMember(app);
  await changeMember({ admin: await asAdmin(app), id: member.id }, { kind: "give", months: 1 });
  await member.sync();
  await choosePlan(app, member, "£400.00 / year");
  await member.sync();
  expect(await member.read()).toMatchObject({ interval: "month", nextInterval: "year", nextPriceMinor: 40_000 });
  await choosePlan(app, member, "£40.00 / month");
  await member.sync();
  expect(await member.read()).toMatchObject({ interval: "month", nextProductId: null });
  await passDays(app, 65);
  await member.sync();
  expect((await paidPurchases(app)).map(({ totalMinor }) => totalMinor)).toEqual([4000, 4000]);
});

test("keeps the plan at a price that no plan can have, and goes on with its renewals", async ({ app }) => {
  const member = await aMember(app);
  await moveInDashboard(app, member, { interval: "month", interval_count: 3 }, "none");
  await member.sync();
  expect(await member.read()).toMatchObject({ interval: "month", priceMinor: 4000, state: "active" });
  await passDays(app, 93);
  await member.sync();
  expect((await paidPurchases(app)).map(({ totalMinor }) => totalMinor)).toContain(9000);
  expect((await member.read()).accessUntil!.getTime()).toBeGreaterThan(app.clock.now().getTime());
});

test("keeps a planned change where more months are given than Stripe takes", async ({ app }) => {
  const member = await aMember(app);
  await choosePlan(app, member, "£400.00 / year");
  await member.sync();
  await choosePlan(app, member, "£40.00 / month");
  await member.sync();
  const admin = await asAdmin(app);
  await expect(changeMember({ admin, id: member.id }, { kind: "give", months: 12 })).rejects.toThrow(
    /^Stripe can wait for two years at most: until /,
  );
  expect((await atStripe(app, member.reference)).schedule).not.toBeNull();
  await member.sync();
  expect(await member.read()).toMatchObject({ nextInterval: "month", nextPriceMinor: 4000 });
  expect(await textsOf(app, "kept")).toEqual([]);
  await changeMember({ admin, id: member.id }, { kind: "give", months: 1 });
  expect(await member.read()).toMatchObject({ nextInterval: null });
  expect(await textsOf(app, "kept")).toEqual([
    "You keep “One evening a week”: the change to £40.00 a month is taken back.",
  ]);
});

test("hears of a change that was planned in Stripe's dashboard by the message about its schedule", async ({ app }) => {
  await aPlan(app.db, { monthlyMinor: 2000, yearlyMinor: null }, { title: "Cheaper" });
  const member = await aMember(app);
  await choosePlan(app, member, "£20.00 / month");
  const { schedule } = await atStripe(app, member.reference);
  const object = await app.services.stripe.client.subscriptionSchedules.retrieve(schedule as string);
  const event: Stripe.SubscriptionScheduleUpdatedEvent = {
    id: "evt_1",
    object: "event",
    api_version: null,
    created: object.created,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type: "subscription_schedule.updated",
    data: { object },
  };
  await handleStripeEvent(app.services, event);
  expect(await member.read()).toMatchObject({ nextTitle: "Cheaper" });
});

test("gives no second time what Stripe has credited of a year that was changed to months", async ({ app }) => {
  const member = await aMember(app, { interval: "year" });
  await passDays(app, 30);
  await moveInDashboard(app, member, { interval: "month" }, "create_prorations");
  await member.sync();
  expect((await atStripe(app, member.reference)).trial_end).toBeNull();
});

test("sells a plan whose name has letters of any script", async ({ app }) => {
  const account = await anAccount(app.db);
  const plan = await aPlan(app.db, {}, { title: "Atem – ein Jahr’s Fülle, дыхание 🌬" });
  await expect(joinerOf(app, account, plan).begin()).resolves.toMatchObject({ next: expect.any(String) as string });
});
