import { closeDatabase, openDatabase } from "@db/client";
import { startBuiltServer } from "../../support/built-server";
import { expect, test } from "../../support/database";
import { measureCosts } from "../../support/fuzz/dearest-requests";
import { runFuzz } from "../../support/fuzz/run-fuzz";

// Set by `npm run test:fuzz`; the same seed sends the same requests while the site answers the same.
const seconds = Number(process.env.FUZZ_SECONDS ?? 8);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const patience = (2 * seconds + 300) * 1000;

const costTitle = "answers requests that are as large as they can be with little CPU time";
test(costTitle, { timeout: patience }, async ({ databaseUrl, db: _empty }) => {
  const metricsToken = "a-token-for-the-fuzz-run";
  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: "silent", METRICS_TOKEN: metricsToken };
  const server = await startBuiltServer(settings);
  try {
    const { faults, ...counts } = await measureCosts({ site: server.url, metricsToken, seed, seconds });
    process.stdout.write(`costs with FUZZ_SEED=${seed}: ${JSON.stringify(counts)}\n`);
    expect(faults.join("\n\n"), `FUZZ_SEED=${seed}`).toBe("");
    expect(counts.requests).toBeGreaterThan(30);
  } finally {
    await server.stop();
  }
});

const title = "answers hostile requests to every route and procedure without a fault";
test(title, { timeout: patience }, async ({ databaseUrl, db: _empty }) => {
  // An empty database is filled with the demo.
  const server = await startBuiltServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" });
  const db = openDatabase(databaseUrl);
  try {
    const { faults, ...counts } = await runFuzz({ site: server.url, db, seed, seconds });
    process.stdout.write(`fuzz with FUZZ_SEED=${seed}: ${JSON.stringify(counts)}\n`);
    expect(faults.join("\n\n"), `FUZZ_SEED=${seed}`).toBe("");
    const { routes, procedures, answers } = counts;
    expect([routes.asked, procedures.asked]).toEqual([routes.all, procedures.all]);
    // A site that refused nearly everything would hardly be tested. These are half of the shortest run's counts.
    expect(routes.accepted, "routes that answered").toBeGreaterThan(0.35 * routes.all);
    expect(procedures.accepted, "procedures that did something").toBeGreaterThan(0.1 * procedures.all);
    expect(answers.admin["2xx"] ?? 0, "pages and answers for the admin").toBeGreaterThan(30);
  } finally {
    await closeDatabase(db);
    await server.stop();
  }
});
