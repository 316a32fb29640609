import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type { Client } from "pg";
import { connect } from "./connections";
import { StartError } from "./errors";

/** An arbitrary key that must never change. */
const lockKey = 7_262_011;
const connectSeconds = 5;

/** Processes that start together take turns. Throws a StartError. */
export async function migrate(databaseUrl: string, root = process.cwd()): Promise<void> {
  const migrationsFolder = path.join(root, "db", "migrations");
  const client = await reach(databaseUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await refuseOldJournal(client, migrationsFolder);
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
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
    return await connect(databaseUrl, { timeoutMs: connectSeconds * 1000 });
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
