import { randomUUID } from "node:crypto";
import { between, eq, gte, ilike, lt, ne, sql, type SQL } from "drizzle-orm";
import { closeDatabase, openDatabase, unnamed } from "@db/client";
import { withParameters } from "@db/connections";
import { users } from "@db/schema";
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

test("prepares statements from the second time on, if wanted, and only those with values", async ({ databaseUrl }) => {
  const namesAfter = async (isPrepared: boolean) => {
    const db = openDatabase(databaseUrl, { max: 1, isPrepared });
    for (const number of [1, 2, 3]) {
      await db.execute(sql`select ${number}::int as ${sql.identifier(`number_${isPrepared}`)}`);
      await db.execute(sql`select 'plain'`);
    }
    const { rows } = await db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`);
    await closeDatabase(db);
    return rows.map(({ statement }) => statement);
  };
  expect(await namesAfter(false)).toEqual([]);
  expect(await namesAfter(true)).toEqual(['select $1::int as "number_true"']);
});

test("plans queries with ranges and patterns anew each time, as their values decide", async ({ databaseUrl }) => {
  const db = openDatabase(databaseUrl, { max: 1, isPrepared: true });
  const now = new Date();
  const names = (isMeant: SQL) => db.select({ id: users.id }).from(users).where(isMeant);
  const meant = [
    eq(users.email, "a"),
    ne(users.email, "b"),
    lt(users.createdAt, now),
    gte(users.createdAt, now),
    ilike(users.email, "%c%"),
    between(users.createdAt, now, now),
    sql`(${users.createdAt}, ${users.id}) < (${now.toISOString()}::timestamptz, ${randomUUID()}::uuid)`,
  ];
  const byHand = names(gte(users.fullName, "d")).prepare(unnamed);
  for (let time = 0; time < 3; time++) {
    for (const one of meant) await names(one);
    await byHand.execute();
    await db
      .update(users)
      .set({ fullName: "e" })
      .where(lt(users.createdAt, new Date(0)));
  }
  const { rows } = await db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`);
  await closeDatabase(db);
  expect(rows.map(({ statement }) => statement.slice(statement.indexOf("where"))).sort()).toEqual([
    'where "users"."created_at" < $2',
    'where "users"."email" <> $1',
    'where "users"."email" = $1',
    'where "users"."full_name" >= $1',
  ]);
});
