import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import type { Client } from "pg";
import { connect } from "@db/connections";
import { readTables } from "@server/office/backup/catalogue";
import { restoreBackup, type RestoreResult, type RestoreTarget } from "@server/office/backup/restore";
import { type BackupSource, writeBackup } from "@server/office/backup/write-backup";
import type { Settings } from "@server/core/env";
import { openStorage } from "@server/platform/media/storage";
import { createTestDatabase } from "./database";
import { test as appTest } from "./test-app";

export { expect };

type Rows = Record<string, Record<string, unknown>[]>;

type EmptySite = RestoreTarget & { rows: () => Promise<Rows> };

type Backups = {
  /** Backs up the app, with `settings` changed; returns the file. */
  backUp: (changed?: Partial<Settings["backup"]>) => Promise<string>;
  /** An empty site beside the app's. */
  emptySite: EmptySite;
  restore: (file: string, changed?: Partial<Settings["backup"]>) => Promise<RestoreResult>;
  /** Returns the app's rows, or those that an exported snapshot sees. */
  sourceRows: (snapshot?: string) => Promise<Rows>;
};

/** Adds what backs up the app and restores it elsewhere. */
export const test = appTest.extend<Backups & { folder: string }>({
  folder: async ({ task: _ }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), "breathroom-backup-"));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  backUp: async ({ app, databaseUrl, folder }, use) => {
    let made = 0;
    await use(async (changed = {}) => {
      const file = path.join(folder, `backup-${(made += 1)}.tar`);
      await writeBackup(sourceOf(app.services, databaseUrl, changed), file);
      return file;
    });
  },

  emptySite: async ({ app, folder }, use) => {
    const { url, drop } = await createTestDatabase();
    const settings = { ...app.services.settings, dataDir: folder };
    const site = { clock: app.clock, settings, storage: await openStorage(settings), databaseUrl: url };
    await use({ ...site, rows: () => readAll(url) });
    await drop();
  },

  restore: async ({ emptySite }, use) => {
    await use((file, changed = {}) => restoreBackup(withBackup(emptySite, changed), file));
  },

  sourceRows: async ({ databaseUrl }, use) => {
    await use((snapshot) => readAll(databaseUrl, snapshot));
  },
});

export const sourceOf = (
  { clock, settings, storage }: Omit<BackupSource, "databaseUrl">,
  databaseUrl: string,
  changed: Partial<Settings["backup"]> = {},
): BackupSource => withBackup({ clock, settings, storage, databaseUrl }, changed);

const withBackup = <Site extends { settings: Settings }>(site: Site, changed: Partial<Settings["backup"]>): Site => ({
  ...site,
  settings: { ...site.settings, backup: { ...site.settings.backup, ...changed } },
});

async function readAll(databaseUrl: string, snapshot?: string): Promise<Rows> {
  const client = await connect(databaseUrl);
  try {
    if (snapshot) await client.query(`begin isolation level repeatable read; set transaction snapshot '${snapshot}'`);
    const tables = await readTables(client);
    const all: Rows = {};
    for (const { name } of tables) all[name] = await readRows(client, name);
    return all;
  } finally {
    await client.end();
  }
}

/** Expects every row of the source, but for sessions and mailed tokens; mails under way count as perhaps sent. */
export function expectRestored(restored: Rows, source: Rows): void {
  const {
    site_restores: paused,
    user_sessions: sessions,
    account_tokens: tokens,
    outbox_emails: mails,
    ...rows
  } = restored;
  const { site_restores: _, user_sessions: __, account_tokens: ___, outbox_emails: mailsBefore, ...saved } = source;
  expect(paused).toMatchObject([{ confirmed_at: null }]);
  expect([sessions, tokens]).toEqual([[], []]);
  expect(rows).toEqual(saved);
  const madeAt = mails?.[0]?.unanswered_at;
  expect(madeAt).toEqual(expect.any(String));
  expect(mails).toEqual(mailsBefore?.map((mail) => ({ ...mail, unanswered_at: madeAt })));
}

async function readRows(client: Client, table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(saved) as row from public.${table} as saved order by to_jsonb(saved)::text`,
  );
  return rows.map(({ row }) => row);
}
