// npm run test:fuzz: hostile requests for FUZZ_SECONDS (300), from FUZZ_SEED (random). npm run test:faults: every fault
// in every form, about 20 minutes; as root on Debian it also fills disks and changes clocks. npm run test:pgbouncer: the
// site behind PgBouncer; fails where PgBouncer is neither installed nor can be.
import { existsSync } from "node:fs";
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();
const { root, giveUp } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");

process.chdir(root);
await ensureInstalled();
const { aptInstall, mayInstall } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { run } = await import("./lib/run.mjs");
await ensureBuilt();

const [kind, ...args] = process.argv.slice(2);
if (kind === "fuzz") await runTests("fuzz", { FUZZ_SECONDS: process.env.FUZZ_SECONDS ?? "300" });
if (kind === "faults") {
  if (!existsSync("/usr/bin/faketime") && mayInstall()) await aptInstall("faketime", "set BREATHROOM_NO_INSTALL=1");
  await runTests("faults", { FAULTS: "full" }, ["--no-file-parallelism", ...args]);
}

if (kind === "pgbouncer") {
  const isThere = () => existsSync("/usr/sbin/pgbouncer");
  if (!isThere() && mayInstall()) await aptInstall("pgbouncer", "set BREATHROOM_NO_INSTALL=1");
  if (!isThere()) giveUp("Not run: PgBouncer is not installed at /usr/sbin/pgbouncer.");
  await runTests("pgbouncer", {}, args);
}

async function runTests(name, variables, options = []) {
  const where = name === "pgbouncer" ? ["pgbouncer"] : ["integration", `tests/integration/${name}`];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", ...where];
  const env = { ...process.env, ...variables };
  const { code } = await run(process.execPath, [...vitest, ...options], { env });
  if (code !== 0) giveUp(`\nFailed: ${name}`);
}
