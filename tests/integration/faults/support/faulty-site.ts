import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeDatabase, openDatabase, type Database } from "@db/client";
import { migrate } from "@db/migrate";
import { startBuiltServer, type BuiltServer } from "../../../support/built-server";
import { aSession } from "../../../support/sessions";
import { CleanUps } from "./clean-ups";
import { startDurablePostgres, type DurablePostgres } from "./durable-postgres";
import { startOutsideWorld, type OutsideWorld } from "./outside-world";

/** The built server with every outside service behind a proxy that can fail, on a PostgreSQL that can be ended. */
export type FaultySite = Pick<OutsideWorld, "stripe" | "mail" | "proxies"> & {
  server: BuiltServer;
  postgres: DurablePostgres;
  /** The site's database, opened by the test itself. */
  db: Database;
  sessions: { free: string; paid: string };
  /** Starts another server of the same site. */
  launch(settings?: Record<string, string>): Promise<BuiltServer>;
  stop(): Promise<void>;
};

type Options = {
  /** The test run's PostgreSQL, for databases other than the site's. */
  postgresUrl: string;
  settings?: Record<string, string>;
  /** Where PostgreSQL keeps its data, instead of a new folder. */
  databaseFolder?: string;
  /** Keeps files in the S3 stand-in instead of on the disk. */
  usesS3?: boolean;
  largestFileBlocks?: number | undefined;
};

const places = 500;

export async function startFaultySite(options: Options): Promise<FaultySite> {
  const cleanUps = new CleanUps();
  try {
    return await start(cleanUps, options);
  } catch (error) {
    await cleanUps.run();
    throw error;
  }
}

async function start(
  cleanUps: CleanUps,
  { postgresUrl, settings, databaseFolder, usesS3 = true, largestFileBlocks }: Options,
): Promise<FaultySite> {
  const dataDir = await cleanUps.keep(mkdtemp(path.join(tmpdir(), "breathroom-faults-")), (folder) =>
    rm(folder, { recursive: true, force: true }),
  );
  const postgres = await cleanUps.keep(startDurablePostgres(databaseFolder), (created) => created.remove());
  await migrate(postgres.url);
  const db = await cleanUps.keep(openDatabase(postgres.url), closeDatabase);
  const free = await aSession(db, { priceMinor: 0, maxAttendees: places });
  const paid = await aSession(db, { maxAttendees: places });
  const { stripe, mail, proxies, ...world } = await startOutsideWorld(cleanUps, postgresUrl);
  const environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    // Lets each visitor come from their own network.
    TRUST_PROXY: "loopback",
    ...world.settings,
    ...(usesS3 && world.s3Settings),
  };
  const launch = async (own: Record<string, string> = {}) => {
    const server = await cleanUps.keep(startBuiltServer({ ...environment, ...own }, { largestFileBlocks }), (started) =>
      started.kill(),
    );
    world.sendWebhooksTo(server.url);
    return server;
  };
  const server = await launch(settings);
  const sessions = { free: free.id, paid: paid.id };
  return { server, postgres, db, stripe, mail, proxies, sessions, launch, stop: () => cleanUps.run() };
}
