import { sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { closeDatabase, openDatabase, type Database, type Queryable } from "@db/client";
import { isUnavailable } from "@db/errors";
import { sessionCategories } from "@db/schema";
import { startTcpProxy, type TcpProxy } from "../faults/support/tcp-proxy";
import { expect, test as databaseTest } from "../../support/database";

/** A pool of one, so that a connection that is not returned blocks all others. */
const test = databaseTest.extend<{ pool: Database }>({
  pool: async ({ db: _db, databaseUrl }, use) => {
    const pool = openDatabase(databaseUrl, { max: 1 });
    await use(pool);
    await closeDatabase(pool);
  },
});

const write = (db: Queryable, name: string) => db.insert(sessionCategories).values({ name });
const written = async (db: Database) => (await db.select().from(sessionCategories)).map(({ name }) => name);
const outcomeOf = (work: Promise<unknown>) => work.then(() => "done").catch(() => "rejected");

test("rejects a transaction cut between two statements, and runs none of it outside", async ({ pool, outage }) => {
  const outcomes: string[] = [];
  const transaction = pool.transaction(async (tx) => {
    await write(tx, "before");
    await outage.cut();
    for (const name of ["after", "long after"]) outcomes.push(await outcomeOf(write(tx, name)));
  });
  await expect(transaction).rejects.toThrow();
  expect(outcomes).toEqual(["rejected", "rejected"]);
  expect(await written(pool)).toEqual([]);
});

test("rejects a transaction cut in the middle of a statement", async ({ db, pool, outage }) => {
  const isAsleep = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  const transaction = outcomeOf(
    pool.transaction(async (tx) => {
      await write(tx, "before");
      await tx.execute(sql`select pg_sleep(60)`);
    }),
  );
  await expect.poll(async () => (await db.execute(isAsleep)).rowCount).toBe(1);
  await outage.cut();
  expect(await transaction).toBe("rejected");
  expect(await written(pool)).toEqual([]);
});

test("rejects a transaction cut before it began, and frees its connection", async ({ pool }) => {
  pool.$client.once("acquire", (connection: PoolClient) => void connection.end());
  expect(await outcomeOf(pool.transaction((tx) => write(tx, "never")))).toBe("rejected");
  await pool.transaction((tx) => write(tx, "next"));
  expect(await written(pool)).toEqual(["next"]);
});

test("replaces a connection that is cut while unused", async ({ pool, outage }) => {
  await write(pool, "before");
  await outage.cut();
  await expect.poll(() => pool.$client.totalCount).toBe(0);
  await write(pool, "after");
  expect(await written(pool)).toEqual(["before", "after"]);
});

test("rolls back after a failed statement, even when the code goes on", async ({ pool }) => {
  const transaction = pool.transaction(async (tx) => {
    await write(tx, "before");
    await outcomeOf(tx.execute(sql`select 1 / 0`));
  });
  const reason = "rolled back: a statement of this transaction failed";
  await expect(transaction).rejects.toHaveProperty("cause.message", reason);
  expect(await written(pool)).toEqual([]);
});

test("closes without waiting for a query or transaction that never ends", async ({ databaseUrl }) => {
  const db = openDatabase(databaseUrl, { max: 2 });
  const query = outcomeOf(db.execute(sql`select pg_sleep(60)`));
  let goOn = () => {};
  const ready = new Promise<void>((hasBegun) => {
    const held = new Promise<void>((resolve) => (goOn = resolve));
    void outcomeOf(db.transaction(() => (hasBegun(), held)));
  });
  await ready;
  await closeDatabase(db);
  expect(await query).toBe("rejected");
  goOn();
});

const silentTest = test.extend<{ proxy: TcpProxy; behindProxy: (options?: { queryTimeoutMs: number }) => Database }>({
  proxy: async ({ databaseUrl }, use) => {
    const proxy = await startTcpProxy(Number(new URL(databaseUrl).port));
    await use(proxy);
    await proxy.stop();
  },
  behindProxy: async ({ proxy, databaseUrl }, use) => {
    const url = Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(proxy.port) }).href;
    const opened: Database[] = [];
    await use((options) => {
      const db = openDatabase(url, { max: 1, ...options });
      opened.push(db);
      return db;
    });
    for (const db of opened) await closeDatabase(db);
  },
});

silentTest(
  "fails only the running statement when the database stops answering, and replaces its connection",
  async ({ proxy, behindProxy }) => {
    expect(behindProxy().$client.options.query_timeout).toBe(30_000);
    const db = behindProxy({ queryTimeoutMs: 200 });
    await write(db, "before");
    proxy.fallSilent();
    const failure: unknown = await write(db, "never").then(
      () => null,
      (error: unknown) => error,
    );
    expect(isUnavailable(failure)).toBe(true);
    await write(db, "after");
    expect(await written(db)).toEqual(["before", "after"]);
    await expect.poll(() => proxy.countOpen()).toBe(1);
  },
);

silentTest("repeats an unanswered ping on another connection", async ({ proxy, behindProxy }) => {
  const { $client } = behindProxy();
  await $client.ping();
  proxy.fallSilent();
  await expect($client.ping()).rejects.toThrow();
  await $client.ping();
  await expect.poll(() => proxy.countOpen()).toBe(1);
});
