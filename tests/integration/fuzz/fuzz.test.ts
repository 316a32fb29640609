import { closeDatabase, openDatabase } from "@db/client";
import { startBuiltServer } from "../../support/built-server";
import { createTestDatabase, expect, test as base } from "../../support/database";
import { measureCosts } from "../../support/fuzz/dearest-requests";
import { runFuzz } from "../../support/fuzz/run-fuzz";

// Set by `npm run test:fuzz`; the same seed sends the same requests while the site answers the same.
const seconds = Number(process.env.FUZZ_SECONDS ?? 4);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const patience = (2 * seconds + 300) * 1000;

const metricsToken = "a-token-for-the-fuzz-run";

/** One site for both tests, whose empty database is filled with the demo. */
const test = base.extend("site", { scope: "file" }, async ({ postgresUrl }, { onCleanup }) => {
  const { url: databaseUrl, drop } = await createTestDatabase(postgresUrl);
  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: "silent", METRICS_TOKEN: metricsToken };
  const server = await startBuiltServer(settings);
  const db = openDatabase(databaseUrl);
  onCleanup(async () => {
    await closeDatabase(db);
    await server.stop();
    await drop();
  });
  return { url: server.url, db };
});

const costTitle = "answers requests that are as large as they can be with little CPU time";
test(costTitle, { timeout: patience }, async ({ site }) => {
  const { faults, ...counts } = await measureCosts({ site: site.url, metricsToken, seed, seconds });
  process.stdout.write(`costs with FUZZ_SEED=${seed}: ${JSON.stringify(counts)}\n`);
  expect(faults.join("\n\n"), `FUZZ_SEED=${seed}`).toBe("");
  expect(counts.requests).toBeGreaterThan(30);
});

const title = "answers hostile requests to every route and procedure without a fault";
test(title, { timeout: patience }, async ({ site }) => {
  const { faults, ...counts } = await runFuzz({ site: site.url, db: site.db, seed, seconds });
  process.stdout.write(`fuzz with FUZZ_SEED=${seed}: ${JSON.stringify(counts)}\n`);
  expect(faults.join("\n\n"), `FUZZ_SEED=${seed}`).toBe("");
  const { routes, procedures, answers } = counts;
  expect([routes.asked, procedures.asked]).toEqual([routes.all, procedures.all]);
  // A site that refused nearly everything would hardly be tested. These are half of the shortest run's counts.
  expect(routes.accepted, "routes that answered").toBeGreaterThan(0.35 * routes.all);
  expect(procedures.accepted, "procedures that did something").toBeGreaterThan(0.1 * procedures.all);
  expect(answers.admin["2xx"] ?? 0, "pages and answers for the admin").toBeGreaterThan(30);
});
