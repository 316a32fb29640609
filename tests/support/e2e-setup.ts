import type { FullConfig } from "@playwright/test";
import { buildIfStale } from "./build-when-needed";
import { startSites } from "./e2e-site";
import { startThrowawayPostgres } from "./throwaway-postgres";

/**
 * A fresh build, one PostgreSQL, and in it a database for each worker's site. The sites stay for the whole run: workers
 * end and begin anew between the projects and after each failure, and starting a site takes seconds.
 */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  buildIfStale();
  const postgres = await startThrowawayPostgres();
  const stopSites = await startSites(postgres.url, workers);
  return async () => {
    await stopSites();
    await postgres.stop();
  };
}
