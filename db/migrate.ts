import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { connect, connectionParameters, withParameters } from "./connections";
import { StartError } from "./errors";
import { addSearchIndexes } from "./search-indexes";

/** An arbitrary key that must never change. */
const lockKey = 7_262_011;
const connectSeconds = 5;

type Options = {
  root?: string;
  isPooled?: boolean;
  /** The time of the last migration to apply; the others follow at the next call. Default: all. */
  until?: number;
};

/** Processes that start together take turns. Needs a connection of its own. Throws a StartError. */
export async function migrate(
  databaseUrl: string,
  { root = process.cwd(), isPooled = false, until = Infinity }: Options = {},
) {
  const migrationsFolder = path.join(root, "db", "migrations");
  const client = await reach(databaseUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await refuseOldJournal(client, migrationsFolder);
    if (until === Infinity) {
      await applyMigrations(drizzle(client), { migrationsFolder });
      await addSearchIndexes(client);
    } else {
      await applyUntil(client, migrationsFolder, until);
    }
    if (isPooled) await setForRole(client);
  } finally {
    await client.end();
  }
}

type QueryRunner = (query: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** Returns how many migrations the database lacks; below zero, how many it has that this program does not know. */
export async function countPendingMigrations(db: { execute: QueryRunner }, root = process.cwd()): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder: path.join(root, "db", "migrations") }).map(({ hash }) => hash);
  const { rows } = await db.execute("select hash from drizzle.__drizzle_migrations");
  const applied = new Set(rows.map(({ hash }) => hash));
  const pending = known.filter((hash) => !applied.has(hash)).length;
  return pending > 0 ? pending : -rows.filter(({ hash }) => !known.includes(String(hash))).length;
}

type Journal = { entries: { when: number; tag: string }[] };

/** The library applies what the journal of a folder lists. */
async function applyUntil(client: Client, migrationsFolder: string, until: number): Promise<void> {
  const journal = await readJournal(migrationsFolder);
  const entries = journal.entries.filter(({ when }) => when <= until);
  const shortened = await mkdtemp(path.join(tmpdir(), "breathroom-migrations-"));
  try {
    await mkdir(path.join(shortened, "meta"));
    await writeFile(path.join(shortened, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) {
      await copyFile(path.join(migrationsFolder, `${tag}.sql`), path.join(shortened, `${tag}.sql`));
    }
    await applyMigrations(drizzle(client), { migrationsFolder: shortened });
  } finally {
    await rm(shortened, { recursive: true, force: true });
  }
}

async function readJournal(migrationsFolder: string): Promise<Journal> {
  return JSON.parse(await readFile(path.join(migrationsFolder, "meta", "_journal.json"), "utf8")) as Journal;
}

/** Returns the times of all migrations of this version, which identify them. */
export async function listMigrations(root = process.cwd()): Promise<number[]> {
  const { entries } = await readJournal(path.join(root, "db", "migrations"));
  return entries.map(({ when }) => when);
}

/** What connections can't set through a pooler is a default of their role in this database. */
async function setForRole(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
  for (const [parameter, value] of Object.entries(connectionParameters)) {
    await client.query(`alter role current_user in database ${rows[0]?.name} set ${parameter} = ${value}`);
  }
}

/** Such a journal precedes the squashed migrations (docs/decisions/026). */
async function refuseOldJournal(client: Client, migrationsFolder: string): Promise<void> {
  const { rows: found } = await client.query<{ journal: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as journal",
  );
  if (!found[0]?.journal) return;
  const { rows } = await client.query<{ hash: string }>("select hash from drizzle.__drizzle_migrations");
  const [first] = readMigrationFiles({ migrationsFolder });
  if (rows.length === 0 || rows.some(({ hash }) => hash === first?.hash)) return;
  throw new StartError(
    "This database was made by a preview of Breathroom, and no later version can upgrade it. Nothing was changed. " +
      "Go on with the version that made it, or start with an empty database: set DATABASE_URL or DATA_DIR to a new one.",
  );
}

async function reach(databaseUrl: string): Promise<Client> {
  try {
    // With parameters, so that a pooler refuses it. Migrations may take as long as they need.
    const url = withParameters(databaseUrl, { statement_timeout: "0" });
    return await connect(url, { timeoutMs: connectSeconds * 1000 });
  } catch (cause) {
    throw new StartError(`DATABASE_URL: ${addressOf(databaseUrl)} ${reasonOf(cause as ConnectError)}`, { cause });
  }
}

type ConnectError = Error & { code?: string };

function addressOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host || "localhost"}${pathname}`;
}

function reasonOf(error: ConnectError): string {
  const { code, message } = error instanceof AggregateError ? mostInformative(error) : error;
  if (message === "timeout expired") return `can't be reached: no answer within ${connectSeconds} seconds.`;
  switch (code) {
    case "ECONNREFUSED":
    case "ENOENT": // of a Unix socket
      return "can't be reached: nothing listens there.";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "can't be reached: there is no such host.";
    case "ETIMEDOUT":
      return `can't be reached: no answer within ${connectSeconds} seconds.`;
    case "28P01":
    case "28000":
      return "refuses the user or password.";
    case "08P01":
      return "is a pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.";
    case "3D000":
      return "doesn't exist; create the database first.";
    default:
      return `can't be used: ${(message || code) ?? "unknown error"}`;
  }
}

/** There is one error per address; a refused connection says most. */
function mostInformative(error: AggregateError): ConnectError {
  const errors = error.errors as ConnectError[];
  return errors.find(({ code }) => code === "ECONNREFUSED") ?? errors[0] ?? error;
}
