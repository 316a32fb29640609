import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { inject, test as base } from "vitest";
import { closeDatabase, openDatabase, type Database } from "@db/client";

/** Creates an empty database with every table; `drop` ends whatever still talks to it. */
export async function createTestDatabase(
  postgresUrl = inject("postgresUrl"),
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(postgresUrl, { max: 1, onnotice: () => undefined });
  await admin`create database ${admin(name)} template ${admin(inject("templateName"))}`;
  return {
    url: Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href,
    drop: async () => {
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
    },
  };
}

/** A database of the test file's own, emptied before every test, and a pool of connections to it for each test. */
export const test = base
  .extend("postgresUrl", { scope: "file" }, () => inject("postgresUrl"))
  .extend("databaseUrl", { scope: "file" }, async ({ postgresUrl }, { onCleanup }) => {
    const database = await createTestDatabase(postgresUrl);
    onCleanup(database.drop);
    return database.url;
  })
  .extend("db", async ({ databaseUrl }, { onCleanup }): Promise<Database> => {
    const db = openDatabase(databaseUrl);
    onCleanup(() => closeDatabase(db));
    await emptyTables(db);
    return db;
  });

export { expect } from "vitest";

/** Everything but what the app writes once when it starts: migrations, the queue's task names, secrets. */
async function emptyTables({ $client: sql }: Database): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public'
      or (schemaname = 'local_stripe' and tablename <> 'settings')
      or (schemaname = 'graphile_worker' and tablename in ('_private_jobs', '_private_job_queues'))`;
  const names = tables.map(({ name }) => name).join(", ");
  await sql.begin(async (tx) => {
    await tx`set local lock_timeout = '10s'`;
    await tx.unsafe(`truncate ${names} restart identity cascade`);
  });
}
