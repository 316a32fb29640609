import { randomBytes } from "node:crypto";
import { closeDatabase, type Database, openDatabase } from "@db/client";
import { connect } from "@db/connections";
import { reachDatabase } from "@db/embedded";
import { StartError } from "@db/errors";
import { migrate } from "@db/migrate";
import { isEncrypted } from "../office/backup/archive";
import { openBackupBucket } from "../office/backup/bucket";
import type { Manifest } from "../office/backup/manifest";
import { restoreBackup, type RestoreResult, type RestoreTarget } from "../office/backup/restore";
import { makeBackup, reasonOf, record } from "../office/backup/run-backup";
import { readSettings } from "../core/env";
import { createLog } from "../core/log";
import { systemClock } from "../core/services";
import { openStorage } from "../platform/media/storage";

type Environment = Record<string, string | undefined>;

/** Makes a backup; the site may be running. Returns the operator's text; throws a StartError. */
export async function runBackupCommand(environment: Environment): Promise<string> {
  return withSite(environment, async (site) => {
    const made = await makeBackup(site, await openBackupBucket(site.settings));
    return [
      `${made.place} (${inMb(made.bytes)}): ${contentsOf(made.manifest)}.`,
      ...(made.isEncrypted
        ? []
        : ["It is not encrypted: set BACKUP_PASSPHRASE, or keep it where only you can read it."]),
      ...(made.isSameDisk ? ["It lies on the same disk as the site: copy it elsewhere, or set BACKUP_S3_BUCKET."] : []),
      ...absent(made.manifest, "missing").map((text) => `Not saved, because the storage does not have them: ${text}`),
      ...absent(made.manifest, "derived").map((text) => `Left out, because they are made again: ${text}`),
      ...absent(made.manifest, "listed").map((text) => `Listed only, because they are in a bucket: ${text}`),
      "Not in it, so keep them apart from it: .env, and cookie-secret and encryption-keys in DATA_DIR if they are there.",
      "",
    ].join("\n");
  });
}

/** Restores a backup into an empty site, or with --test into a database that is dropped again. */
export async function runRestoreCommand(environment: Environment, [file, ...others]: string[]): Promise<string> {
  const isTest = others.length === 1 && others[0] === "--test";
  if (!file || (others.length > 0 && !isTest))
    throw new StartError("Name the backup: npm run restore -- FILE [--test]");
  return withSite(environment, async (site) => {
    if (isTest) return testRestore(site, file);
    const restored = await restoreBackup(site, file);
    return [
      `Restored ${contentsOf(restored.manifest)}, as of ${restored.header.madeAt}.`,
      ...lostFiles(restored),
      "The site is paused: start it, sign in, and open /admin/backups to check Stripe and to resume.",
      "Authenticator apps and health notes need the old COOKIE_SECRET and ENCRYPTION_KEYS, in .env or as files in DATA_DIR.",
      "",
    ].join("\n");
  });
}

type Site = RestoreTarget & { db: Database; log: ReturnType<typeof createLog> };

async function testRestore(site: Site, file: string): Promise<string> {
  const startedAt = systemClock.now();
  const run = { task: "restore_test" as const, fileName: file.slice(-200), startedAt };
  await migrate(site.databaseUrl, site.settings.database);
  const isSealed = await isEncrypted(file);
  const test = await createDatabaseFor(site.databaseUrl);
  try {
    const { manifest } = await restoreBackup({ ...site, databaseUrl: test.url, isTest: true }, file);
    await record(site, { ...run, isEncrypted: isSealed });
    return `${file} can be restored: ${contentsOf(manifest)}. This site was not changed.\n`;
  } catch (error) {
    await record(site, { ...run, isEncrypted: isSealed, error: reasonOf(error) });
    throw error;
  } finally {
    await test.drop();
  }
}

async function createDatabaseFor(databaseUrl: string) {
  const name = `breathroom_restore_test_${randomBytes(4).toString("hex")}`;
  const admin = await connect(databaseUrl);
  const throwFailure = (cause: Error) => {
    void admin.end();
    throw new StartError(`No database for the test could be created: ${cause.message}`, { cause });
  };
  await admin.query(`create database ${name}`).catch(throwFailure);
  return {
    url: Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

async function withSite(environment: Environment, work: (site: Site) => Promise<string>): Promise<string> {
  const settings = readSettings(environment);
  const database = await reachDatabase(settings);
  const { url } = database;
  // One connection, opened by its first query: a restore wants to be alone.
  const db = openDatabase(url, { max: 1, queryTimeoutMs: 0 });
  try {
    const log = createLog(settings.logLevel, process.stderr);
    return await work({
      db,
      settings,
      log,
      clock: systemClock,
      storage: await openStorage(settings),
      databaseUrl: url,
    });
  } finally {
    await closeDatabase(db);
    await database.leave();
  }
}

function contentsOf({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const included = files.filter(({ state }) => state === "included").length;
  return `${rows.toLocaleString("en")} rows of ${tables.length} tables, ${included.toLocaleString("en")} files`;
}

function absent({ files }: Manifest, wanted: "derived" | "listed" | "missing"): string[] {
  const keys = files.filter(({ state }) => state === wanted).map(({ key }) => key);
  return keys.length === 0
    ? []
    : [`${keys.slice(0, 5).join(", ")}${keys.length > 5 ? ` and ${keys.length - 5} more` : ""}`];
}

const lostFiles = ({ lost }: RestoreResult): string[] =>
  lost.length === 0 ? [] : [`${lost.length} files are missing, such as ${lost.slice(0, 5).join(", ")}.`];

const inMb = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
