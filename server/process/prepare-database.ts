import { closeDatabase, openDatabase } from "@db/client";
import { startEmbeddedPostgres } from "@db/embedded";
import { migrate } from "@db/migrate";
import { resealSecondFactors } from "../accounts/second-factor";
import type { Settings } from "../core/env";
import type { Log } from "../core/log";
import type { Services } from "../core/services";
import { jobConcurrency, prepareQueue } from "./worker";
import { addStartingCategories } from "../catalogue/schedule/starting-categories";
import type { DevTools } from "./open-services";
import type { Shutdown } from "./shutdown";

type DatabaseAddresses = {
  url: string;
  /** PostgreSQL's own, where the other one leads to a pooler. */
  directUrl: string;
};

const stopPatience = 12_000;

/** Starts the embedded PostgreSQL unless the settings name another, and creates the tables. Throws a StartError. */
export async function prepareDatabase(settings: Settings, log: Log, shutdown: Shutdown): Promise<DatabaseAddresses> {
  const url = settings.databaseUrl ?? (await startOwnDatabase(settings, log, shutdown));
  const directUrl = settings.database.directUrl ?? url;
  await migrate(directUrl, settings.database);
  await prepareQueue(directUrl, log);
  return { url, directUrl };
}

async function startOwnDatabase(settings: Settings, log: Log, shutdown: Shutdown): Promise<string> {
  const onLost = () => {
    log.fatal("PostgreSQL has ended; start Breathroom again");
    void shutdown.run(1);
  };
  const postgres = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    mayCreateUser: settings.mayCreateUser,
    parameters: { max_connections: String(connectionsOf(settings)) },
    onLost,
  });
  shutdown.add("PostgreSQL", stopPatience, () => postgres.stop());
  return postgres.url;
}

/** PostgreSQL's default, which suffices for a few processes and whatever else connects. */
const leastConnections = 100;
const spareConnections = 20;

/** Returns how many connections PostgreSQL must allow for this process and its web processes. */
export function connectionsOf({ database, webConcurrency }: Settings): number {
  const processes = webConcurrency === 1 ? 1 : webConcurrency + 1;
  const jobs = 2 * jobConcurrency + 3;
  // Each process asks outside its pool whether the database answers.
  return Math.max(leastConnections, processes * (database.max + 1) + jobs + spareConnections);
}

/** Fills an empty demo, adds the categories of a new live site, and encrypts second factors with the current secret. */
export async function fillTables(services: Services, directUrl: string, devTools: DevTools | undefined): Promise<void> {
  if (devTools) await fillDemo(devTools, directUrl, services);
  else await addStartingCategories(services);
  await resealSecondFactors(services);
}

/** A separate connection, which may wait for another process that seeds the same database. */
async function fillDemo({ seedDemo }: DevTools, databaseUrl: string, services: Services): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1, queryTimeoutMs: 0 });
  await seedDemo({ ...services, db }).finally(() => closeDatabase(db));
}
