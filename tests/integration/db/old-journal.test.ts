import { expect } from "vitest";
import { connect } from "@db/connections";
import { migrate } from "@db/migrate";
import { createTestDatabase, test } from "../../support/database";

const databaseTest = test.extend("database", async ({ postgresUrl }, { onCleanup }) => {
  const database = await createTestDatabase(postgresUrl);
  const client = await connect(database.url);
  onCleanup(async () => {
    await client.end();
    await database.drop();
  });
  return { url: database.url, client };
});

databaseTest(
  "refuses a database from before the migrations were squashed, and leaves it as it is",
  async ({ database }) => {
    const { url, client } = database;
    await client.query("update drizzle.__drizzle_migrations set hash = 'of a preview ' || id");
    await client.query("insert into session_categories (name) values ('Kept')");

    await expect(migrate(url)).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringContaining("start with an empty database") as string,
    });

    const { rows } = await client.query("select count(*)::int as kept from session_categories where name = 'Kept'");
    expect(rows).toEqual([{ kept: 1 }]);
  },
);

databaseTest("accepts a database that a newer version has migrated further", async ({ database }) => {
  const { url, client } = database;
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)");

  await expect(migrate(url)).resolves.toBeUndefined();
});
