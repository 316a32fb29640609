import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { asAdmin } from "../../../../support/admin";
import { changeMember } from "../../../../support/memberships";
import { aChanger, creditsLeft, planChanges, takenAtStripe } from "../../../../support/plan-changes";
import { atStripe, newsOf, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const dayMs = 86_400_000;
const lesser = { monthlyMinor: 2000, yearlyMinor: 20_000, weeklyLimit: 1, credits: 2 };

/** A member who has planned a cheaper plan for the end of what is paid. */
async function planned(app: TestApp) {
  const admin = await asAdmin(app);
  const changer = await aChanger(app, { to: lesser });
  await passDays(app, 5);
  expect(await changer.change(changer.dearer)).toBe("planned");
  const daysTo = (day: Date) => (day.getTime() - app.clock.now().getTime()) / dayMs;
  const dayIn = (days: number) => new Date(app.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
  const pause = (days: number) => changeMember({ admin, id: changer.id }, { kind: "pause", until: dayIn(days) });
  /** The day that the page of the membership names. */
  const shownDay = async () => /From (.*): “/.exec((await changer.own.getMine())!.change!.text)![1];
  /** Stripe charges at the next full second, which is often midnight after a pause. */
  const longDay = (day: Date) =>
    new Date(Math.ceil(day.getTime() / 1000) * 1000).toLocaleDateString("en-US", {
      ...{ dateStyle: "full", timeZone: app.services.settings.siteTimeZone },
    });
  /** Lives through the day of the change, and a month more: each price is taken once, on its day. */
  const expectChangeAt = async (day: Date) => {
    expect(await shownDay()).toBe(longDay(day));
    expect(Math.abs((await planChanges(app))[0]!.startsAt.getTime() - day.getTime())).toBeLessThan(2000);
    const paid = async () => (await takenAtStripe(app, changer.reference)).filter((amount) => amount > 0);
    await passDays(app, daysTo(day) - 0.5);
    await changer.sync();
    expect(await paid()).toEqual([4000]);
    expect(await changer.read()).toMatchObject({ priceMinor: 4000, credits: 4, state: "active" });
    await passDays(app, 1);
    await Promise.all([changer.sync(), changer.sync()]);
    await reconcileMemberships(app.services);
    expect(await paid()).toEqual([4000, 2000]);
    const changed = await changer.read();
    expect(changed).toMatchObject({ priceMinor: 2000, credits: 2, state: "active" });
    expect(await creditsLeft(app, changer.id)).toBe(2);
    expect(daysTo(changed.accessUntil!)).toBeGreaterThan(27);
    expect((await planChanges(app)).map(({ startedAt }) => startedAt !== null)).toEqual([true]);
    await passDays(app, daysTo(changed.accessUntil!) + 0.5);
    await changer.sync();
    expect(await paid()).toEqual([4000, 2000, 2000]);
    expect((await newsOf(app)).filter((about) => about === "plan_changed")).toHaveLength(1);
  };
  return { ...changer, admin, daysTo, pause, shownDay, longDay, expectChangeAt };
}

test("moves a planned change with the end, over which a pause lasts, and makes it once", async ({ app }) => {
  const { pause, read, reference, shownDay, longDay, expectChangeAt, daysTo, sync } = await planned(app);
  const { accessUntil: before } = await read();
  await passDays(app, 5);
  await pause(40);
  const { pausedAt, resumesAt } = await read();
  const moved = new Date(before!.getTime() + resumesAt!.getTime() - pausedAt!.getTime());
  expect(await shownDay()).toBe(longDay(moved));
  await passDays(app, daysTo(before!) + 1);
  await sync();
  expect(await read()).toMatchObject({ state: "paused", priceMinor: 4000 });
  await passDays(app, daysTo(resumesAt!) + 0.01);
  await reconcileMemberships(app.services);
  expect(await read()).toMatchObject({ state: "active", accessUntil: moved });
  expect((await atStripe(app, reference)).schedule).not.toBeNull();
  await expectChangeAt(moved);
});

test("moves it to the end that a pause leaves which the instructor ends early", async ({ app }) => {
  const { pause, admin, id, read, expectChangeAt } = await planned(app);
  const { accessUntil: before } = await read();
  await pause(60);
  await passDays(app, 7);
  await changeMember({ admin, id }, { kind: "resume" });
  const { accessUntil } = await read();
  expect(Math.abs(accessUntil!.getTime() - before!.getTime() - 7 * dayMs)).toBeLessThan(2000);
  await expectChangeAt(accessUntil!);
});

test("moves it by months that are given before or after a pause", async ({ app }) => {
  const { pause, admin, id, read, expectChangeAt, daysTo } = await planned(app);
  await changeMember({ admin, id }, { kind: "give", months: 1 });
  await app.runJobs();
  await pause(20);
  await passDays(app, daysTo((await read()).resumesAt!) + 0.01);
  await reconcileMemberships(app.services);
  await changeMember({ admin, id }, { kind: "give", months: 2 });
  await app.runJobs();
  const { accessUntil } = await read();
  expect(daysTo(accessUntil!)).toBeGreaterThan(100);
  await expectChangeAt(accessUntil!);
});

test("waits through a pause that was begun in Stripe's dashboard, too", async ({ app }) => {
  const { read, reference, sync, expectChangeAt, daysTo } = await planned(app);
  const { subscriptions } = app.services.stripe.client;
  const { accessUntil: before } = await read();
  await subscriptions.update(reference, { pause_collection: { behavior: "void" } });
  await sync();
  expect(await read()).toMatchObject({ state: "paused" });
  expect((await atStripe(app, reference)).schedule).toBeNull();
  await passDays(app, daysTo(before!) + 5);
  await subscriptions.update(reference, { pause_collection: "" });
  await sync();
  await sync();
  const { accessUntil, state } = await read();
  expect([state, accessUntil! > before!]).toEqual(["active", true]);
  await expectChangeAt(accessUntil!);
});

test("can be taken back in a pause, and then comes to nothing", async ({ app }) => {
  const { pause, own, read, daysTo, sync, reference } = await planned(app);
  await pause(30);
  await own.takeBackChange();
  expect(await own.getMine()).toMatchObject({ change: null });
  await passDays(app, daysTo((await read()).resumesAt!) + 0.01);
  await reconcileMemberships(app.services);
  await passDays(app, daysTo((await read()).accessUntil!) + 0.5);
  await sync();
  expect((await takenAtStripe(app, reference)).filter((amount) => amount > 0)).toEqual([4000, 4000]);
  expect(await read()).toMatchObject({ priceMinor: 4000 });
});

test("begins a dearer plan that is paid in a pause, with its credits once the membership goes on", async ({ app }) => {
  const admin = await asAdmin(app);
  const { change, dearer, customer, id, read, sync, reference } = await aChanger(app);
  await passDays(app, 10);
  await app.stripe.control.setCard({ customerId: customer, card: "declined" });
  expect(await change(dearer)).toBe("waiting");
  const until = new Date(app.clock.now().getTime() + 20 * dayMs).toISOString().slice(0, 10);
  await changeMember({ admin, id }, { kind: "pause", until });
  const { latest_invoice: invoiceId } = await atStripe(app, reference);
  await app.stripe.control.payInvoice({ invoiceId: invoiceId as string, card: "accepted" });
  await app.stripe.control.setCard({ customerId: customer, card: "accepted" });
  await sync();
  expect(await read()).toMatchObject({ state: "paused", priceMinor: 8000 });
  await passDays(app, 21);
  await reconcileMemberships(app.services);
  const { creditChange, amountMinor } = (await planChanges(app))[0]!;
  expect([(await read()).state, await creditsLeft(app, id)]).toEqual(["active", 4 + creditChange]);
  await passDays(app, ((await read()).accessUntil!.getTime() - app.clock.now().getTime()) / dayMs + 1);
  await sync();
  expect((await takenAtStripe(app, reference)).filter((amount) => amount > 0)).toEqual([4000, amountMinor, 8000]);
  // Those of the new month come with it, not later by the length of the pause.
  expect(await creditsLeft(app, id)).toBe(8);
});
