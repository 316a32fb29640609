import type { FullConfig } from "@playwright/test";
import { buildIfStale } from "./build-when-needed";
import { startSites } from "./e2e-site";
import { startThrowawayPostgres } from "./throwaway-postgres";

/** Builds, and starts one PostgreSQL and one site per worker for the whole run, because starting a site takes seconds. */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  buildIfStale();
  const postgres = await startThrowawayPostgres();
  const stopSites = await startSites(postgres.url, workers);
  return async () => {
    await stopSites();
    await postgres.stop();
  };
}
