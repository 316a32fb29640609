// npm run test:faults: every fault in every form, with the times that the site takes to recover. Takes about 20 minutes;
// npm test has a short form. Run as root on Debian, it also fills disks and changes clocks.
import { existsSync } from "node:fs";
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { root, giveUp } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");

process.chdir(root);
await ensureInstalled();
const { ensureBuilt } = await import("./lib/build.mjs");
const { run } = await import("./lib/run.mjs");
await ensureBuilt();
await ensureFaketime();

const env = { ...process.env, FAULTS: "full" };
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "integration", "tests/integration/faults"];
const { code } = await run(process.execPath, [...vitest, "--no-file-parallelism", ...process.argv.slice(2)], { env });
if (code !== 0) giveUp("\nFailed: faults");

async function ensureFaketime() {
  if (existsSync("/usr/bin/faketime")) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "faketime"]);
}
