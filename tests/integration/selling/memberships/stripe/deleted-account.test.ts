import { memberships, payments, users } from "@db/schema";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { reconcileMemberships } from "@server/selling/memberships/stripe/reconcile-memberships";
import { eq } from "drizzle-orm";
import { atStripe, joinUnheard, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

type JoinedMember = Awaited<ReturnType<typeof joinUnheard>>;

const remove = (app: TestApp, { account: { id } }: JoinedMember) =>
  deleteAccount(app.services, id, { actorId: id, adminDecision: null });

const isDeleted = async (app: TestApp, { account }: JoinedMember) =>
  (await app.db.select().from(users).where(eq(users.id, account.id)))[0]!.archivedAt !== null;

/** How a membership stands when its member deletes the account. */
const standings: Record<string, { terms?: object; prepare?: (app: TestApp, joined: JoinedMember) => Promise<void> }> = {
  "an active membership": {},
  "a trial": { terms: { trialDays: 14 } },
  "a payment that is due": {
    async prepare(app, { customer, sync }) {
      await app.stripe.control.setCard({ customerId: customer, card: "declined" });
      await passDays(app, 32);
      await sync();
    },
  },
  "a membership that was cancelled": { prepare: (_, { own }) => own.cancel({}) },
  "a subscription that has ended at Stripe without a word": {
    async prepare(app, { reference }) {
      await app.services.stripe.client.subscriptions.cancel(reference);
      await app.stripe.control.lose({});
      await app.stripe.control.hold({});
    },
  },
};

for (const [what, { terms, prepare }] of Object.entries(standings)) {
  test(`ends at Stripe with the account that has ${what}, and is never charged again`, async ({ app }) => {
    const member = await joinUnheard(app, terms);
    await prepare?.(app, member);
    const paid = await app.db.$count(payments);
    await remove(app, member);
    expect(await isDeleted(app, member)).toBe(true);
    expect((await atStripe(app, member.reference)).status).toBe("canceled");
    expect((await member.read()).endedAt).not.toBeNull();
    // Its events arrive after the account is gone.
    await app.stripe.control.release({ order: "reverse", copies: 2 });
    await passDays(app, 40);
    await reconcileMemberships(app.services);
    expect(await app.db.$count(payments)).toBe(paid);
    const { data } = await app.services.stripe.client.invoices.list({ subscription: member.reference, status: "paid" });
    expect(data.filter(({ amount_paid: amount }) => amount > 0)).toHaveLength(paid);
  });
}

test("keeps the account while Stripe does not answer, says so, and deletes it afterwards", async ({ app }) => {
  const member = await joinUnheard(app);
  await app.stripe.control.fail({ operation: "subscriptions.cancel", times: 5, status: 503 });
  await expect(remove(app, member)).rejects.toThrow("so nothing was deleted. Please try again in a minute");
  expect(await isDeleted(app, member)).toBe(false);
  expect(await member.read()).toMatchObject({ state: "active", endedAt: null });
  await app.stripe.control.reset();
});

test("deletes an account whose subscription Stripe has no more, but none of another Stripe account", async ({
  app,
}) => {
  const member = await joinUnheard(app);
  const own = eq(memberships.id, member.id);
  await app.db.update(memberships).set({ reference: "sub_gone", customerReference: "cus_elsewhere" }).where(own);
  await expect(remove(app, member)).rejects.toThrow("so nothing was deleted");
  await app.db.update(memberships).set({ customerReference: member.customer }).where(own);
  await remove(app, member);
  expect(await isDeleted(app, member)).toBe(true);
});
