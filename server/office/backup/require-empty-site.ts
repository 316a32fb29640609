import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Client } from "pg";
import { connect } from "@db/connections";
import { StartError } from "@db/errors";
import type { Settings } from "../../core/env";
import { listOf, readTables } from "./catalogue";

type Site = { databaseUrl: string; settings: Settings; isTest?: boolean };

/** What a site writes by itself before anyone uses it. */
const filledByItself = ["exchange_rates", "form_keys", "mail_pace", "public_revision", "rate_limits", "webhook_states"];

/** Throws a StartError unless the site is stopped and holds neither rows nor files. */
export async function requireEmptySite({ databaseUrl, settings, isTest = false }: Site): Promise<void> {
  const client = await connect(databaseUrl, { name: "breathroom restore" });
  try {
    await requireNoOthers(client);
    const used = await findUsedTable(client);
    if (used) {
      throw new StartError(
        `A backup is restored into an empty site only, and this one has rows in ${used}. Nothing was changed. Set DATA_DIR or DATABASE_URL to a new place.`,
      );
    }
  } finally {
    await client.end();
  }
  if (isTest || settings.s3 || !(await hasFiles(path.join(settings.dataDir, "media")))) return;
  throw new StartError(
    `A backup is restored into an empty site only, and there are files in ${path.join(settings.dataDir, "media")}. Nothing was changed.`,
  );
}

async function requireNoOthers(client: Client): Promise<void> {
  const { rows } = await client.query<{ others: string }>(`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
  const others = Number(rows[0]?.others ?? 0);
  if (others > 0) {
    throw new StartError(
      `The database is in use by ${others} other connection${others === 1 ? "" : "s"}. Stop the site, then restore.`,
    );
  }
}

async function findUsedTable(client: Client): Promise<string | undefined> {
  for (const { name } of await readTables(client)) {
    if (filledByItself.includes(name)) continue;
    const isOwn = name === "products" ? "where address is null" : "";
    const { rowCount } = await client.query(`select from public.${listOf([name])} ${isOwn} limit 1`);
    if (rowCount) return name;
  }
  return undefined;
}

async function hasFiles(folder: string): Promise<boolean> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.some((entry) => entry.isFile());
}
