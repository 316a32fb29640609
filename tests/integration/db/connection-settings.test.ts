import { sql } from "drizzle-orm";
import { closeDatabase, openDatabase } from "@db/client";
import { withParameters } from "@db/connections";
import { expect, test } from "../../support/database";

const settings = sql`select current_setting('jit') as jit, current_setting('statement_timeout') as statement`;

test("connects without JIT and with a statement timeout, unless statements may take any time", async ({
  databaseUrl,
}) => {
  const [db, patient] = [openDatabase(databaseUrl), openDatabase(databaseUrl, { max: 1, queryTimeoutMs: 0 })];
  expect((await db.execute(settings)).rows).toEqual([{ jit: "off", statement: "25s" }]);
  expect((await patient.execute(settings)).rows).toEqual([{ jit: "off", statement: "0" }]);
  await Promise.all([db, patient].map(closeDatabase));
});

test("keeps the parameters of the address", () => {
  const url = withParameters("postgres://a:p%40ss@db.example/site?sslmode=require&options=-c%20geqo%3Doff", {
    jit: "off",
  });
  const { password, searchParams } = new URL(url);
  expect([password, searchParams.get("sslmode")]).toEqual(["p%40ss", "require"]);
  expect(searchParams.get("options")).toBe("-c geqo=off -c jit=off");
});
