import { memberships } from "@db/schema";
import { sql } from "drizzle-orm";
import { emptyTables } from "../../../../support/database";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../../support/statements";
import { aJoiner, paidPurchases } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** Joins in two tabs at once and pays on each page; returns how many subscriptions Stripe renews then. */
async function joinInTwoTabs(app: TestApp): Promise<number> {
  Object.assign(app.services.stripe.client, { getInitialNetworkRetryDelay: () => 0.5 });
  // An event that is still being followed would meet the tables while they are emptied.
  await app.stripe.control.hold({});
  const { begin, own } = await aJoiner(app);
  const pages = await Promise.all([begin(), begin()]);
  for (const url of new Set(pages.map(({ next }) => next))) {
    await app.stripe.control.payNow(new URL(url).pathname.split("/").at(-1)!);
  }
  await own.syncJoined();
  const { data } = await app.services.stripe.client.subscriptions.list({ status: "active" });
  return data.length;
}

test("joins once in two tabs at the same moment", async ({ app }) => {
  expect(await joinInTwoTabs(app)).toBe(1);
  expect(await app.db.$count(memberships)).toBe(1);
  expect(await paidPurchases(app)).toHaveLength(1);
});

test("control: without the locks and the index, two subscriptions are paid", async ({ app }) => {
  disableRowLocks(app, "users", "products");
  const bothHaveLooked = createBarrier(2);
  const isInsert = (text: string) => text.startsWith('insert into "memberships"');
  interceptStatements(app, { before: (text) => (isInsert(text) ? bothHaveLooked() : undefined) });
  const index = sql`select indexdef from pg_indexes where indexname = 'memberships_live_once'`;
  const { rows } = await app.db.execute<{ indexdef: string }>(index);
  await app.db.execute(sql`drop index memberships_live_once`);
  try {
    expect(await joinInTwoTabs(app)).toBe(2);
  } finally {
    await emptyTables(app.db);
    await app.db.execute(sql.raw(rows[0]!.indexdef));
  }
});
