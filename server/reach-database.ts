import { findRunningPostgres, startEmbeddedPostgres } from "@db/embedded";
import type { Settings } from "./core/env";

type ReachedDatabase = { url: string; leave(): Promise<void> };

/** Finds a running site's database, or starts the embedded one until `leave` is called. */
export async function reachDatabase({ databaseUrl, dataDir, mayCreateUser }: Settings): Promise<ReachedDatabase> {
  const url = databaseUrl ?? (await findRunningPostgres(dataDir));
  if (url) return { url, leave: () => Promise.resolve() };
  const postgres = await startEmbeddedPostgres({ dataDir, mayCreateUser });
  return { url: postgres.url, leave: () => postgres.stop() };
}
