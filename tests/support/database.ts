import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { escapeIdentifier } from "pg";
import { inject, test as base } from "vitest";
import type { Database } from "@db/client";
import { connect } from "@db/connections";
import { oncePerWorker } from "./once-per-worker";
import { specifiedCollections } from "./products";
import { prepareOutage } from "./outage";
import { ReusedConnections } from "./reused-connections";

/** Creates a database with every table and no rows, or a copy of `template`; `drop` closes its connections. */
export async function createTestDatabase(
  postgresUrl = inject("postgresUrl"),
  template = inject("templateName"),
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = await connect(postgresUrl);
  await admin.query(`create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`);
  return {
    url: Object.assign(new URL(postgresUrl), { pathname: `/${name}` }).href,
    drop: async () => {
      await admin.query(`drop database ${escapeIdentifier(name)} with (force)`);
      await admin.end();
    },
  };
}

export async function createConnectedDatabase() {
  const { url, drop } = await createTestDatabase();
  const connections = new ReusedConnections(url);
  const remove = async () => {
    await connections.close();
    await drop();
  };
  return { value: { url, connections }, remove };
}

const ownDatabase = oncePerWorker(createConnectedDatabase);

/** Provides one database per worker, emptied before every test. */
export const test = base
  .extend("postgresUrl", { scope: "worker" }, () => inject("postgresUrl"))
  .extend("workerDatabase", { scope: "worker" }, ({ postgresUrl: _ }, { onCleanup }) => {
    onCleanup(ownDatabase.remove);
    return ownDatabase.get();
  })
  .extend("databaseUrl", { scope: "worker" }, ({ workerDatabase }) => workerDatabase.url)
  .extend("db", async ({ workerDatabase: { connections } }, { onCleanup }): Promise<Database> => {
    const { db, release } = connections.acquire();
    onCleanup(release);
    await emptyTables(db);
    return db;
  })
  .extend("outage", async ({ postgresUrl, databaseUrl }, { onCleanup }) => {
    const outage = await prepareOutage(postgresUrl, databaseUrl);
    onCleanup(outage.close);
    return outage;
  });

export { expect } from "vitest";

/**
 * Empties all tables except what the app and its migrations write once. Deleting from tables of one page is ten times as
 * fast as truncating them; in larger ones, the space of deleted rows would be used again, and rows of the same moment would
 * not be read in the order in which they were written. The replica role skips foreign keys.
 */
export async function emptyTables(db: Database): Promise<void> {
  await db.execute(sql`
    do $$
    declare
      name text;
    begin
      set local lock_timeout = '10s';
      set local session_replication_role = replica;
      for name in
        select format('%I.%I', schemaname, tablename) from pg_tables
        where (schemaname = 'public' and tablename <> 'public_revision')
          or (schemaname = 'local_stripe' and tablename <> 'settings')
          or (schemaname = 'graphile_worker' and tablename in ('_private_jobs', '_private_job_queues'))
      loop
        if pg_relation_size(name::regclass) > 8192 then
          execute 'truncate ' || name || ' cascade';
        else
          execute 'delete from ' || name;
        end if;
      end loop;
      update public_revision set revision = revision + 1;
    end
    $$`);
  await db.execute(sql.raw(specifiedCollections));
}
