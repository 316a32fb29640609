// npm run test:fuzz: hostile requests for FUZZ_SECONDS (300), from FUZZ_SEED (random). npm run test:faults: every fault
// in every form, about 20 minutes; as root on Debian it also fills disks and changes clocks.
import { existsSync } from "node:fs";
import { requireNode } from "./lib/node-version.mjs";

requireNode();
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

async function runTests(name, variables, options = []) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", `tests/integration/${name}`];
  const env = { ...process.env, ...variables };
  const { code } = await run(process.execPath, [...vitest, ...options], { env });
  if (code !== 0) giveUp(`\nFailed: ${name}`);
}
