import path from "node:path";
import { databaseName, locateCluster, readPassword } from "./cluster";
import { findPostmaster } from "./postmaster";

/** The address of the embedded PostgreSQL that runs on a data directory, for a visit beside its Breathroom; else null. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const cluster = await locateCluster(path.resolve(dataDir));
  const postmaster = await findPostmaster(cluster);
  if (!postmaster) return null;
  return `postgres://postgres:${await readPassword(cluster)}@127.0.0.1:${postmaster.port}/${databaseName}`;
}
