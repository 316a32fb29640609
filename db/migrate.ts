import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { StartError } from "@server/errors";

/** Any number will do, if it is always the same. */
const lockKey = 7_262_011;
const connectSeconds = 5;

/**
 * Brings the database to the newest schema, from db/migrations of the project in `root` (default: the working
 * directory). Processes that start together take turns. Throws a StartError when the database can't be used.
 */
export async function migrate(databaseUrl: string, root = process.cwd()): Promise<void> {
  const migrationsFolder = path.join(root, "db", "migrations");
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: connectSeconds, onnotice: () => undefined });
  try {
    await connect(sql, databaseUrl);
    await sql`select pg_advisory_lock(${lockKey})`;
    await applyMigrations(drizzle(sql), { migrationsFolder });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function connect(sql: postgres.Sql, databaseUrl: string): Promise<void> {
  try {
    await sql`select 1`;
  } catch (cause) {
    throw new StartError(`DATABASE_URL: ${addressOf(databaseUrl)} ${reasonOf(cause as ConnectError)}`, { cause });
  }
}

type ConnectError = Error & { code?: string };

/** The address as far as it may be seen in a log: no user, no password. */
function addressOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host || "localhost"}${pathname}`;
}

function reasonOf(error: ConnectError): string {
  switch (error.code) {
    case "ECONNREFUSED":
      return "can't be reached: nothing listens there.";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "can't be reached: there is no such host.";
    case "CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return `can't be reached: no answer within ${connectSeconds} seconds.`;
    case "28P01":
    case "28000":
      return "refuses the user or password.";
    case "3D000":
      return "doesn't exist; create the database first.";
    default:
      return `can't be used: ${(error.message || error.code) ?? "unknown error"}`;
  }
}
