import type { Client } from "pg";

/** What makes up the tables: one line for each part, without the order of columns, which an update can't change. */
const parts = [
  `select 'column ' || table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' '
     || coalesce(column_default, '') as line
   from information_schema.columns where table_schema = 'public'`,
  `select 'index ' || indexdef from pg_indexes where schemaname = 'public'`,
  `select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
   from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`,
  `select 'enum ' || typname || ' ' || string_agg(enumlabel, ',' order by enumlabel)
   from pg_enum join pg_type on pg_type.oid = enumtypid group by typname`,
  `select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  `select 'function ' || pg_get_functiondef(pg_proc.oid) from pg_proc
   where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  `select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'`,
];

/** Returns the columns, indexes, constraints, enums, triggers, functions and views of a database, sorted. */
export async function readCatalogue(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(parts.join(" union all "));
  return rows.map(({ line }) => line).sort();
}
