import { refunds, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { bookWithPass } from "../../../support/passes";
import { aSession } from "../../../support/sessions";
import { atStripe, hearEvents, joinUnheard, paidPurchases, passDays } from "../../../support/subscriptions";
import { expect, type TestApp } from "../../../support/test-app";
import { test, withdraw } from "../../../support/withdrawals";

async function joined(app: TestApp) {
  const member = await joinUnheard(app);
  const hear = async () => {
    await hearEvents(app);
    await app.runJobs();
  };
  await hear();
  return { ...member, hear };
}

const refundMails = (app: TestApp) => app.sentMails.filter(({ subject }) => subject.startsWith("Your refund"));

test("refunds what is shown within the days, though benefits were used, ends it here and at Stripe", async ({
  app,
  admin,
}) => {
  const { account, reference, hear, read } = await joined(app);
  const startTime = new Date(app.clock.now().getTime() + 2 * 86_400_000);
  const { bookingId } = await bookWithPass(app, account, await aSession(app.db, { priceMinor: 2000, startTime }));
  await passDays(app, 5);
  const { id } = await withdraw(app, { contract: "Membership", email: account.email });
  const { withdrawals } = admin.api;
  const { contracts } = await withdrawals.admin.get({ id });
  const [shown, ...others] = contracts.filter(({ kind }) => kind === "purchase");
  expect(others).toEqual([]);
  expect(shown).toMatchObject({ title: "One evening a week", right: "open", left: "£40.00", price: "£40.00" });
  const refund = () => withdrawals.admin.refund({ id, kind: "purchase", contractId: shown!.id });
  const [first, second] = await Promise.all([refund(), refund()]);
  expect([first.byCard, second.byCard].filter(Boolean)).toEqual(["£40.00"]);
  await app.runJobs();
  await hear();
  await hear();
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountMinor: 4000, state: "succeeded" }]);
  expect(refundMails(app)).toHaveLength(1);
  expect(refundMails(app)[0]!.text).toContain("£40.00");
  expect((await read()).endedAt).not.toBeNull();
  expect((await atStripe(app, reference)).status).toBe("canceled");
  const [booking] = await app.db.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId));
  expect(booking).toMatchObject({ status: "completed" });
  await passDays(app, 60);
  await hear();
  expect(await paidPurchases(app)).toMatchObject([{ status: "refunded" }]);
});

test("counts the days from joining, also for what a renewal has paid", async ({ app, admin }) => {
  const { account, hear } = await joined(app);
  await passDays(app, 20);
  const late = await withdraw(app, { contract: "Membership", email: account.email });
  const [first] = (await admin.api.withdrawals.admin.get({ id: late.id })).contracts;
  expect(first).toMatchObject({ right: "late", left: "£40.00" });
  await passDays(app, 13);
  await hear();
  const again = await withdraw(app, { contract: "Membership", email: account.email });
  const both = (await admin.api.withdrawals.admin.get({ id: again.id })).contracts;
  expect(both.map(({ right, left }) => [right, left])).toEqual([
    ["late", "£40.00"],
    ["late", "£40.00"],
  ]);
});
