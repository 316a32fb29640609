import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type Client, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { connect } from "@db/connections";
import { StartError } from "@db/errors";
import { listMigrations, migrate } from "@db/migrate";
import type { Services } from "../../core/services";
import { checkedKey } from "../../platform/media/storage-key";
import { listOf, readForeignKeys, readTables } from "./catalogue";
import type { Manifest, SavedTable } from "./manifest";
import { type Backup, drain, readBackup } from "./read-backup";
import { requireEmptySite } from "./require-empty-site";

export type RestoreTarget = Pick<Services, "clock" | "settings" | "storage"> & {
  /** PostgreSQL's own, not a pooler's. */
  databaseUrl: string;
  /** The rows only, as a test: no file is stored. */
  isTest?: boolean;
};

export type RestoreResult = Backup & {
  /** Files that the database names and the storage does not have. */
  lost: string[];
};

/** Fills an empty site from a backup, all or nothing, and leaves it paused. Throws a StartError. */
export async function restoreBackup(target: RestoreTarget, place: string): Promise<RestoreResult> {
  const { settings, databaseUrl } = target;
  // The whole file is checked before anything is changed.
  const backup = await readBackup(place, settings.backup.passphrase);
  await requireKnownVersion(backup, target);
  await requireEmptySite(target);
  await migrate(databaseUrl, { until: backup.header.migration.at });
  const stored: string[] = [];
  const client = await connect(databaseUrl, { name: "breathroom restore" });
  try {
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'",
    );
    await client.query("begin");
    await load(client, target, { place, backup, stored });
    await client.query("commit");
  } catch (error) {
    for (const key of stored) await target.storage.remove(key);
    throw error;
  } finally {
    await client.end();
  }
  await migrate(databaseUrl, settings.database);
  return { ...backup, lost: target.isTest ? [] : await findLost(target, backup.manifest) };
}

async function requireKnownVersion({ header }: Backup, { settings }: RestoreTarget): Promise<void> {
  const mode = settings.isLive ? "live" : "demo";
  if (header.mode !== mode) {
    throw new StartError(`This backup is of a ${header.mode} site, and this is a ${mode} site (MODE).`);
  }
  if ((await listMigrations()).includes(header.migration.at)) return;
  throw new StartError("This backup was made by a newer version of Breathroom; restore it with that version.");
}

type RestoreSource = { place: string; backup: Backup; stored: string[] };

/** Loads the rows without foreign keys and triggers; the keys are checked at the end. */
async function load(client: Client, target: RestoreTarget, { place, backup, stored }: RestoreSource): Promise<void> {
  const { manifest, header } = backup;
  const shapes = await readTables(client);
  requireSameTables(manifest, shapes);
  const keys = await readForeignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${idOf(table)} drop constraint ${quote(name)}`);
  for (const { name } of shapes) await client.query(`alter table ${idOf(name)} disable trigger user`);
  await client.query(`truncate ${shapes.map(({ name }) => idOf(name)).join(", ")}`);

  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  let open: { table: SavedTable; rows: ReturnType<typeof copyFrom> } | undefined;
  const finish = async () => {
    if (open) await end(open.rows);
    open = undefined;
  };
  await readBackup(place, target.settings.backup.passphrase, {
    onRows: async (name, rows) => {
      const table = tables.get(name);
      if (!table) throw new StartError(`The backup names a table that this version does not know: ${name}.`);
      if (open?.table !== table) {
        await finish();
        open = { table, rows: client.query(copyFrom(`copy ${idOf(name)} (${listOf(table.columns)}) from stdin`)) };
      }
      for await (const chunk of rows) await write(open.rows, chunk);
    },
    onFile: async (key, content) => {
      await finish();
      await (target.isTest ? drain(content) : storeFile(target, key, content, stored));
    },
  });
  await finish();
  await countRows(client, manifest.tables);

  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${idOf(table)} add constraint ${quote(name)} ${definition}`);
  }
  for (const { name } of shapes) await client.query(`alter table ${idOf(name)} enable trigger user`);
  for (const { name, value } of manifest.sequences) {
    if (value !== null) await client.query("select setval($1::regclass, $2::bigint)", [idOf(name), value]);
  }
  if (target.settings.s3 && !target.isTest) await markDerived(client, target, manifest);
  await pause(client, target, header.madeAt);
}

const quote = (name: string) => escapeIdentifier(name);
const idOf = (table: string) => `public.${quote(table)}`;

function requireSameTables({ tables, leftOut }: Manifest, shapes: { name: string; columns: string[] }[]): void {
  const known = new Map(shapes.map(({ name, columns }) => [name, columns]));
  const strange = tables.find(({ name, columns }) => {
    const here = known.get(name);
    return !here || here.length !== columns.length || columns.some((column) => !here.includes(column));
  });
  const saved = new Set([...tables.map(({ name }) => name), ...leftOut]);
  const absent = shapes.find(({ name }) => !saved.has(name));
  const name = strange?.name ?? absent?.name;
  if (name) throw new StartError(`The backup and this version of Breathroom disagree about the table ${name}.`);
}

type CopyStream = ReturnType<typeof copyFrom>;

function write(rows: CopyStream, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => rows.write(chunk, (error) => (error ? reject(error) : resolve())));
}

async function end(rows: CopyStream): Promise<void> {
  rows.end();
  await once(rows, "finish");
}

async function countRows(client: Client, tables: SavedTable[]): Promise<void> {
  for (const { name, rows } of tables) {
    const { rows: counted } = await client.query<{ total: string }>(`select count(*) as total from ${idOf(name)}`);
    if (Number(counted[0]?.total) !== rows) throw new StartError(`Not all rows of ${name} could be restored.`);
  }
}

/** A mail may have been sent after the backup: as after a lost answer, it is sent again only while that is safe. */
async function pause(client: Client, { clock }: RestoreTarget, madeAt: string): Promise<void> {
  await client.query(
    "update outbox_emails set unanswered_at = coalesce(unanswered_at, $1) where sent_at is null and stopped is null",
    [madeAt],
  );
  await client.query("insert into site_restores (made_at, restored_at) values ($1, $2)", [madeAt, clock.now()]);
}

async function storeFile(
  { storage, settings }: RestoreTarget,
  key: string,
  content: AsyncIterable<Buffer>,
  stored: string[],
): Promise<void> {
  const folder = await mkdtemp(path.join(settings.dataDir, ".restore-"));
  try {
    const draft = path.join(folder, "file");
    await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }));
    stored.push(checkedKey(key));
    await storage.save(key, draft);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findLost({ storage }: RestoreTarget, { files }: Manifest): Promise<string[]> {
  const lost: string[] = [];
  for (const { key, bytes, state } of files) {
    if (state !== "derived" && (await storage.stat(key))?.bytes !== bytes) lost.push(key);
  }
  return lost;
}

/** A bucket still has the versions of recordings that are made again: the sweep removes the old ones. */
async function markDerived(client: Client, { clock }: RestoreTarget, { files }: Manifest): Promise<void> {
  const now = clock.now();
  for (const { key, bytes, state } of files) {
    const id = /^version\/([0-9a-f-]{36})\./.exec(key)?.[1];
    if (state !== "derived" || id === undefined) continue;
    await client.query(
      `insert into media_files (id, kind, storage_key, original_name, content_type, bytes, etag, created_at, deleted_at)
      values ($1, 'version', $2, $2, 'application/octet-stream', $3, '', $4, $4)`,
      [id, key, bytes, now],
    );
  }
}
