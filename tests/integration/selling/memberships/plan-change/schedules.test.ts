import { aChanger, planChanges, takenAtStripe } from "../../../../support/plan-changes";
import { atStripe, passDays } from "../../../../support/subscriptions";
import { expect, test } from "../../../../support/test-app";

test("plans a change anew whose schedule was released, such as by a process that was killed over something else", async ({
  app,
}) => {
  const { dearer: cheaper, change, sync, reference, read } = await aChanger(app, { to: { monthlyMinor: 2000 } });
  await change(cheaper);
  const { schedule } = await atStripe(app, reference);
  await app.services.stripe.client.subscriptionSchedules.release(schedule as string);
  await Promise.all([sync(), sync()]);
  const again = (await atStripe(app, reference)).schedule;
  expect(again).not.toBe(schedule);
  expect(await planChanges(app)).toMatchObject([{ scheduleReference: again, endedAt: null }]);
  await passDays(app, 32);
  await sync();
  expect(await takenAtStripe(app, reference)).toEqual([4000, 2000]);
  expect(await read()).toMatchObject({ priceMinor: 2000 });
});
