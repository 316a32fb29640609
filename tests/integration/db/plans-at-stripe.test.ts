import { randomUUID } from "node:crypto";
import { expect } from "../../support/database";
import { migrate } from "@db/migrate";
import { insertRows, testOlder } from "../../support/older-database";

/** A database as it was before changes of plan were Stripe's. */
const test = testOlder("0034_full-stop");

const day = (days: number): Date => new Date(Date.UTC(2026, 10, 1 + days, 9));
const plans = { month: randomUUID(), cheaper: randomUUID() };

const membershipOf = (values: Record<string, unknown>) => ({
  id: randomUUID(),
  product_id: plans.month,
  user_id: randomUUID(),
  title: "Every week",
  interval: "month",
  price_minor: 4000,
  currency: "GBP",
  source: "stripe",
  reference: `sub_${randomUUID()}`,
  state: "active",
  started_at: day(0),
  access_until: day(30),
  ...values,
});

const changeOf = (membership: { id: string }, values: Record<string, unknown>) => ({
  membership_id: membership.id,
  kind: "at_end",
  product_id: plans.cheaper,
  title: "Now and then",
  interval: "month",
  price_minor: 2000,
  currency: "GBP",
  price_reference: "price_1",
  amount_minor: 0,
  starts_at: day(30),
  ...values,
});

test("keeps what Stripe was told to change, and names in the audit log what it was not told", async ({
  older: { url, client },
}) => {
  const planned = membershipOf({});
  const waiting = membershipOf({ state: "paused", paused_at: day(10), resumes_at: day(40) });
  const upgraded = membershipOf({ product_id: plans.month });
  const ofYear = membershipOf({ interval: "year", access_until: day(365) });
  const announced = membershipOf({
    next_price_minor: 4500,
    next_price_from: day(60),
    next_price_notice: randomUUID(),
  });
  const untold = membershipOf({ price_minor: 4500, is_price_untold: true });
  const product = { kind: "membership", price_minor: 2000, price_currency: "GBP" };
  await insertRows(client, "products", [
    { ...product, id: plans.month, title: "Every week" },
    { ...product, id: plans.cheaper, title: "Now and then" },
  ]);
  const held = [planned, waiting, upgraded, ofYear, announced, untold];
  const users = held.map(({ user_id: id }) => ({ id, email: `${id}@example.com`, full_name: "Ada" }));
  await insertRows(client, "users", users);
  await insertRows(client, "memberships", held);
  const rest = { id: randomUUID(), membership_id: upgraded.id, starts_at: day(10), ends_at: day(30) };
  const year = { id: randomUUID(), membership_id: ofYear.id, starts_at: day(0), ends_at: day(365) };
  const paid = { kind: "paid" };
  await insertRows(client, "membership_periods", [
    { ...rest, ...paid, purchase_id: randomUUID(), reference: "invoice:1" },
    { ...year, ...paid, purchase_id: randomUUID(), reference: "invoice:2" },
  ]);
  const made = { kind: "at_once", amount_minor: 900, started_at: day(10), ended_at: day(10) };
  const quoted = new Date(day(10).getTime() + 345);
  await insertRows(client, "membership_changes", [
    changeOf(planned, { schedule_reference: "sub_sched_1" }),
    changeOf(waiting, { schedule_reference: "sub_sched_2" }),
    changeOf(upgraded, { ...made, starts_at: quoted, period_id: rest.id, credit_change: 3 }),
    changeOf(ofYear, { ...made, starts_at: quoted, period_id: year.id, credit_change: 0 }),
  ]);
  await migrate(url);

  const { rows } = await client.query<Record<string, unknown>>("select * from memberships");
  const after = (membership: { id: string }) => rows.find(({ id }) => id === membership.id)!;
  expect(after(planned)).toMatchObject({
    next_product_id: plans.cheaper,
    next_title: "Now and then",
    next_interval: "month",
    next_price_minor: 2000,
    next_from: day(30),
  });
  for (const membership of [waiting, announced, untold]) {
    expect(after(membership)).toMatchObject({ next_title: null, next_price_minor: null, next_from: null });
  }
  expect(after(upgraded)["plan_since"]).toEqual(day(10));
  // Behind the beginning of the period, for which no credits are due.
  expect(after(ofYear)["plan_since"]).toEqual(new Date(day(0).getTime() + 1));
  const audit = await client.query<{ action: string; subject_id: string }>(
    "select action, subject_id from audit_entries",
  );
  const entries = audit.rows.map(({ action, subject_id: id }) => `${action} ${id}`);
  expect(entries.toSorted()).toEqual(
    [
      `membership.plan_change_withdrawn ${waiting.id}`,
      `membership.price_notice_withdrawn ${announced.id}`,
      `membership.price_notice_withdrawn ${untold.id}`,
    ].toSorted(),
  );
});
