import { creditEntries, membershipPeriods, payments } from "@db/schema";
import { eq } from "drizzle-orm";
import { hearEvents, joinUnheard, newsOf, paidPurchases, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** Sends what has happened since, in another order or twice, or not at all until the nightly round. */
const deliveries: Record<string, (app: TestApp, sync: () => Promise<unknown>) => Promise<unknown>> = {
  "as they are sent": (app) => hearEvents(app),
  "doubled and reversed": (app) => hearEvents(app, { order: "reverse", copies: 2 }),
  lost: async (app, sync) => {
    await app.stripe.control.lose({});
    await sync();
    await app.stripe.control.hold({});
  },
};

for (const [how, deliver] of Object.entries(deliveries)) {
  test(`renews a membership for 13 months and grants each month once, with events ${how}`, async ({ app }) => {
    const { reference, id, read, sync } = await joinUnheard(app, { credits: 4 });
    await deliver(app, sync);
    for (let month = 0; month < 13; month += 1) {
      await passDays(app, 31);
      await deliver(app, sync);
    }
    const bought = await paidPurchases(app);
    expect(bought.length).toBeGreaterThanOrEqual(14);
    expect(new Set(bought.map(({ status, totalMinor }) => `${status} ${totalMinor}`))).toEqual(new Set(["paid 4000"]));
    const { data } = await app.services.stripe.client.invoices.list({
      subscription: reference,
      status: "paid",
      limit: 100,
    });
    expect(bought).toHaveLength(data.length);
    expect(await app.db.$count(payments, eq(payments.state, "paid"))).toBe(data.length);
    expect(await app.db.$count(membershipPeriods, eq(membershipPeriods.membershipId, id))).toBe(data.length);
    expect(await app.db.$count(creditEntries, eq(creditEntries.kind, "granted"))).toBe(data.length);
    expect(await newsOf(app)).toEqual(["begun", ...Array.from({ length: data.length - 1 }, () => "renewed")]);
    expect((await read()).state).toBe("active");
  }, 180_000);
}
