import { closeDatabase, openDatabase } from "@db/client";
import { startBuiltServer } from "../../support/built-server";
import { expect, test } from "../../support/database";
import { runFuzz } from "../../support/fuzz/run-fuzz";

// `npm run test:fuzz` sets them; the same seed sends the same requests, as far as the site answers the same.
const seconds = Number(process.env.FUZZ_SECONDS ?? 12);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const patience = (2 * seconds + 300) * 1000;

const title = "answers hostile requests to every route and procedure without a fault";
test(title, { timeout: patience }, async ({ databaseUrl, db: _empty }) => {
  // An empty database is filled with the demo.
  const server = await startBuiltServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
  const db = openDatabase(databaseUrl);
  try {
    const { faults, ...counts } = await runFuzz({ site: server.url, db, seed, seconds });
    process.stdout.write(`fuzz with FUZZ_SEED=${seed}: ${JSON.stringify(counts)}\n`);
    expect(faults.join("\n\n"), `FUZZ_SEED=${seed}`).toBe("");
    expect([counts.routes.asked, counts.procedures.asked]).toEqual([counts.routes.all, counts.procedures.all]);
  } finally {
    await closeDatabase(db);
    await server.stop();
  }
});
