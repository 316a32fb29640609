import { passes, payments } from "@db/schema";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { readMemberships } from "@server/selling/insights/read-memberships";
import { eq } from "drizzle-orm";
import { aChanger, creditsLeft, periodsOf, planChanges, takenAtStripe } from "../../../../support/plan-changes";
import { newsOf, paidPurchases, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const monthly = async (app: TestApp) => {
  const now = app.clock.now();
  const months = { from: now, until: now } as unknown as Parameters<typeof readMemberships>[1];
  return (await readMemberships(app.db, months, now)).monthly;
};

test("shows what an upgrade takes, takes exactly that, and grants the dearer plan for it", async ({ app }) => {
  const { own, dearer, id, read, reference } = await aChanger(app);
  await passDays(app, 10);
  const choice = { plan: dearer.id, interval: "month" as const };
  const offer = await own.getChangeOffer(choice);
  expect(await own.changePlan({ ...choice, key: offer.key })).toBe("made");
  const [first, taken] = await takenAtStripe(app, reference);
  expect(first).toBe(4000);
  expect(offer.amount).toBe(`£${(taken! / 100).toFixed(2)}`);
  const [before, rest] = await periodsOf(app);
  expect(rest!.endsAt).toEqual(before!.endsAt);
  const left =
    (rest!.endsAt.getTime() - rest!.startsAt.getTime()) / (before!.endsAt.getTime() - before!.startsAt.getTime());
  expect(taken).toBe(Math.round(8000 * left) - Math.round(4000 * left));

  const [, purchase] = await paidPurchases(app);
  expect(purchase).toMatchObject({
    ...{ productId: dearer.id, productTitle: "Two evenings a week (change of plan)", status: "paid" },
    ...{ totalMinor: taken, listPriceMinor: taken, discountMinor: 0 },
  });
  expect((await app.db.select().from(payments)).map(({ amountMinor }) => amountMinor)).toEqual([4000, taken]);
  expect(await read()).toMatchObject({
    ...{ title: "Two evenings a week", priceMinor: 8000, weeklyLimit: 2, credits: 8, productId: dearer.id },
    ...{ accessUntil: before!.endsAt, state: "active" },
  });
  const held = await app.db.select().from(passes).where(eq(passes.membershipId, id));
  const shown = held.map(({ title, weeklyLimit, credits }) => [title, weeklyLimit, credits]);
  expect(shown.sort()).toEqual([
    ["Two evenings a week", null, 8],
    ["Two evenings a week", 2, null],
  ]);
  // Of four more credits a month as many as of the price: those that were paid stay.
  expect(await creditsLeft(app, id)).toBe(4 + Math.round(4 * left));
  expect(offer.sentences.join(" ")).toContain(`${Math.round(4 * left)} credits at once`);
  expect(await newsOf(app)).toEqual(["begun", "plan_changed"]);
  expect(await monthly(app)).toBe("£80.00");
});

test("is charged the new price from the next period on, with its credits", async ({ app }) => {
  const { dearer, id, change, sync, reference } = await aChanger(app);
  await passDays(app, 10);
  await change(dearer);
  await passDays(app, 25);
  await sync();
  await sync();
  expect((await takenAtStripe(app, reference)).at(-1)).toBe(8000);
  expect(await paidPurchases(app)).toHaveLength(3);
  // Nothing may be carried over.
  expect(await creditsLeft(app, id)).toBe(8);
  expect(await newsOf(app)).toEqual(["begun", "plan_changed", "renewed"]);
  expect(await monthly(app)).toBe("£80.00");
});

test("begins a year at once, less what is unused of the month, and grants no credit twice", async ({ app }) => {
  const { own, plan, id, read, reference } = await aChanger(app);
  await passDays(app, 10);
  const choice = { plan: plan.id, interval: "year" as const };
  const offer = await own.getChangeOffer(choice);
  await own.changePlan({ ...choice, key: offer.key });
  const [month, year] = await periodsOf(app);
  const left =
    (month!.endsAt.getTime() - year!.startsAt.getTime()) / (month!.endsAt.getTime() - month!.startsAt.getTime());
  const taken = 40_000 - Math.round(4000 * left);
  expect(await takenAtStripe(app, reference)).toEqual([4000, taken]);
  expect(offer.amount).toBe(`£${(taken / 100).toFixed(2)}`);
  expect(await read()).toMatchObject({ interval: "year", priceMinor: 40_000, accessUntil: year!.endsAt });
  expect(year!.endsAt.getTime() - year!.startsAt.getTime()).toBeGreaterThan(364 * 86_400_000);
  // The month that begins grants four; those whose price was credited were granted before.
  expect(await creditsLeft(app, id)).toBe(4 + 4 - Math.round(4 * left));
  expect(await monthly(app)).toBe("£33.33");
});

test("asks again when the amount or the price has changed since it was shown", async ({ app }) => {
  const { own, dearer, reference } = await aChanger(app);
  await passDays(app, 10);
  const choice = { plan: dearer.id, interval: "month" as const };
  const { key } = await own.getChangeOffer(choice);
  const wrong = key.split(":").with(4, "1").join(":");
  await expect(own.changePlan({ ...choice, key: wrong })).rejects.toThrow("The amount has changed");
  const earlier = key.split(":").with(6, "1700000000").join(":");
  await expect(own.changePlan({ ...choice, key: earlier })).rejects.toThrow("The amount has changed");
  await app.db.execute(`update membership_terms set monthly_minor = 9000 where product_id = '${dearer.id}'`);
  await expect(own.changePlan({ ...choice, key })).rejects.toThrow("The amount has changed");
  await app.db.execute(`update membership_terms set monthly_minor = 8000 where product_id = '${dearer.id}'`);
  app.clock.moveBy(16);
  await expect(own.changePlan({ ...choice, key })).rejects.toThrow("The amount has changed");
  expect(await takenAtStripe(app, reference)).toEqual([4000]);
  expect(await planChanges(app)).toEqual([]);
});

/** What becomes of the events of a change whose process was killed once Stripe had answered. */
const deliveries = {
  "as they are sent": (app: TestApp) => app.stripe.control.release({}),
  "doubled and reversed": (app: TestApp) => app.stripe.control.release({ order: "reverse", copies: 2 }),
  lost: (app: TestApp) => app.stripe.control.lose({}),
};

test.for(Object.entries(deliveries))("makes one change after being killed, events %s", async ([, deliver], { app }) => {
  const { change, dearer, id, reference, read } = await aChanger(app);
  await passDays(app, 10);
  // The first and its repetitions: only what Stripe does afterwards is heard of.
  await app.stripe.control.fail({ operation: "invoices.list", times: 3, status: 503 });
  await expect(change(dearer)).rejects.toThrow("Stripe could not be told");
  expect(await read()).toMatchObject({ priceMinor: 4000 });
  await deliver(app);
  app.clock.moveBy(21 * 60);
  await Promise.all([1, 2].map(() => reconcileMemberships(app.services)));
  const taken = await takenAtStripe(app, reference);
  expect(taken).toHaveLength(2);
  expect((await paidPurchases(app)).map(({ totalMinor }) => totalMinor)).toEqual(taken);
  expect(await planChanges(app)).toMatchObject([{ kind: "at_once", amountMinor: taken[1] }]);
  expect(await read()).toMatchObject({ priceMinor: 8000 });
  expect(await creditsLeft(app, id)).toBe(4 + (await planChanges(app))[0]!.creditChange);
  expect(await newsOf(app)).toEqual(["begun", "plan_changed"]);
});
