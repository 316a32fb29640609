// npm run check: types, lint, the unit tests and the integration tests nearest to what is not committed yet.
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();
const { followNpm, giveUp, root } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");

followNpm();
process.chdir(root);
await ensureInstalled();
const { execFileSync } = await import("node:child_process");
const { checks } = await import("./lib/checks.mjs");
const { run, secondsSince } = await import("./lib/run.mjs");
const { touchedTests } = await import("./lib/touched-tests.mjs");

const begin = performance.now();
const failed = [];
const changed = changedFiles();
const touched = touchedTests(changed);
const vitest = (...args) => [process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", ...args]];
await Promise.all([
  inTurn(checks),
  inTurn({
    "unit tests": vitest("--project", "unit"),
    ...(touched.length > 0 && {
      [`${touched.length} files of integration tests`]: vitest("--project", "integration", ...touched),
    }),
  }),
]);
if (failed.length > 0) giveUp(`\nFailed: ${failed.join(", ")}`);
console.log(`\nChecked in ${secondsSince(begin)}. Before a commit, npm test runs everything.`);

/** Runs programs one after the other; prints what a failed one says. */
async function inTurn(programs) {
  for (const [name, program] of Object.entries(programs)) {
    const start = performance.now();
    const { code, output } = await run(...program, { quiet: true });
    console.log(`${name}: ${code === 0 ? "passed" : "failed"} in ${secondsSince(start)}`);
    if (code === 0) continue;
    failed.push(name);
    process.stdout.write(output);
  }
}

/** Returns the files that differ from the last commit, new ones included. */
function changedFiles() {
  const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).split("\0").filter(Boolean);
  return [...git("diff", "--name-only", "-z", "HEAD"), ...git("ls-files", "--others", "--exclude-standard", "-z")];
}
