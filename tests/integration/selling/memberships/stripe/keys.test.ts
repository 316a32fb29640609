import { products, users } from "@db/schema";
import { eq, sql } from "drizzle-orm";
import { anAccount } from "../../../../support/accounts";
import { aPlan } from "../../../../support/memberships";
import { idOf, joinAtStripe, joinerOf, ownMembership, passDays } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

test.for(["Rok oddechu – Zażółć", "Ένας χρόνος", "🧘🏽‍♀️ “Breathe” for 40 €"])(
  "a plan called %s is joined and renewed",
  async (title, { app }) => {
    const plan = await aPlan(app.db, {}, { title });
    const joiner = joinerOf(app, await anAccount(app.db, { fullName: "Zoë Łąka 🌿" }), plan);
    await joiner.begin();
    const { checkoutId } = await ownMembership(app, joiner.account.id);
    await app.stripe.control.payNow(checkoutId!);
    await joiner.own.syncJoined();
    await passDays(app, 32);
    await joiner.own.syncJoined();
    expect(await joiner.own.getMine()).toMatchObject({ title, state: "active" });
  },
);

const archiveInDashboard = ({ db }: TestApp, price: string) =>
  db.execute(sql`update local_stripe.objects set body = body || '{"active": false}' where id = ${price}`);

const pageOf = async (app: TestApp, userId: string) =>
  app.services.stripe.client.checkout.sessions.retrieve((await ownMembership(app, userId)).checkoutId!);

test("a price that was archived in the dashboard is made anew the same day", async ({ app }) => {
  const { client } = app.services.stripe;
  const { plan } = await joinAtStripe(app);
  const [price] = (await client.prices.list({ product: `plan_${plan.id}` })).data;
  await archiveInDashboard(app, price!.id);
  const other = joinerOf(app, await anAccount(app.db), plan);
  await other.begin();
  const { line_items: lines } = await client.checkout.sessions.retrieve((await pageOf(app, other.account.id)).id, {
    expand: ["line_items"],
  });
  expect(lines!.data[0]!.price).toMatchObject({ active: true, unit_amount: price!.unit_amount });
  expect(lines!.data[0]!.price!.id).not.toBe(price!.id);
});

test("a customer who was deleted in the dashboard is made anew the same day", async ({ app }) => {
  const plan = await aPlan(app.db);
  const joiner = joinerOf(app, await anAccount(app.db), plan);
  await joiner.begin();
  const first = await pageOf(app, joiner.account.id);
  await app.services.stripe.client.checkout.sessions.expire(first.id);
  await app.services.stripe.client.customers.del(idOf(first.customer));
  expect((await joiner.begin()).next).toMatch(/^http/);
  const { data } = await app.services.stripe.client.customers.list({ email: joiner.account.email });
  expect(data.map(({ id }) => id)).toEqual([expect.not.stringMatching(idOf(first.customer))]);
});

test("a name that changes within a day does not close the page to join", async ({ app }) => {
  const plan = await aPlan(app.db);
  const joiner = joinerOf(app, await anAccount(app.db), plan);
  await joiner.begin();
  await app.db.update(users).set({ fullName: "Another Name" }).where(eq(users.id, joiner.account.id));
  await app.db.update(products).set({ title: "Another title" }).where(eq(products.id, plan.id));
  expect((await joiner.begin()).next).toMatch(/^http/);
});
