import { findRunningPostgres, startEmbeddedPostgres } from "@db/embedded";
import type { Settings } from "./core/env";

type ReachedDatabase = { url: string; leave(): Promise<void> };

/**
 * The configured database, for a command beside the site: that of a site that runs is left running; one that was
 * started for this is stopped again.
 */
export async function reachDatabase({ databaseUrl, dataDir, mayCreateUser }: Settings): Promise<ReachedDatabase> {
  const url = databaseUrl ?? (await findRunningPostgres(dataDir));
  if (url) return { url, leave: () => Promise.resolve() };
  const postgres = await startEmbeddedPostgres({ dataDir, mayCreateUser });
  return { url: postgres.url, leave: () => postgres.stop() };
}
