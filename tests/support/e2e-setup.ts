import { buildIfStale } from "./build-when-needed";
import { startThrowawayPostgres } from "./throwaway-postgres";

/** A fresh build and one PostgreSQL for the whole run; every worker's site has a database of its own in it. */
export default async function setUp(): Promise<() => Promise<void>> {
  buildIfStale();
  const postgres = await startThrowawayPostgres();
  process.env.E2E_POSTGRES_URL = postgres.url;
  return postgres.stop;
}
