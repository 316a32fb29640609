import * as schema from "@db/schema";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { columnsOfTables, exportedTables } from "@server/office/backup/export-columns";

const casing = new CasingCache("snake_case");

const columnsOf = (table: PgTable) =>
  Object.values(getTableColumns(table)).map((column) => casing.getColumnCasing(column));

const inSchema = Object.fromEntries(
  Object.values<unknown>(schema).flatMap((table) =>
    is(table, PgTable) ? [[getTableName(table), columnsOf(table).sort()]] : [],
  ),
);

const words = (list: string) => list.split(" ").filter(Boolean);

test("every column of the schema is either exported or withheld, once", () => {
  const listed = Object.entries(columnsOfTables).map(([name, { exported, withheld }]) => [
    name,
    [...words(exported), ...words(withheld)].sort(),
  ]);
  expect(Object.fromEntries(listed)).toEqual(inSchema);
});

test("no column that is named like a secret is exported", () => {
  const columns = exportedTables().flatMap((table) => table.columns.map((column) => `${table.name}.${column}`));
  expect(columns.length).toBeGreaterThan(200);
  expect(columns.filter((name) => /hash|secret|token|sealed|password|manage_key|_key$|encrypted_/.test(name))).toEqual(
    [],
  );
});
