import { membershipPeriods } from "@db/schema";
import type { Services } from "@server/core/services";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { syncSubscription } from "@server/selling/memberships/stripe/sync-subscription";
import { aJoiner, joinUnheard, newsOf, ownMembership, paidPurchases } from "../../../../support/subscriptions";
import { expect, test } from "../../../../support/test-app";

/** Dies as the mail is written: after the payment and the period, before the commit. */
function dying(services: Services): Services {
  const settings = new Proxy(services.settings, {
    get(target, name) {
      if (name === "siteUrl") throw new Error("killed");
      return Reflect.get(target, name) as unknown;
    },
  });
  return { ...services, settings };
}

test("grants once what a process was killed over, once it is reconciled", async ({ app }) => {
  await app.stripe.control.hold({});
  const { account, begin } = await aJoiner(app, { credits: 4 });
  await begin();
  const { checkoutId } = await ownMembership(app, account.id);
  await app.stripe.control.payNow(checkoutId!, "accepted");
  const [subscription] = (await app.services.stripe.client.subscriptions.list()).data;
  await expect(syncSubscription(dying(app.services), subscription!.id)).rejects.toThrow("killed");
  expect(await paidPurchases(app)).toEqual([]);
  expect(await ownMembership(app, account.id)).toMatchObject({ state: "pending", reference: null, syncs: 0 });
  app.clock.moveBy(5);
  await Promise.all([1, 2].map(() => reconcileMemberships(app.services)));
  await reconcileMemberships(app.services);
  expect(await paidPurchases(app)).toHaveLength(1);
  expect(await app.db.$count(membershipPeriods)).toBe(1);
  expect(await ownMembership(app, account.id)).toMatchObject({ state: "active", reference: subscription!.id });
  expect(await newsOf(app)).toEqual(["begun"]);
});

test("reads again what was overtaken: an answer from before a change never wins", async ({ app }) => {
  const { reference, own, read } = await joinUnheard(app);
  const { client } = app.services.stripe;
  let isFirst = true;
  const retrieve = client.subscriptions.retrieve.bind(client.subscriptions);
  const slow = Object.create(client) as typeof client;
  Object.defineProperty(slow, "subscriptions", {
    value: Object.assign(Object.create(client.subscriptions) as typeof client.subscriptions, {
      retrieve: async (id: string) => {
        const answer = await retrieve(id);
        // The member cancels while this answer is on its way.
        if (isFirst) {
          isFirst = false;
          await own.cancel({});
        }
        return answer;
      },
    }),
  });
  await syncSubscription({ ...app.services, stripe: { ...app.services.stripe, client: slow } }, reference);
  expect((await read()).state).toBe("cancelled");
  expect(await newsOf(app)).toEqual(["begun", "cancelled"]);
});
