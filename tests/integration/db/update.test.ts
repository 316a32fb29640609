import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Client } from "pg";
import { connect } from "@db/connections";
import { readSettings } from "@server/core/env";
import { restoreBackup } from "@server/office/backup/restore";
import { createDiskStorage } from "@server/platform/media/storage";
import { createTestDatabase, expect, test as databaseTest } from "../../support/database";
import { readCatalogue } from "../../support/database-catalogue";

/** A database without any table, as a first start finds it. */
const test = databaseTest.extend("bare", async ({ postgresUrl }, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-update-"));
  const { url, drop } = await createTestDatabase(postgresUrl, "template0");
  // Not the worker's own database: other tests take constraints away to show what they are for.
  const fresh = await createTestDatabase(postgresUrl);
  onCleanup(async () => {
    await drop();
    await fresh.drop();
    await rm(folder, { recursive: true, force: true });
  });
  return { url, folder, freshUrl: fresh.url };
});

const clock = { now: () => new Date() };

test("brings a site of version 1.0.0 to the tables of this version, with all its rows and files", async ({
  bare: { url, folder, freshUrl },
}) => {
  const storage = createDiskStorage(folder);
  const site = { clock, settings: { ...readSettings({}), dataDir: folder }, storage, databaseUrl: url };
  const { manifest, lost } = await restoreBackup(site, "tests/fixtures/site-1.0.0.tar");

  expect(lost).toEqual([]);
  expect(await inDatabase(url, readCatalogue)).toEqual(await inDatabase(freshUrl, readCatalogue));
  // Kept by what has paid, is read or was said: no update may lose them.
  const kept = ["users", "live_sessions", "session_bookings", "booking_tickets", "purchases", "payments", "recordings"];
  const saved = manifest.tables.filter(({ name }) => kept.includes(name)).map(({ name, rows }) => [name, rows]);
  expect(saved).toHaveLength(kept.length);
  expect(await inDatabase(url, (client) => countRows(client, kept))).toEqual(Object.fromEntries(saved));
  expect(await inDatabase(url, countUneven)).toBe(0);
});

/** Counts the tickets of several that have another share of their booking than an even one, the larger ones first. */
async function countUneven(client: Client): Promise<number> {
  const { rows } = await client.query<{ uneven: number }>(`
    select count(*) filter (where share_minor <> total_minor / booked
      + case when number <= total_minor % booked then 1 else 0 end)::int as uneven
    from booking_tickets join session_bookings on session_bookings.id = booking_id,
      lateral (select count(*)::int as booked from booking_tickets as own where own.booking_id = session_bookings.id) as own`);
  return rows[0]!.uneven;
}

async function countRows(client: Client, tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ total: number }>(`select count(*)::int as total from ${table}`);
    counts[table] = rows[0]?.total ?? 0;
  }
  return counts;
}

async function inDatabase<Value>(url: string, work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
