import { test } from "../../../support/app-with-recordings";
import { sql } from "drizzle-orm";
import { purchases as purchaseRows, discountCodes } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { actingAs, aPurchaseForm } from "../../../support/recordings";
import { interceptStatements, createBarrier, disableRowLocks } from "../../../support/statements";
import { expect, type TestApp } from "../../../support/test-app";

const buyers = 6;

/** Buys the same free collection several times at the same moment with one account. */
async function race(app: TestApp) {
  await app.db.insert(discountCodes).values({ code: "FREE100", discountType: "percentage", discountPercentage: 100 });
  const { purchases } = app.as(actingAs(await anAccount(app.db)));
  const form = () => aPurchaseForm({ quote: "GBP:0", discountCode: "FREE100" });
  const outcomes = await Promise.allSettled(Array.from({ length: buyers }, () => purchases.create(form())));
  return {
    bought: outcomes.filter(({ status }) => status === "fulfilled").length,
    rows: await app.db.$count(purchaseRows),
  };
}

/** Removes the account's lock and writes no purchase before all requests have found none. */
function withoutLock(app: TestApp) {
  disableRowLocks(app, "users");
  const allHaveLooked = createBarrier(buyers);
  const isLook = (text: string) => /^\(?select count\(\*\).* from "purchases"/.test(text);
  interceptStatements(app, { after: (text) => (isLook(text) ? allHaveLooked() : undefined) });
}

async function withoutIndex(app: TestApp, work: () => Promise<void>) {
  await app.db.execute(sql`alter index purchases_owned_once rename to kept_aside`);
  const { rows } = await app.db.execute<{ definition: string }>(
    sql`select pg_get_indexdef('kept_aside'::regclass) as definition`,
  );
  await app.db.execute(sql`drop index kept_aside`);
  try {
    await work();
  } finally {
    await app.db.execute(sql`truncate purchases cascade`);
    await app.db.execute(sql.raw(rows[0]!.definition.replace("kept_aside", "purchases_owned_once")));
  }
}

// Control runs for the race in create-purchase.test.ts.
test("sells one member the collection several times with the lock and the index off (control run)", async ({ app }) => {
  withoutLock(app);
  await withoutIndex(app, async () => {
    expect(await race(app)).toEqual({ bought: buyers, rows: buyers });
  });
});

test("sells it once with only the index", async ({ app }) => {
  withoutLock(app);
  expect(await race(app)).toEqual({ bought: 1, rows: 1 });
});

test("sells it once with only the lock", async ({ app }) => {
  await withoutIndex(app, async () => expect(await race(app)).toEqual({ bought: 1, rows: 1 }));
});
