import { memberships } from "@db/schema";
import { eq } from "drizzle-orm";
import { aChanger, creditsLeft, otherPlan, planChanges, takenAtStripe } from "../../../../support/plan-changes";
import { atStripe, newsOf, paidPurchases, passDays } from "../../../../support/subscriptions";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../../support/statements";
import { expect, test } from "../../../../support/test-app";

type Own = Awaited<ReturnType<typeof aChanger>>["own"];

/** Opens the form of each plan in a tab of its own. */
const formsOf = (own: Own, plans: { id: string }[]) =>
  Promise.all(
    plans.map(async ({ id }) => {
      const choice = { plan: id, interval: "month" as const };
      return { ...choice, key: (await own.getChangeOffer(choice)).key };
    }),
  );

test("makes one change of a form that is posted many times at once", async ({ app }) => {
  const { own, dearer, id, reference, sync } = await aChanger(app);
  await passDays(app, 10);
  const choice = { plan: dearer.id, interval: "month" as const };
  const { key } = await own.getChangeOffer(choice);
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => own.changePlan({ ...choice, key })));
  expect(answers.some(({ status }) => status === "fulfilled")).toBe(true);
  expect(await own.changePlan({ ...choice, key })).toBe("made");
  await sync();
  expect(await takenAtStripe(app, reference)).toHaveLength(2);
  expect(await paidPurchases(app)).toHaveLength(2);
  const [change, ...others] = await planChanges(app);
  expect(others).toEqual([]);
  expect(await creditsLeft(app, id)).toBe(4 + change!.creditChange);
  expect(await newsOf(app)).toEqual(["begun", "plan_changed"]);
});

test("makes one of two choices from two tabs", async ({ app }) => {
  const { own, dearer, reference, sync, read } = await aChanger(app);
  const dearest = await otherPlan(app, { monthlyMinor: 12_000 }, { title: "All evenings" });
  await passDays(app, 10);
  const forms = await formsOf(own, [dearer, dearest]);
  const answers = await Promise.allSettled(forms.map((form) => own.changePlan(form)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await sync();
  const [, taken, ...more] = await takenAtStripe(app, reference);
  expect(more).toEqual([]);
  const [change, ...others] = await planChanges(app);
  expect(others).toEqual([]);
  expect(change).toMatchObject({ amountMinor: taken, startedAt: expect.any(Date) as Date });
  expect(await read()).toMatchObject({ productId: change!.productId, priceMinor: change!.priceMinor });
});

/** Shows that the test above can fail. */
test("would be charged twice without its locks and its index", async ({ app }) => {
  const { own, dearer, reference } = await aChanger(app);
  const dearest = await otherPlan(app, { monthlyMinor: 12_000 }, { title: "All evenings" });
  await passDays(app, 10);
  const forms = await formsOf(own, [dearer, dearest]);
  const { rows } = await app.db.execute<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'membership_changes_open_once'",
  );
  await app.db.execute("drop index membership_changes_open_once");
  try {
    disableRowLocks(app, "users", "memberships");
    const bothHaveLooked = createBarrier(2);
    const isChange = (text: string) => text.startsWith('insert into "membership_changes"');
    interceptStatements(app, { before: (text) => (isChange(text) ? bothHaveLooked() : undefined) });
    await Promise.allSettled(forms.map((form) => own.changePlan(form)));
    expect(await planChanges(app)).toHaveLength(2);
    expect(await takenAtStripe(app, reference)).toHaveLength(3);
  } finally {
    await app.db.execute("delete from membership_changes");
    await app.db.execute(rows[0]!.indexdef);
  }
});

test("plans one change from two tabs, and takes it back once", async ({ app }) => {
  const { own, dearer: cheaper, reference, id } = await aChanger(app, { to: { monthlyMinor: 2000 } });
  const choice = { plan: cheaper.id, interval: "month" as const };
  const { key } = await own.getChangeOffer(choice);
  const answers = await Promise.allSettled([1, 2, 3].map(() => own.changePlan({ ...choice, key })));
  expect(answers.some(({ status }) => status === "fulfilled")).toBe(true);
  expect(await planChanges(app)).toHaveLength(1);
  const { schedule } = await atStripe(app, reference);
  expect((await planChanges(app))[0]!.scheduleReference).toBe(schedule);
  await Promise.allSettled([1, 2, 3].map(() => own.takeBackChange()));
  expect((await atStripe(app, reference)).schedule).toBeNull();
  expect(await own.getMine()).toMatchObject({ id, change: null });
  expect(await newsOf(app)).toEqual(["begun", "change_planned", "changed"]);
  expect(await app.db.$count(memberships, eq(memberships.id, id))).toBe(1);
});
