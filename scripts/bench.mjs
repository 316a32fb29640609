// npm run bench [-- PARTS] [--against CHECKOUT] [--dry]: measures the built site, mostly against references that it
// starts itself, and writes bench/results.json and docs/performance.md; --dry only prints. BENCH_SECONDS (2) is the
// length of a pass. Slow results are no failure. Needs nginx, pgbench and caddy, and leaves out what they are for.
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import * as bookings from "../tests/bench/bookings.mjs";
import * as browser from "../tests/bench/browser.mjs";
import { hasWrk } from "../tests/bench/client.mjs";
import { startDatabaseServer } from "../tests/bench/database-server.mjs";
import * as launch from "../tests/bench/launch.mjs";
import * as members from "../tests/bench/members.mjs";
import * as memory from "../tests/bench/memory.mjs";
import * as office from "../tests/bench/office.mjs";
import * as pages from "../tests/bench/pages.mjs";
import * as processes from "../tests/bench/processes.mjs";
import { commitOf, describeMachine, loadNow, printPart, writeResults } from "../tests/bench/report.mjs";
import { startSite } from "../tests/bench/site.mjs";
import * as streaming from "../tests/bench/streaming.mjs";
import * as watching from "../tests/bench/watching.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { giveUp, root } from "./lib/project.mjs";
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();

/** In this order: memory is that of a process that has done all before. */
const parts = { pages, members, bookings, launch, streaming, watching, office, browser, memory, processes };
const seconds = Number(process.env.BENCH_SECONDS ?? 2);

const options = { against: { type: "string" }, dry: { type: "boolean", default: false } };
const { positionals, values } = parseArgs({ options, allowPositionals: true });
const unknown = positionals.filter((name) => !(name in parts));
if (unknown.length > 0)
  giveUp(`There is no part ${unknown.join(", ")}; the parts are ${Object.keys(parts).join(", ")}.`);
if (!Number.isInteger(seconds) || seconds < 1) giveUp("BENCH_SECONDS must be a whole number of seconds.");
const wanted = positionals.length > 0 ? positionals : Object.keys(parts);

const checkouts = { now: root, ...(values.against && { before: path.resolve(values.against) }) };
process.chdir(root);
await ensureBuilt();
if (!existsSync(path.join(checkouts.before ?? root, "build", "index.js"))) {
  giveUp(`${checkouts.before} is not built: run npm run build there.`);
}

const folder = await mkdtemp(path.join(tmpdir(), "breathroom-bench-"));
await chmod(folder, 0o755); // PostgreSQL runs as another user when this is run by root
const databaseServer = await startDatabaseServer(folder);
const started = { small: {}, large: {} };
const siteOptions = { root, folder, databaseServer };
try {
  await measureParts();
} finally {
  for (const site of [...Object.values(started.small), ...Object.values(started.large)]) await site.stop();
  await databaseServer?.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureParts() {
  const described = describe();
  const stage = { ...described, seconds, folder, checkouts, siteOptions, sitesOf };
  for (const [name, { title, method, measure, keep }] of Object.entries(parts)) {
    if (!wanted.includes(name)) continue;
    const before = loadNow();
    const measured = await measure(stage);
    const run = { date: new Date().toISOString().slice(0, 16).replace("T", " "), before, after: loadNow() };
    const part = { title, method, ...run, ...described, ...measured };
    printPart(part);
    if (values.dry) continue;
    await keep?.(part);
    await writeResults({ [name]: part }, Object.keys(parts));
  }
}

/** Returns the sites that run with the small or the large seed, and starts them first if need be. */
async function sitesOf(size) {
  for (const [name, checkout] of Object.entries(checkouts)) {
    started[size][name] ??= await startSite({ ...siteOptions, root: checkout, isLarge: size === "large" });
  }
  return started[size];
}

function describe() {
  return {
    commit: commitOf(root),
    ...(checkouts.before && { against: commitOf(checkouts.before) }),
    machine: describeMachine(),
    database: databaseServer?.description ?? "embedded PostgreSQL",
    client: hasWrk ? "wrk" : "autocannon",
    seconds,
  };
}
