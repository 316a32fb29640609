import { type Client, escapeIdentifier } from "pg";
import type { Header } from "./manifest";

export type TableShape = { name: string; columns: string[] };

/**
 * A restore ends all sessions and mailed tokens, and files that wait to be imported; versions of recordings are derived
 * from what was uploaded and made again. No backup holds them.
 */
export const tablesLeftOut = [
  "account_tokens",
  "pending_imports",
  "recording_preparations",
  "recording_versions",
  "user_sessions",
];

/** What a table has besides what is saved: the rows of derived files. */
export const rowsSaved: Partial<Record<string, string>> = { media_files: "kind <> 'version'" };

/** Returns every table of the site and its columns, except generated ones, which PostgreSQL fills itself. */
export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`);
  return rows;
}

/** Reads the sequences. `value` is null for one that has not been used. */
export async function readSequences(client: Client): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(`
    select sequencename::text as name, last_value::text as value
    from pg_sequences where schemaname = 'public' order by sequencename`);
  return rows;
}

export async function readMigration(client: Client): Promise<Header["migration"]> {
  const { rows } = await client.query<{ number: string; at: string | null }>(
    "select count(*) as number, max(created_at) as at from drizzle.__drizzle_migrations",
  );
  return { number: Number(rows[0]?.number ?? 0), at: Number(rows[0]?.at ?? 0) };
}

type ForeignKey = { table: string; name: string; definition: string };

export async function readForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint as k
    join pg_class as c on c.oid = k.conrelid
    join pg_namespace as n on n.oid = c.relnamespace and n.nspname = 'public'
    where k.contype = 'f' order by 1, 2`);
  return rows;
}

export const listOf = (names: string[]): string => names.map((name) => escapeIdentifier(name)).join(", ");
