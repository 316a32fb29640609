import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { collectionPurchases, discountCodes, users } from "@db/schema";
import * as locking from "@server/accounts/lock-account";
import * as access from "@server/recordings/access";
import { anAccount } from "../../support/accounts";
import { actingAs, aPurchaseForm } from "../../support/recordings";
import { expect, test, type TestApp } from "../../support/test-app";

const buyers = 6;

/** One member buys the same collection at the same moment, free of charge. */
async function race(app: TestApp) {
  await app.db.insert(discountCodes).values({ code: "FREE100", discountType: "percentage", discountPercentage: 100 });
  const { purchases } = app.as(actingAs(await anAccount(app.db)));
  const form = () => aPurchaseForm({ quote: "GBP:0", discountCode: "FREE100" });
  const outcomes = await Promise.allSettled(Array.from({ length: buyers }, () => purchases.create(form())));
  return {
    bought: outcomes.filter(({ status }) => status === "fulfilled").length,
    rows: await app.db.$count(collectionPurchases),
  };
}

/** Takes the account's lock away, and lets nobody write before all have seen that there is nothing yet. */
function withoutLock() {
  vi.spyOn(locking, "lockAccount").mockImplementation(async (tx, who) => {
    const [account] = await tx
      .select()
      .from(users)
      .where(sql`${users.id} = ${"id" in who ? who.id : null}`);
    return account;
  });
  let waiting = 0;
  let open = () => {};
  const allHaveLooked = new Promise<void>((resolve) => (open = resolve));
  vi.spyOn(access, "hasFullAccess").mockImplementation(async (db, watcher, collection) => {
    const isOwned = await access.canWatch(db, watcher, { collection, isFree: false });
    waiting += 1;
    if (waiting === buyers) open();
    await allHaveLooked;
    return isOwned;
  });
}

async function withoutIndex(app: TestApp, work: () => Promise<void>) {
  await app.db.execute(sql`alter index collection_purchases_owned_once rename to kept_aside`);
  const { rows } = await app.db.execute<{ definition: string }>(
    sql`select pg_get_indexdef('kept_aside'::regclass) as definition`,
  );
  await app.db.execute(sql`drop index kept_aside`);
  try {
    await work();
  } finally {
    await app.db.execute(sql`truncate collection_purchases cascade`);
    await app.db.execute(sql.raw(rows[0]!.definition.replace("kept_aside", "collection_purchases_owned_once")));
  }
}

// The twins of the race in create-purchase.test.ts: they show that it would be lost without its protections.
test("with the lock and the index off, one member has the collection several times", async ({ app }) => {
  withoutLock();
  await withoutIndex(app, async () => {
    const { bought, rows } = await race(app);
    expect(bought).toBeGreaterThan(1);
    expect(rows).toBe(bought);
  });
});

test("with the lock off, the index alone keeps it to one", async ({ app }) => {
  withoutLock();
  expect(await race(app)).toEqual({ bought: 1, rows: 1 });
});

test("with the index off, the lock alone keeps it to one", async ({ app }) => {
  await withoutIndex(app, async () => expect(await race(app)).toEqual({ bought: 1, rows: 1 }));
});
