import { closeDatabase, openDatabase } from "@db/client";
import { startBuiltServer } from "../../support/built-server";
import { createTestDatabase, expect, test as base } from "../../support/database";
import { CostMeter, tableOf, tooDear } from "../../support/fuzz/cost-table";
import { fillHouse, idsIn } from "../../support/fuzz/full-house";
import { HttpClient } from "../../support/fuzz/http-client";
import { Random } from "../../support/fuzz/random";
import { publicAddresses, publicQueries } from "../../support/fuzz/stranger-requests";

// Set by `npm run test:fuzz`, which measures all; otherwise some, in another order each time.
const seconds = Number(process.env.FUZZ_SECONDS ?? 4);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const patience = (2 * seconds + 600) * 1000;
const fewest = 10;
const metricsToken = "a-token-for-the-full-house";

const test = base.extend("house", { scope: "file" }, async ({ postgresUrl }, { onCleanup }) => {
  const { url: databaseUrl, drop } = await createTestDatabase(postgresUrl);
  const settings = { METRICS_TOKEN: metricsToken, TRUST_PROXY: "loopback", LOG_LEVEL: "silent" };
  const server = await startBuiltServer({ ...settings, DATABASE_URL: databaseUrl });
  const db = openDatabase(databaseUrl);
  onCleanup(async () => {
    await closeDatabase(db);
    await server.stop();
    await drop();
  });
  return { site: server.url, db };
});

const title = "costs a stranger's read no more on a full house than a few booking pages of the demo";
test(title, { timeout: patience }, async ({ house: { site, db } }) => {
  const client = new HttpClient(site);
  const meter = new CostMeter(client, { site, metricsToken });
  const session = (await db.query.liveSessions.findFirst({
    where: (row, { and, gt, eq, isNull }) =>
      and(gt(row.startTime, new Date()), eq(row.isPublished, true), isNull(row.offerId), isNull(row.cancelledAt)),
  }))!;
  const bookingPage = { target: "booking page", path: `/sessions/${session.id}/book`, isQuery: false };
  const atFirst = await meter.costOfWarmPage(bookingPage);

  const ids = await idsIn(db, await fillHouse(db));
  const reads = new Random(seed).shuffled([...publicAddresses(ids), ...publicQueries(ids)]);
  const end = Date.now() + seconds * 1000;
  const costs = [];
  for (const [nth, read] of reads.entries()) {
    if (process.env.FUZZ_SECONDS === undefined && nth >= fewest && Date.now() > end) break;
    costs.push(...(await meter.costsOf(read, atFirst * 1.5)));
  }
  // A new site has other work, too.
  const bookingMs = Math.min(atFirst, await meter.costOfWarmPage(bookingPage));
  client.close();
  const summary = `${costs.length} reads on a full house, a booking page of the demo: ${bookingMs.toFixed(1)} ms`;
  process.stdout.write(`${summary}\n${tableOf(costs, bookingMs)}\n`);
  expect(tooDear(costs, bookingMs), `FUZZ_SEED=${seed}`).toEqual([]);
});
