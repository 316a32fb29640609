import { creditEntries } from "@db/schema";
import { sum } from "drizzle-orm";
import { asAdmin } from "../../../../support/admin";
import { aPlan, changeMember } from "../../../../support/memberships";
import { choosePlan, pressIn } from "../../../../support/portal";
import {
  atStripe,
  dayAhead,
  hearEvents,
  hearings,
  joinUnheard,
  mailsOf,
  newsOf,
  paidPurchases,
  passDays,
} from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

async function aMember(app: TestApp, terms: Parameters<typeof joinUnheard>[1] = {}) {
  const member = await joinUnheard(app, { monthlyMinor: 4000, yearlyMinor: 40_000, credits: 4, ...terms });
  await hearEvents(app);
  return member;
}

const creditsOf = async (app: TestApp): Promise<number> => {
  const [row] = await app.db.select({ left: sum(creditEntries.amount).mapWith(Number) }).from(creditEntries);
  return row?.left ?? 0;
};

for (const [how, hear] of Object.entries(hearings)) {
  test(`follows a dearer plan that was chosen in the portal, with what was paid and its credits, ${how}`, async ({
    app,
  }) => {
    const dearer = await aPlan(app.db, { monthlyMinor: 8000, yearlyMinor: 80_000, credits: 10 }, { title: "Dearer" });
    const member = await aMember(app);
    await passDays(app, 14);
    await hearEvents(app);
    const text = await choosePlan(app, member, "£80.00 / month");
    const [, amount] = /(£[\d.]+) today/.exec(text)!;
    await hear(app);
    expect(await member.read()).toMatchObject({
      productId: dearer.id,
      title: "Dearer",
      priceMinor: 8000,
      state: "active",
    });
    const [, upgrade] = await paidPurchases(app);
    expect(upgrade).toMatchObject({ productId: dearer.id, productTitle: "Dearer (change of plan)", status: "paid" });
    expect(amount).toBe(`£${(upgrade!.totalMinor / 100).toFixed(2)}`);
    // About half of the six additional credits, once.
    const half = await creditsOf(app);
    expect(half).toBeGreaterThanOrEqual(7);
    expect(half).toBeLessThanOrEqual(8);
    expect(await newsOf(app)).toEqual(["begun", "plan_changed"]);
    await passDays(app, 21);
    await hear(app);
    expect((await paidPurchases(app)).map(({ totalMinor }) => totalMinor)).toEqual([4000, upgrade!.totalMinor, 8000]);
    expect(await creditsOf(app)).toBe(10);
  });

  test(`shows a cheaper plan until it begins, takes it back in the portal, and follows it at the end, ${how}`, async ({
    app,
  }) => {
    const cheaper = await aPlan(app.db, { monthlyMinor: 2000, yearlyMinor: null, credits: 1 }, { title: "Cheaper" });
    const member = await aMember(app);
    expect(await choosePlan(app, member, "£20.00 / month")).toContain("Nothing today");
    await hear(app);
    const planned = await member.own.getMine();
    expect(planned).toMatchObject({ title: "One evening a week", isChangeable: true });
    expect(planned!.change).toMatch(/^Changes to “Cheaper” on \w+, \w+ \d+, \d{4}, for £20\.00 a month\.$/);
    await pressIn(app, (await member.own.openPortal({ for: "plan" })).next, {
      action: "keep-plan",
      subscription: member.reference,
    });
    await hear(app);
    expect((await member.own.getMine())!.change).toBeNull();
    expect(await newsOf(app)).toEqual(["begun", "change_planned", "kept"]);
    await choosePlan(app, member, "£20.00 / month");
    await hear(app);
    await passDays(app, 32);
    await hear(app);
    expect(await member.read()).toMatchObject({ productId: cheaper.id, priceMinor: 2000, nextTitle: null });
    expect((await paidPurchases(app)).map(({ totalMinor }) => totalMinor)).toEqual([4000, 2000]);
    // Nothing is carried over, and the first month of the new plan is granted.
    expect(await creditsOf(app)).toBe(1);
    expect((await newsOf(app)).slice(3)).toEqual(["change_planned", "plan_changed"]);
  });

  test(`follows a change to a year at once, and back to months at its end, ${how}`, async ({ app }) => {
    const member = await aMember(app, { credits: null });
    await passDays(app, 10);
    await choosePlan(app, member, "£400.00 / year");
    await hear(app);
    expect(await member.read()).toMatchObject({ interval: "year", priceMinor: 40_000 });
    expect((await member.own.getMine())!.period).toMatch(/^Renews on /);
    await choosePlan(app, member, "£40.00 / month");
    await hear(app);
    expect((await member.own.getMine())!.change).toMatch(/^Changes to £40\.00 a month on \w+, \w+ \d+, \d{4}\.$/);
    const mails = (await mailsOf(app)).slice(-2).map(({ props }) => `${props.headline}: ${props.text}`);
    expect(mails[0]).toMatch(/^has changed: You have “One evening a week” by the year now\. You have paid £/);
    expect(mails[1]).toMatch(
      /^will change: You keep “One evening a week” as it is until \w+, \w+ \d+, \d{4}\. Then it costs £40\.00 a month\./,
    );
    await passDays(app, 367);
    await hear(app);
    expect(await member.read()).toMatchObject({ interval: "month", priceMinor: 4000, nextTitle: null });
  });

  test(`follows a plan and a price that were changed in Stripe's dashboard, ${how}`, async ({ app }) => {
    const other = await aPlan(app.db, { monthlyMinor: 3000, yearlyMinor: null }, { title: "Mornings" });
    const member = await aMember(app);
    const { client } = app.services.stripe;
    // The portal makes the prices of what is on sale.
    await member.own.openPortal({ for: "plan" });
    const [item] = (await atStripe(app, member.reference)).items.data;
    const { data } = await client.prices.list({ product: `plan_${other.id}`, limit: 10 });
    const move = (price: string) =>
      client.subscriptions.update(member.reference, { items: [{ id: item!.id, price }], proration_behavior: "none" });
    await move(data[0]!.id);
    await hear(app);
    expect(await member.read()).toMatchObject({ productId: other.id, title: "Mornings", priceMinor: 3000 });
    const special = await client.prices.create({
      product: `plan_${other.id}`,
      currency: "gbp",
      unit_amount: 2500,
      recurring: { interval: "month" },
    });
    await move(special.id);
    await hear(app);
    expect(await member.read()).toMatchObject({ productId: other.id, priceMinor: 2500 });
    expect(
      (await mailsOf(app)).flatMap(({ dedupeKey, props }) => (/:plan:/.test(dedupeKey) ? props.text : [])).toSorted(),
    ).toEqual([
      "You have “Mornings” from now on, for £30.00 a month.",
      "Your membership “Mornings” costs £25.00 a month from now on.",
    ]);
  });
}

