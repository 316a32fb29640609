// npm test: installs what its tests need and runs all of them, up to the first kind that fails.
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { root, giveUp } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");
const { followNpm } = await import("./lib/follow-npm.mjs");

followNpm();
process.chdir(root);
await ensureInstalled();
const { ensureChromium } = await import("./lib/chromium.mjs");
const { run } = await import("./lib/run.mjs");
await ensureChromium();

const node = (program, ...args) => [process.execPath, [program, ...args]];
const kinds = {
  types: [node("node_modules/typescript/bin/tsc", "--noEmit")],
  format: [node("node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", ".")],
  lint: [node("node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0")],
  unit: [node("node_modules/vitest/vitest.mjs", "run", "--project", "unit")],
  build: [node("scripts/build.mjs")],
  integration: [node("node_modules/vitest/vitest.mjs", "run", "--project", "integration")],
  browser: [node("node_modules/@playwright/test/cli.js", "test")],
};

const begin = performance.now();
// Lint takes as long as the others together.
await sideBySide(["lint"], ["types", "format", "build", "unit"]);
await byItself("integration");
await byItself("browser");
console.log(`\nAll tests passed in ${seconds(begin)}.`);

/** Runs rows of kinds at the same time; each kind's output is printed when it is done, under its headline. */
async function sideBySide(...rows) {
  const others = new AbortController();
  await Promise.all(
    rows.map(async (names) => {
      for (const name of names) await quietly(name, others);
    }),
  );
}

async function quietly(name, others) {
  const start = performance.now();
  const { code, output } = await runAll(kinds[name], { quiet: true, signal: others.signal });
  if (others.signal.aborted) return;
  headline(name, `${code === 0 ? "passed" : "failed"} in ${seconds(start)}`);
  process.stdout.write(output);
  if (code === 0) return;
  others.abort();
  giveUp(`\nFailed: ${name}`);
}

/** Runs one kind with its output as it comes. */
async function byItself(name) {
  const start = performance.now();
  headline(name, "…");
  const { code } = await runAll(kinds[name]);
  if (code !== 0) giveUp(`\nFailed: ${name}, after ${seconds(start)}`);
  headline(name, `passed in ${seconds(start)}`);
}

async function runAll(commands, options) {
  let output = "";
  for (const [command, args] of commands) {
    const result = await run(command, args, options);
    output += result.output;
    if (result.code !== 0) return { code: result.code, output };
  }
  return { code: 0, output };
}

function headline(name, text) {
  console.log(`\n== ${name}: ${text}`);
}

function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
