import { creditEntries, membershipPeriods, payments } from "@db/schema";
import { syncSubscription } from "@server/selling/memberships/stripe/sync-subscription";
import { eq } from "drizzle-orm";
import { joinAtStripe, newsOf, ownMembership, paidPurchases, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

type Deliver = (app: TestApp, subscription: string) => Promise<unknown>;

/** Sends what has happened since, in another order or twice, or not at all until the nightly round. */
const deliveries: Record<string, Deliver> = {
  "as they are sent": (app) => app.stripe.control.release({}),
  "doubled and reversed": (app) => app.stripe.control.release({ order: "reverse", copies: 2 }),
  lost: async (app, subscription) => {
    await app.stripe.control.lose({});
    await syncSubscription(app.services, subscription);
  },
};

for (const [how, deliver] of Object.entries(deliveries)) {
  test(`renews a membership for 13 months and grants each month once, with events ${how}`, async ({ app }) => {
    await app.stripe.control.hold({});
    const { account, reference, id } = await joinAtStripe(app, { credits: 4 });
    const hear = async () => {
      await deliver(app, reference);
      await app.stripe.control.hold({});
    };
    await hear();
    for (let month = 0; month < 13; month += 1) {
      await passDays(app, 31);
      await hear();
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
    expect((await ownMembership(app, account.id)).state).toBe("active");
  }, 180_000);
}
