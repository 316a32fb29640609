// npm test: runs all tests. A failed file is run once more, alone; if it then passes, it counts as unsteady.
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { followNpm, giveUp, root } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");

followNpm();
process.chdir(root);
await ensureInstalled();
const { ensureChromium } = await import("./lib/chromium.mjs");
const { run } = await import("./lib/run.mjs");
const { playwrightSuite, runTestFiles, vitestSuite } = await import("./lib/test-files.mjs");
await ensureChromium();

// A larger young generation saves tsc 5 % of CPU time.
const node = (program, ...args) => [process.execPath, ["--max-semi-space-size=64", program, ...args]];
const importCheck = ["--config", ".dependency-cruiser.mjs", "app", "server", "db", "dev", "emails"];
const commands = {
  "types and lint": node("scripts/types-and-lint.mjs"),
  format: node("node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."),
  imports: node("node_modules/dependency-cruiser/bin/dependency-cruise.mjs", ...importCheck),
  unused: node("node_modules/knip/bin/knip.js", "--no-progress"),
  build: node("scripts/build.mjs"),
};
const suites = {
  unit: vitestSuite("unit"),
  integration: vitestSuite("integration"),
  browser: playwrightSuite(),
};

const begin = performance.now();
const unsteady = [];
await sideBySide(2, ["types and lint", "format", "unused", "build", "unit", "imports"]);
await byItself("integration");
await byItself("browser");
console.log(`\nAll tests passed in ${seconds(begin)}.`);
for (const file of unsteady) console.log(`unsteady: ${file}`);

/** Prints each kind's output when it has ended. */
async function sideBySide(count, names) {
  const others = new AbortController();
  const waiting = [...names];
  const runWaiting = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await quietly(name, others);
  };
  await Promise.all(Array.from({ length: count }, runWaiting));
}

async function quietly(name, others) {
  const start = performance.now();
  const { passed, output } = await runKind(name, { quiet: true, signal: others.signal });
  if (others.signal.aborted) return;
  headline(name, `${passed ? "passed" : "failed"} in ${seconds(start)}`);
  process.stdout.write(output);
  if (passed) return;
  others.abort();
  giveUp(`\nFailed: ${name}`);
}

async function byItself(name) {
  const start = performance.now();
  headline(name, "…");
  const { passed } = await runKind(name);
  if (!passed) giveUp(`\nFailed: ${name}, after ${seconds(start)}`);
  headline(name, `passed in ${seconds(start)}`);
}

async function runKind(name, options) {
  if (name in commands) {
    const { code, output } = await run(...commands[name], options);
    return { passed: code === 0, output };
  }
  const result = await runTestFiles(suites[name], options);
  unsteady.push(...result.unsteady);
  return result;
}

function headline(name, text) {
  console.log(`\n== ${name}: ${text}`);
}

function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
