import { execFileSync } from "node:child_process";
import { startThrowawayPostgres } from "./throwaway-postgres";

/** A fresh build and one PostgreSQL for the whole run; every worker's site has a database of its own in it. */
export default async function setUp(): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ["scripts/build.mjs", "--if-stale"], { stdio: "inherit" });
  const postgres = await startThrowawayPostgres();
  process.env.E2E_POSTGRES_URL = postgres.url;
  return postgres.stop;
}
