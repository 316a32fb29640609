// npm run test:fuzz: hostile requests for FUZZ_SECONDS (300), from FUZZ_SEED (random). npm run test:faults: every fault
// in every form, about 20 minutes; as root on Debian it also fills disks and changes clocks. npm run test:pgbouncer: the
// site behind PgBouncer; fails where PgBouncer is neither installed nor can be. npm run test:stripe: Stripe's test mode, or
// the local Stripe without STRIPE_SECRET_KEY, asked by the product's own modules.
import { existsSync, readFileSync } from "node:fs";
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();
const { root, giveUp } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");

const [kind, ...args] = process.argv.slice(2);
const stripeKey = process.env.STRIPE_SECRET_KEY ?? "";
if (kind === "stripe" && stripeKey && !/^(sk|rk)_test_/.test(stripeKey)) {
  giveUp("Not run: STRIPE_SECRET_KEY is no key of Stripe’s test mode (sk_test_…).");
}

process.chdir(root);
await ensureInstalled();
const { aptInstall, mayInstall } = await import("./lib/install.mjs");
const { ensureBuilt } = await import("./lib/build.mjs");
const { run } = await import("./lib/run.mjs");

if (kind === "stripe") await askStripe(stripeKey);
else await ensureBuilt();

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

/** Prints what was asked and answered, without keys, names or addresses; the log of both Stripes can be compared. */
async function askStripe(key) {
  giveUp("Not run: STRIPE_SECRET_KEY is no key of Stripe's test mode (sk_test_…).");
  const log = `.stripe-proof-${key ? "test-mode" : "local"}.log`;
  const file = "tests/integration/dev/billing/stripe-types.test.ts";
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", file, "-t", "Stripe answers"];
  const env = { ...process.env, STRIPE_PROOF_KEY: key, STRIPE_PROOF_LOG: log };
  const { code } = await run(process.execPath, vitest, { env });
  if (existsSync(log)) console.log(readFileSync(log, "utf8"));
  console.log(`\nThe log is in ${log}.`);
  if (code !== 0) giveUp("\nFailed: stripe");
}

async function runTests(name, variables, options = []) {
  const where = name === "pgbouncer" ? ["pgbouncer"] : ["integration", `tests/integration/${name}`];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", ...where];
  const env = { ...process.env, ...variables };
  const { code } = await run(process.execPath, [...vitest, ...options], { env });
  if (code !== 0) giveUp(`\nFailed: ${name}`);
}
