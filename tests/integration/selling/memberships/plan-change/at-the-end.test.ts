import { readMemberships } from "@server/selling/insights/read-memberships";
import { tendMemberships } from "@server/selling/memberships/tend-memberships";
import { passes } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import { asAdmin } from "../../../../support/admin";
import { changeMember } from "../../../../support/memberships";
import { aChanger, creditsLeft, otherPlan, planChanges, takenAtStripe } from "../../../../support/plan-changes";
import { atStripe, newsOf, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const lesser = { monthlyMinor: 2000, yearlyMinor: 20_000, weeklyLimit: 1, credits: 2 };

const cover = async (app: TestApp, id: string) =>
  (await app.db.query.passes.findFirst({ where: and(eq(passes.membershipId, id), isNull(passes.credits)) }))!;

test("plans a downgrade for the end of what is paid, and charges its price from then on", async ({ app }) => {
  const {
    own,
    dearer: cheaper,
    id,
    read,
    sync,
    reference,
  } = await aChanger(app, {
    terms: { carriedOver: 1 },
    to: { ...lesser, coversSessions: false, weeklyLimit: null },
  });
  await passDays(app, 10);
  const before = await read();
  const choice = { plan: cheaper.id, interval: "month" as const };
  const offer = await own.getChangeOffer(choice);
  expect(offer.amount).toBeNull();
  expect(await own.changePlan({ ...choice, key: offer.key })).toBe("planned");
  expect(await takenAtStripe(app, reference)).toEqual([4000]);
  expect(await read()).toMatchObject({ title: before.title, weeklyLimit: 1, credits: 4 });
  const mine = await own.getMine();
  expect(mine!.change!.text).toContain("“Two evenings a week”, £20 a month");
  expect(mine).toMatchObject({ isChangeable: false, isCancellable: true });
  const admin = await asAdmin(app);
  expect((await admin.memberships.admin.getMember({ id })).change).toBe(mine!.change!.text);
  // What is behind the change is not booked with the plan before it.
  expect((await cover(app, id)).endsAt).toEqual(before.accessUntil);

  await passDays(app, 22);
  await sync();
  await sync();
  expect(await takenAtStripe(app, reference)).toEqual([4000, 2000]);
  expect(await read()).toMatchObject({ title: "Two evenings a week", priceMinor: 2000, credits: 2 });
  expect((await cover(app, id)).endedAt).not.toBeNull();
  // One of the four stays, as the plan before has said.
  expect(await creditsLeft(app, id)).toBe(1 + 2);
  await tendMemberships(app.services);
  expect(await creditsLeft(app, id)).toBe(1 + 2);
  expect((await atStripe(app, reference)).schedule).toBeNull();
  expect(await newsOf(app)).toEqual(["begun", "change_planned", "plan_changed"]);
  const now = app.clock.now();
  const period = { from: now, until: now, timeZone: "UTC", months: [] };
  expect((await readMemberships(app.db, period, now)).monthly).toBe("£20.00");
  await passDays(app, 31);
  await sync();
  expect(await takenAtStripe(app, reference)).toEqual([4000, 2000, 2000]);
});

test("goes from years to months when the year has ended", async ({ app }) => {
  const { plan, change, read, sync, reference, own } = await aChanger(app, { interval: "year" });
  await passDays(app, 100);
  const { accessUntil } = await read();
  expect(await change(plan, "month")).toBe("planned");
  await passDays(app, 255);
  await tendMemberships(app.services);
  expect(await newsOf(app)).toEqual(["begun", "change_planned", "renews"]);
  await passDays(app, 11);
  await sync();
  expect(await takenAtStripe(app, reference)).toEqual([40_000, 4000]);
  const monthly = await read();
  expect(monthly).toMatchObject({ interval: "month", priceMinor: 4000, state: "active" });
  expect(monthly.accessUntil!.getTime() - accessUntil!.getTime()).toBeLessThan(32 * 86_400_000);
  expect(await own.getMine()).toMatchObject({ change: null, isChangeable: true });
});

test("takes a planned change back: nothing changes, and another can be chosen", async ({ app }) => {
  const { dearer: cheaper, change, own, sync, reference, read } = await aChanger(app, { to: lesser });
  await change(cheaper);
  await own.takeBackChange();
  await own.takeBackChange();
  expect((await atStripe(app, reference)).schedule).toBeNull();
  for (const again of [1, 2]) {
    app.clock.moveBy(again);
    expect(await change(cheaper)).toBe("planned");
    await own.takeBackChange();
  }
  app.clock.moveBy(1);
  await change(await otherPlan(app, {}, { title: "All evenings" }));
  await passDays(app, 32);
  await sync();
  expect(await read()).toMatchObject({ title: "All evenings" });
  expect((await takenAtStripe(app, reference)).at(-1)).toBe(8000);
  expect((await planChanges(app)).map(({ startedAt }) => startedAt !== null)).toEqual([false, false, false, true]);
});

test("changes at the new end when months are given, and not when it is cancelled", async ({ app }) => {
  const { dearer: cheaper, change, own, sync, reference, read, id } = await aChanger(app, { to: lesser });
  await change(cheaper);
  const admin = await asAdmin(app);
  await changeMember({ admin, id }, { kind: "give", months: 1 });
  await app.runJobs();
  const [given] = await planChanges(app);
  expect(Math.abs(given!.startsAt.getTime() - (await read()).accessUntil!.getTime())).toBeLessThan(2000);
  expect((await atStripe(app, reference)).schedule).not.toBeNull();
  await passDays(app, 63);
  await sync();
  expect(await takenAtStripe(app, reference)).toEqual([4000, 0, 2000]);
  expect(await read()).toMatchObject({ priceMinor: 2000, state: "active" });
  const less = await otherPlan(app, { ...lesser, monthlyMinor: 1000 }, { title: "Recordings" });
  await change(less);
  await own.cancel({});
  expect(await own.getMine()).toMatchObject({ state: "cancelled", change: null });
  await own.undoCancelling();
  await passDays(app, 31);
  await sync();
  expect((await takenAtStripe(app, reference)).at(-1)).toBe(2000);
});

test("waits for the end of the free days, and is free no longer", async ({ app }) => {
  const { dearer, own, change, sync, reference, read } = await aChanger(app, { terms: { trialDays: 14 } });
  const offer = await own.getChangeOffer({ plan: dearer.id, interval: "month" });
  expect(offer.amount).toBeNull();
  expect((await own.getMine())!.trial).toContain("Then it costs £40.00 a month");
  expect(await change(dearer)).toBe("planned");
  expect((await own.getMine())!.trial).toMatch(/^It is free until \w+, .*\d{4}\.$/);
  await passDays(app, 15);
  await sync();
  expect(await takenAtStripe(app, reference)).toEqual([0, 8000]);
  expect(await read()).toMatchObject({ priceMinor: 8000, weeklyLimit: 2 });
});

test("changes again once Stripe keeps no schedule: one that is left over is released, one of another's is not", async ({
  app,
}) => {
  const { dearer: cheaper, plan, change, own, sync, reference } = await aChanger(app, { to: lesser });
  await change(cheaper);
  await passDays(app, 32);
  await app.stripe.control.fail({ operation: "subscriptionSchedules.release", times: 3, status: 503 });
  await expect(sync()).rejects.toThrow();
  expect((await atStripe(app, reference)).schedule).not.toBeNull();
  const choice = { plan: plan.id, interval: "month" as const };
  expect((await own.getChangeOffer(choice)).amount).not.toBeNull();
  expect((await atStripe(app, reference)).schedule).toBeNull();
  await app.services.stripe.client.subscriptionSchedules.create({ from_subscription: reference });
  await expect(own.getChangeOffer(choice)).rejects.toThrow("is planned already");
  expect((await atStripe(app, reference)).schedule).not.toBeNull();
});
