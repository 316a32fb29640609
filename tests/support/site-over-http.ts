import { closeDatabase, openDatabase } from "@db/client";
import { startBuiltServer } from "./built-server";
import { createConnectedDatabase, test as databaseTest } from "./database";
import { oncePerWorker } from "./once-per-worker";
import { aSession } from "./sessions";

export { expect } from "vitest";

const site = oncePerWorker(async () => {
  const { value: database, remove } = await createConnectedDatabase();
  await addSession(database.url);
  const server = await startBuiltServer({ DATABASE_URL: database.url, LOCAL_CALENDARS: "1" });
  return {
    value: { server, database },
    remove: async () => {
      await server.stop();
      await remove();
    },
  };
});

/** Serves one built site per worker, whose database is emptied before every test. */
export const test = databaseTest
  .extend("site", { scope: "worker" }, ({ postgresUrl: _ }, { onCleanup }) => {
    onCleanup(site.remove);
    return site.get();
  })
  .extend("server", { scope: "worker" }, ({ site: { server } }) => server)
  .extend("workerDatabase", { scope: "worker" }, ({ site: { database } }) => database);

/** Prevents the demo seed, which runs on an empty database. */
export async function addSession(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl);
  await aSession(db);
  await closeDatabase(db);
}
