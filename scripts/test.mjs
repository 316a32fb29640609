// npm test: runs all tests. A failed file is run once more, alone; if it then passes, it counts as unsteady.
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();
const { followNpm, giveUp, root } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");

followNpm();
process.chdir(root);
await ensureInstalled();
const { ensureChromium } = await import("./lib/chromium.mjs");
const { ensureFfmpeg } = await import("./lib/ffmpeg.mjs");
const { ensureRadicale } = await import("./lib/radicale.mjs");
const { run, secondsSince } = await import("./lib/run.mjs");
const { buildCommand, checks } = await import("./lib/checks.mjs");
const { playwrightSuite, runTestFiles, vitestSuite } = await import("./lib/test-files.mjs");
await ensureChromium();
await ensureFfmpeg();
await ensureRadicale();

const commands = { ...checks, build: buildCommand };
const suites = {
  unit: vitestSuite("unit"),
  integration: vitestSuite("integration"),
  browser: playwrightSuite(),
};

const begin = performance.now();
const unsteady = [];
const failure = new AbortController();
// The tests wait now and then; the checks use that time.
await Promise.all([
  check(["types", "lint", "format", "unused", "unit", "imports"], { priority: 10 }),
  check(["build"]).then(() => test(["integration", "browser"])),
]);
if (failure.signal.aborted) giveUp(`\nFailed: ${failure.signal.reason}`);
console.log(`\nAll tests passed in ${secondsSince(begin)}.`);
for (const file of unsteady) console.log(`unsteady: ${file}`);

/** Prints each kind's output when it has ended. */
async function check(names, { priority } = {}) {
  for (const name of names) {
    const start = performance.now();
    const { passed, output } = await runKind(name, { quiet: true, priority, signal: failure.signal });
    if (failure.signal.aborted) return;
    headline(name, `${passed ? "passed" : "failed"} in ${secondsSince(start)}`);
    process.stdout.write(output);
    if (!passed) return failure.abort(name);
  }
}

async function test(names) {
  for (const name of names) {
    if (failure.signal.aborted) return;
    const start = performance.now();
    headline(name, "…");
    const { passed } = await runKind(name, { signal: failure.signal });
    if (failure.signal.aborted) return;
    headline(name, `${passed ? "passed" : "failed"} in ${secondsSince(start)}`);
    if (!passed) return failure.abort(name);
  }
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
