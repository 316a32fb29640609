// npm run seed:large: fills the demo's database, or that of DATABASE_URL, with years of a busy business.
import { runSource } from "./lib/run-source.mjs";

await runSource("/server/seed-command.ts", "runSeedCommand");
