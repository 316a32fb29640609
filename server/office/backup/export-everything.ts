import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { Transaction } from "@db/client";
import { requireCurrentPassword } from "../../accounts/re-authenticate";
import type { holderForm } from "../../accounts/schemas";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { writeCsv } from "../../core/csv";
import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { type Archive, writeArchive } from "./archive";
import { type ExportedTable, exportedTables } from "./export-columns";

/** Allows an export after the password, and records it. Throws wrong_current_password. */
export async function openExport(ctx: MemberContext, { currentPassword }: z.infer<typeof holderForm>): Promise<void> {
  await requireCurrentPassword(ctx, currentPassword);
  await audit(ctx.db, ctx, "export.downloaded", "everything");
}

type Source = Pick<Services, "db" | "settings" | "clock">;

/** Writes all tables of one moment as CSV and JSON into a tar file, which is gone once it is closed. Throws busy. */
export async function writeExport(source: Source): Promise<FileHandle> {
  const folder = path.join(path.resolve(source.settings.dataDir, "exports"), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const written = await inTransaction(source, (tx) => writeTables(tx, folder));
    const place = path.join(folder, "export.tar");
    await writeArchive(place, {}, async (archive) => {
      await archive.add("README.txt", Buffer.from(readme(source)));
      for (const name of written) await addFile(archive, folder, name);
    });
    return await open(place);
  } finally {
    // The open file can still be read.
    await rm(folder, { recursive: true, force: true });
  }
}

/** An arbitrary key that must never change. */
const exportLock = 7_262_014;

async function writeTables(tx: Transaction, folder: string): Promise<string[]> {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`);
  const { rows } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${exportLock}) as taken`);
  if (!rows[0]?.taken) throw new DomainError("busy", "Another export is being made. Please try again in a minute.");
  const written: string[] = [];
  for (const table of exportedTables()) written.push(...(await writeTable(tx, folder, table)));
  return written;
}

/** Few, because a row may hold a page of 100 kB. */
const rowsPerFetch = 200;

async function writeTable(tx: Transaction, folder: string, table: ExportedTable): Promise<string[]> {
  const [csvName, jsonName] = [`csv-${table.name}.csv`, `json-${table.name}.json`];
  const csv = await open(path.join(folder, csvName), "wx", 0o600);
  const json = await open(path.join(folder, jsonName), "wx", 0o600);
  try {
    await csv.appendFile(writeCsv(table.columns, []));
    let separator = "[\n";
    for await (const rows of readRows(tx, table)) {
      const cells = rows.map((row) => table.columns.map((column) => cellOf(row[column])));
      await csv.appendFile(writeCsv(null, cells));
      await json.appendFile(separator + rows.map((row) => JSON.stringify(row)).join(",\n"));
      separator = ",\n";
    }
    await json.appendFile(separator === ",\n" ? "\n]\n" : "[]\n");
  } finally {
    await Promise.all([csv.close(), json.close()]);
  }
  return [csvName, jsonName];
}

async function* readRows(tx: Transaction, { name, columns }: ExportedTable): AsyncGenerator<TableRow[]> {
  const chosen = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  await tx.execute(sql`declare exported no scroll cursor for
    select to_json(rows) as row from (select ${chosen} from ${sql.identifier(name)}) as rows`);
  for (;;) {
    const { rows } = await tx.execute<{ row: TableRow }>(sql`fetch ${sql.raw(String(rowsPerFetch))} from exported`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await tx.execute(sql`close exported`);
}

type TableRow = Record<string, unknown>;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Adds a table to the archive as csv/users.csv and json/users.json. */
async function addFile(archive: Archive, folder: string, name: string): Promise<void> {
  const place = path.join(folder, name);
  const { size } = await stat(place);
  await archive.addFile(name.replace("-", "/"), size, createReadStream(place));
}

const readme = ({
  settings,
  clock,
}: Source): string => `Everything that ${settings.siteUrl} knew at ${clock.now().toISOString()}.

csv/   one file for each table, UTF-8, commas. What a spreadsheet would take for a formula has a ' before it.
json/  the same rows.

Amounts are in pence or cents (amount_minor and the like), times with their offset. Left out are passwords, keys, tokens
and hashes, the texts of mails (they hold personal links), health notes (in the export of each person) and uploaded files
(in backups).
`;
