import { closeDatabase, openDatabase, type Database } from "@db/client";
import { startBuiltServer, type BuiltServer } from "./built-server";
import { emptyTables, test as databaseTest } from "./database";
import { aSession } from "./sessions";

export { expect } from "vitest";

/**
 * The built site in a process of the test file's own, which takes longer to start than most tests to run; and its
 * database, which is emptied before each of them.
 */
export const test = databaseTest
  .extend("server", { scope: "file" }, async ({ databaseUrl }, { onCleanup }): Promise<BuiltServer> => {
    await giveItSomething(databaseUrl);
    const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
    onCleanup(() => server.stop());
    return server;
  })
  .extend("db", async ({ databaseUrl, server: _ }, { onCleanup }): Promise<Database> => {
    const db = openDatabase(databaseUrl);
    onCleanup(() => closeDatabase(db));
    await emptyTables(db);
    return db;
  });

/** A site that finds an empty database fills it with the demo. */
async function giveItSomething(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl);
  await aSession(db);
  await closeDatabase(db);
}
