import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "pg";
import { connect } from "@db/connections";
import { migrate } from "@db/migrate";
import { createTestDatabase, test } from "./database";

type Journal = { entries: { tag: string; when: number }[] };

/** Returns tests with a database as it was after a migration, such as "0034_full-stop". */
export const testOlder = (tag: string) =>
  test.extend("older", async ({ postgresUrl }, { onCleanup }) => {
    const { url, drop } = await createTestDatabase(postgresUrl, "template0");
    const client = await connect(url);
    onCleanup(async () => {
      await client.end();
      await drop();
    });
    await migrateTo(url, tag);
    return { url, client };
  });

async function migrateTo(url: string, tag: string): Promise<void> {
  const journal = await readFile(path.resolve("db", "migrations", "meta", "_journal.json"), "utf8");
  const found = (JSON.parse(journal) as Journal).entries.find((entry) => entry.tag === tag);
  if (!found) throw new Error(`there is no migration ${tag}`);
  await migrate(url, { until: found.when });
}

/** Inserts rows as they are: without the triggers and foreign keys that more rows would be needed for. */
export async function insertRows(client: Client, table: string, rows: Record<string, unknown>[]): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const row of rows) {
    const names = Object.keys(row).map((name) => `"${name}"`);
    const places = names.map((_, nth) => `$${nth + 1}`);
    await client.query(`insert into ${table} (${names.join()}) values (${places.join()})`, Object.values(row));
  }
  await client.query("set session_replication_role = origin");
}
