import { followMemberPrices } from "@server/selling/memberships/follow-member-prices";
import { tellPrices } from "@server/selling/memberships/stripe/tell-prices";
import { asAdmin } from "../../../../support/admin";
import { changePrices, liveDays, readPrices } from "../../../../support/member-prices";
import { aChanger, takenAtStripe } from "../../../../support/plan-changes";
import { atStripe, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const dayMs = 86_400_000;

/** A member of £40 a month so many days before the renewal from which it costs £45. */
async function daysBefore(app: TestApp, days: number) {
  const office = await asAdmin(app);
  const changer = await aChanger(app);
  await passDays(app, 5);
  await changePrices(office, changer.plan.id, { yearly: 40_000, credits: 4, monthly: 4500 });
  await followMemberPrices(app.services);
  await app.runJobs();
  const prices = () => readPrices(app, changer.account.id);
  const { from } = await prices();
  await liveDays(app, (from!.getTime() - app.clock.now().getTime()) / dayMs - days, 19);
  const present = async () => (await atStripe(app, changer.reference)).items.data[0]!.price.unit_amount;
  return { ...changer, prices, present };
}

test("waits with the new price while a dearer plan waits for its payment, which stays possible", async ({ app }) => {
  const { customer, change, dearer, prices, sync, reference, present } = await daysBefore(app, 3.2);
  await app.stripe.control.setCard({ customerId: customer, card: "declined" });
  expect(await change(dearer)).toBe("waiting");
  await passDays(app, 0.5);
  await followMemberPrices(app.services);
  expect(await prices()).toMatchObject({ priceMinor: 4500, isUntold: true });
  await tellPrices(app.services);
  const { pending_update: pending, latest_invoice: invoiceId } = await atStripe(app, reference);
  expect(pending).not.toBeNull();
  await app.stripe.control.payInvoice({ invoiceId: invoiceId as string, card: "accepted" });
  await sync();
  await tellPrices(app.services);
  expect([await present(), await prices()]).toMatchObject([8000, { priceMinor: 8000, isUntold: false }]);
});

test("is told once the payment was not made, and charged at the renewal", async ({ app }) => {
  const { customer, change, dearer, reference, present } = await daysBefore(app, 3.2);
  await app.stripe.control.setCard({ customerId: customer, card: "declined" });
  await change(dearer);
  await liveDays(app, 0.5);
  expect(await present()).toBe(4000);
  await app.stripe.control.setCard({ customerId: customer, card: "accepted" });
  await liveDays(app, 1, 0.5);
  expect(await present()).toBe(4500);
  await liveDays(app, 2);
  expect((await takenAtStripe(app, reference)).at(-1)).toBe(4500);
});

test("lets no plan be changed in the minutes before Stripe is told of a price", async ({ app }) => {
  const { own, change, dearer, prices } = await daysBefore(app, 2.9);
  await app.db.execute("update memberships set is_price_untold = true");
  expect((await own.listChangeChoices()).reason).toContain("is being changed right now");
  await expect(change(dearer)).rejects.toThrow("is being changed right now");
  await tellPrices(app.services);
  expect(await prices()).toMatchObject({ priceMinor: 4500, isUntold: false });
  expect(await change(dearer)).toBe("made");
});

test("tells Stripe nothing of a plan that was changed since it began to", async ({ app }) => {
  const both = [await aChanger(app), await aChanger(app)];
  await passDays(app, 10);
  await app.db.execute("update memberships set price_minor = 4500, is_price_untold = true");
  const { subscriptions } = app.services.stripe.client;
  const retrieve = subscriptions.retrieve.bind(subscriptions);
  let faster: (typeof both)[number] | undefined;
  subscriptions.retrieve = async (id: string) => {
    if (!faster) {
      faster = both.find(({ reference }) => reference !== id)!;
      // Another process tells Stripe of both, and the second member is faster than this one.
      await tellPrices(app.services);
      expect(await faster.change(faster.dearer)).toBe("made");
    }
    return retrieve(id);
  };
  await tellPrices(app.services);
  const { items } = await retrieve(faster!.reference);
  expect(items.data[0]!.price.unit_amount).toBe(8000);
  expect(await readPrices(app, faster!.account.id)).toMatchObject({ priceMinor: 8000, isUntold: false });
});
