import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { connect } from "@db/connections";
import { StartError } from "@db/errors";
import type { Services } from "../../core/services";
import { fileRemovalLock } from "../../platform/media/media-files";
import { FileMissingError } from "../../platform/media/storage-key";
import { type Archive, writeArchive } from "./archive";
import {
  listOf,
  readMigration,
  readSequences,
  readTables,
  rowsSaved,
  type TableShape,
  tablesLeftOut,
} from "./catalogue";
import { type Header, type Manifest, names, type SavedFile, type SavedTable } from "./manifest";

export type BackupSource = Pick<Services, "clock" | "settings" | "storage"> & {
  /** PostgreSQL's own, not a pooler's: a backup needs a session. */
  databaseUrl: string;
};

export type WrittenBackup = { bytes: number; manifest: Manifest };

/** An arbitrary key that must never change. */
const backupLock = 7_262_013;
const partBytes = 4 * 1024 * 1024;
const gzipped = promisify(gzip);

/** What is done while the snapshot is open, with its id for `set transaction snapshot`. */
type SnapshotTask = (id: string) => Promise<void>;

/** Writes all rows of one moment, and the files that they name, while the site runs. Throws a StartError. */
export async function writeBackup(source: BackupSource, place: string, beside?: SnapshotTask): Promise<WrittenBackup> {
  const client = await connect(source.databaseUrl, { name: "breathroom backup" });
  try {
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s'",
    );
    await takeLocks(client);
    let manifest: Manifest | undefined;
    const { passphrase } = source.settings.backup;
    const { bytes } = await writeArchive(place, { passphrase }, async (archive) => {
      manifest = await fill(archive, client, source, beside);
    });
    if (!manifest) throw new Error("the backup has no manifest");
    return { bytes, manifest };
  } finally {
    await client.end();
  }
}

/** Takes the locks before the snapshot: a file that it names must not be removed until it is copied. */
async function takeLocks(client: Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [backupLock]);
  if (!rows[0]?.taken) throw new StartError("Another backup is being made; try again when it has ended.");
  await client.query("select pg_advisory_lock($1)", [fileRemovalLock]);
}

async function fill(archive: Archive, client: Client, source: BackupSource, beside?: SnapshotTask): Promise<Manifest> {
  await client.query("begin isolation level repeatable read read only");
  const exported = await client.query<{ id: string }>("select pg_export_snapshot() as id");
  await beside?.(exported.rows[0]?.id ?? "");
  const header: Header = {
    format: 1,
    migration: await readMigration(client),
    madeAt: source.clock.now().toISOString(),
    mode: source.settings.isLive ? "live" : "demo",
  };
  await archive.add(names.header, jsonOf(header));
  const tables: SavedTable[] = [];
  for (const table of await readTables(client)) {
    if (!tablesLeftOut.includes(table.name)) tables.push(await saveTable(archive, client, table));
  }
  const sequences = await readSequences(client);
  const wanted = await readFileNames(client);
  await client.query("commit");
  const files: SavedFile[] = [];
  for (const file of wanted) files.push(await saveFile(archive, source, file));
  const manifest = { tables, leftOut: tablesLeftOut, sequences, files };
  const content = jsonOf(manifest);
  await archive.add(names.manifest, content);
  await archive.add(names.manifestDigest, Buffer.from(createHash("sha256").update(content).digest("hex")));
  return manifest;
}

const jsonOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function saveTable(archive: Archive, client: Client, { name, columns }: TableShape): Promise<SavedTable> {
  const saved = `select ${listOf(columns)} from public.${listOf([name])} where ${rowsSaved[name] ?? "true"}`;
  const rows = client.query(copyTo(`copy (${saved}) to stdout`));
  const hash = createHash("sha256");
  let parts = 0;
  let lines = 0;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    await archive.add(names.part(name, (parts += 1)), await gzipped(Buffer.concat(waiting), { level: 4 }));
    waiting = [];
    bytes = 0;
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    lines += countLines(chunk);
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= partBytes) await flush();
  }
  if (bytes > 0) await flush();
  return { name, columns, rows: lines, parts, sha256: hash.digest("hex") };
}

const newline = 10;

/** Counts the rows of a part: COPY ends each by a line break and escapes those in values. */
export function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

type WantedFile = { key: string; bytes: string; isDerived: boolean };

async function readFileNames(client: Client): Promise<WantedFile[]> {
  const { rows } = await client.query<WantedFile>(
    `select storage_key as key, bytes::text, kind = 'version' as "isDerived"
    from media_files where deleted_at is null
    union
    select rendition ->> 'key', rendition ->> 'bytes', false
    from media_files, jsonb_array_elements(renditions) as rendition where deleted_at is null
    order by key`,
  );
  return rows;
}

async function saveFile(archive: Archive, { storage, settings }: BackupSource, file: WantedFile): Promise<SavedFile> {
  const { key } = file;
  const unsaved = { key, bytes: Number(file.bytes), sha256: null };
  if (file.isDerived) return { ...unsaved, state: "derived" };
  if (settings.s3) return { ...unsaved, state: "listed" };
  const found = await storage.stat(key);
  if (!found) return { ...unsaved, state: "missing" };
  const hash = createHash("sha256");
  try {
    await archive.addFile(names.file(key), found.bytes, hashChunks(await storage.read(key), hash));
  } catch (error) {
    if (error instanceof FileMissingError) return { ...unsaved, state: "missing" };
    throw error;
  }
  return { key, bytes: found.bytes, sha256: hash.digest("hex"), state: "included" };
}

async function* hashChunks(chunks: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