test("gives no dearer plan before it is paid while days are free, and says when it begins", async ({ app }) => {
  const dearer = await aPlan(app.db, { monthlyMinor: 8000, yearlyMinor: null }, { title: "Dearer" });
  const member = await aMember(app, { trialDays: 10 });
  await choosePlan(app, member, "£80.00 / month");
  await hearEvents(app);
  expect(await member.read()).toMatchObject({ title: "One evening a week", nextProductId: dearer.id });
  await passDays(app, 12);
  await hearEvents(app);
  expect(await member.read()).toMatchObject({ productId: dearer.id, nextProductId: null });
});

test("changes nothing where the card of a dearer plan is declined", async ({ app }) => {
  await aPlan(app.db, { monthlyMinor: 8000, yearlyMinor: null }, { title: "Dearer" });
  const member = await aMember(app);
  await passDays(app, 10);
  await app.stripe.control.setCard({ customerId: member.customer, card: "declined" });
  await choosePlan(app, member, "£80.00 / month", 400);
  await hearEvents(app);
  expect(await member.read()).toMatchObject({ title: "One evening a week", state: "active" });
  expect(await paidPurchases(app)).toHaveLength(1);
});

test("lets a planned change fall away with a pause or a cancellation, and tells its member", async ({ app }) => {
  await aPlan(app.db, { monthlyMinor: 2000, yearlyMinor: null }, { title: "Cheaper" });
  const admin = await asAdmin(app);
  const member = await aMember(app);
  const plan = async () => {
    await choosePlan(app, member, "£20.00 / month");
    await hearEvents(app);
  };
  await plan();
  await member.own.cancel({ leaveReason: "" });
  expect(await member.read()).toMatchObject({ state: "cancelled", nextTitle: null });
  expect((await atStripe(app, member.reference)).schedule).toBeNull();
  await member.own.undoCancelling();
  expect(await member.read()).toMatchObject({ state: "active", nextTitle: null });
  await plan();
  await changeMember({ admin, id: member.id }, { kind: "pause", until: dayAhead(app, 20) });
  expect(await member.read()).toMatchObject({ state: "paused", nextTitle: null });
  await expect(member.own.openPortal({ for: "plan" })).rejects.toThrow("can’t be changed right now");
  expect((await mailsOf(app, "kept")).map(({ props }) => props.text)).toEqual([
    "You keep “One evening a week”: the change to “Cheaper” is taken back.",
  ]);
});

test("has one configuration of the portal for each purpose, which follows what is on sale", async ({ app }) => {
  const member = await aMember(app);
  const { configurations } = app.services.stripe.client.billingPortal;
  const featuresFor = async (purpose: string) => {
    const { data } = await configurations.list({ limit: 10 });
    return data.filter(({ metadata }) => metadata?.purpose === purpose).map(({ features }) => features);
  };
  for (const purpose of ["card", "plan", "card", "plan"] as const) await member.own.openPortal({ for: purpose });
  expect(await featuresFor("card")).toMatchObject([{ subscription_update: { enabled: false } }]);
  const [made, ...others] = await featuresFor("plan");
  expect(others).toEqual([]);
  expect(made).toMatchObject({
    subscription_cancel: { enabled: false },
    subscription_update: {
      proration_behavior: "always_invoice",
      trial_update_behavior: "continue_trial",
      schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }, { type: "shortening_interval" }] },
    },
  });
  expect(made!.subscription_update.products).toHaveLength(1);
  await aPlan(app.db, { monthlyMinor: 8000 }, { title: "Dearer" });
  await member.own.openPortal({ for: "plan" });
  const after = await featuresFor("plan");
  expect(after.map(({ subscription_update: { products } }) => products?.length)).toEqual([2]);
});
