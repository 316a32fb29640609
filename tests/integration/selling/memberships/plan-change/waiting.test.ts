import { memberships } from "@db/schema";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { syncSubscription } from "@server/selling/memberships/stripe/sync-subscription";
import { eq } from "drizzle-orm";
import { asAdmin } from "../../../../support/admin";
import { aMember, changeMember, dayIn } from "../../../../support/memberships";
import { aChanger, planChanges, takenAtStripe } from "../../../../support/plan-changes";
import { atStripe, newsOf, paidPurchases, passDays } from "../../../../support/subscriptions";
import { actingAs } from "../../../../support/recordings";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** Asks for the dearer plan with a card that is declined, or wants to be confirmed. */
async function waiting(app: TestApp, card: "authenticated" | "declined") {
  const changer = await aChanger(app);
  await passDays(app, 10);
  await app.stripe.control.setCard({ customerId: changer.customer, card });
  expect(await changer.change(changer.dearer)).toBe("waiting");
  const { latest_invoice: invoiceId } = await atStripe(app, changer.reference);
  return { ...changer, invoiceId: invoiceId as string };
}

test.for(["authenticated", "declined"] as const)(
  "leaves the plan as it is until the payment is made: %s",
  async (card, { app }) => {
    const { own, read, sync, invoiceId, reference } = await waiting(app, card);
    await sync();
    expect(await read()).toMatchObject({ priceMinor: 4000, state: "active", weeklyLimit: 1 });
    expect(await paidPurchases(app)).toHaveLength(1);
    const shown = await own.getMine();
    expect(shown).toMatchObject({ due: null, change: { isPayable: true } });
    expect((await own.payChange()).next).toContain("/dev/stripe/invoice/");
    await app.stripe.control.payInvoice({ invoiceId, card: "accepted" });
    await sync();
    const [, taken] = await takenAtStripe(app, reference);
    expect(await read()).toMatchObject({ priceMinor: 8000, weeklyLimit: 2 });
    expect((await paidPurchases(app)).map(({ totalMinor }) => totalMinor)).toEqual([4000, taken]);
    expect(await own.getMine()).toMatchObject({ change: null });
    expect(await newsOf(app)).toEqual(["begun", "change_waiting", "plan_changed"]);
  },
);

test("falls away if it is not paid in time: nothing is taken, and it can be asked for again", async ({ app }) => {
  const { customer, sync, read, reference, change, dearer, own } = await waiting(app, "declined");
  await passDays(app, 1);
  await sync();
  expect(await read()).toMatchObject({ priceMinor: 4000, state: "active" });
  expect(await takenAtStripe(app, reference)).toEqual([4000]);
  expect(await newsOf(app)).toEqual(["begun", "change_waiting", "change_failed"]);
  await expect(own.payChange()).rejects.toThrow("No payment is waiting");
  await app.stripe.control.setCard({ customerId: customer, card: "accepted" });
  expect(await change(dearer)).toBe("made");
});

test("can be taken back while it waits, unless it was paid meanwhile", async ({ app }) => {
  const { own, read, invoiceId, reference, change, dearer } = await waiting(app, "declined");
  await own.takeBackChange();
  expect((await app.services.stripe.client.invoices.retrieve(invoiceId)).status).toBe("void");
  expect((await atStripe(app, reference)).pending_update).toBeNull();
  expect(await own.getMine()).toMatchObject({ change: null, isChangeable: true });
  app.clock.moveBy(1);
  expect(await change(dearer)).toBe("waiting");
  const { latest_invoice: second } = await atStripe(app, reference);
  await app.stripe.control.payInvoice({ invoiceId: second as string, card: "accepted" });
  await own.takeBackChange();
  expect(await read()).toMatchObject({ priceMinor: 8000 });
  expect((await planChanges(app)).map(({ startedAt }) => startedAt !== null)).toEqual([false, true]);
});

test("gives up a change that never reached Stripe, and takes nothing for it", async ({ app }) => {
  const { change, dearer, own, read, reference } = await aChanger(app);
  await passDays(app, 10);
  await app.stripe.control.fail({ operation: "subscriptions.update", times: 3, status: 503 });
  await expect(change(dearer)).rejects.toThrow("Stripe could not be told");
  expect((await own.getMine())!.change!.text).toContain("is under way");
  await reconcileMemberships(app.services);
  expect(await planChanges(app)).toMatchObject([{ endedAt: null }]);
  app.clock.moveBy(11);
  await reconcileMemberships(app.services);
  expect(await planChanges(app)).toMatchObject([{ startedAt: null, endedAt: app.clock.now() }]);
  expect(await newsOf(app)).toEqual(["begun", "change_failed"]);
  expect(await takenAtStripe(app, reference)).toEqual([4000]);
  expect(await change(dearer)).toBe("made");
  expect(await read()).toMatchObject({ priceMinor: 8000 });
});

test("says what applies while a membership can't be changed", async ({ app }) => {
  const { own, dearer, id, plan, customer, sync } = await aChanger(app);
  const choice = { plan: dearer.id, interval: "month" as const };
  const { key } = await own.getChangeOffer(choice);
  const refused = async (message: string) => {
    expect((await own.listChangeChoices()).reason).toContain(message);
    await expect(own.changePlan({ ...choice, key })).rejects.toThrow(message);
    await expect(own.getChangeOffer(choice)).rejects.toThrow(message);
  };
  await expect(own.getChangeOffer({ plan: plan.id, interval: "month" })).rejects.toThrow("You have this membership");
  await app.db.execute(`update products set price_currency = 'EUR' where id = '${dearer.id}'`);
  await expect(own.getChangeOffer(choice)).rejects.toThrow("another currency");
  await app.db.execute(`update products set price_currency = 'GBP' where id = '${dearer.id}'`);
  await own.cancel({});
  await refused("You have cancelled");
  await own.undoCancelling();
  const admin = await asAdmin(app);
  const until = new Date(app.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
  await changeMember({ admin, id }, { kind: "pause", until });
  await refused("is paused");
  await changeMember({ admin, id }, { kind: "resume" });
  await app.stripe.control.setCard({ customerId: customer, card: "declined" });
  await passDays(app, 33);
  await sync();
  await refused("could not be taken");
  const outside = await aMember(app, {}, { by: admin, until: dayIn(90) });
  const paysElsewhere = app.as(actingAs(outside.account)).memberships;
  expect((await paysElsewhere.listChangeChoices()).reason).toContain("elsewhere");
  await expect(paysElsewhere.changePlan({ ...choice, key })).rejects.toThrow("elsewhere");
  await expect(paysElsewhere.takeBackChange()).rejects.toThrow("can’t be changed");
  expect(await planChanges(app)).toEqual([]);
});

test("gives nothing for a change that is paid once the membership has ended: the money goes back", async ({ app }) => {
  const { id, invoiceId, reference, own } = await waiting(app, "declined");
  // Ended here while Stripe could not be told.
  await app.db.update(memberships).set({ state: "cancelled", endedAt: app.clock.now() }).where(eq(memberships.id, id));
  await app.stripe.control.payInvoice({ invoiceId, card: "accepted" });
  await syncSubscription(app.services, reference);
  const [, late] = await paidPurchases(app);
  expect(late).toMatchObject({ status: "cancelled" });
  expect(await app.db.query.refunds.findMany()).toMatchObject([{ amountMinor: late!.totalMinor }]);
  expect((await atStripe(app, reference)).status).toBe("canceled");
  await expect(own.takeBackChange()).rejects.toThrow("You have no membership");
});
