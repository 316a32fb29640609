import { readFileSync } from "node:fs";
import * as schema from "@db/schema";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

const inventory = readFileSync("docs/privacy.md", "utf8");
const rows = inventory.split("\n").filter((line) => line.startsWith("| `"));
const listed = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));

test("the inventory of personal data lists every table once, and no other", () => {
  const tables = Object.values<unknown>(schema).flatMap((value) => (is(value, PgTable) ? [getTableName(value)] : []));
  expect(tables.length).toBeGreaterThan(30);
  expect(listed.sort()).toEqual(tables.sort());
});

test("the inventory says of each table with personal data how long it is kept and who sees it", () => {
  const [personal = ""] = inventory.split("## Tables without personal data");
  const cells = rows.filter((row) => personal.includes(row)).map((row) => row.split("|").map((cell) => cell.trim()));
  expect(cells.length).toBeGreaterThan(20);
  for (const [, table, what, kept, who] of cells) expect([what, kept, who], table).not.toContain("");
});
