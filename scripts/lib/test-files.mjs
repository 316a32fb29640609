import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./project.mjs";
import { run } from "./run.mjs";
import { reportVariable } from "./vitest-report.mjs";

/** Runs a suite, and each failed file once more, alone. `unsteady` lists those that passed only then. */
export async function runTestFiles(suite, options = {}) {
  const first = await runOnce(suite, [], options);
  if (first.code === 0) return { passed: true, unsteady: [], output: first.output };
  const failed = first.report && suite.failedFiles(first.report);
  if (!failed || failed.length === 0) return { passed: false, unsteady: [], output: first.output };

  let output = first.output;
  for (const file of failed) {
    if (!options.quiet) console.log(`\nRunning ${file} once more, alone.`);
    const again = await runOnce(suite, [file], options);
    output += again.output;
    if (again.code !== 0) return { passed: false, unsteady: [], output };
  }
  return { passed: true, unsteady: failed, output };
}

export function vitestSuite(project, cwd = root) {
  return {
    cwd,
    command: (files) => [
      path.join(root, "node_modules/vitest/vitest.mjs"),
      ...["run", ...files, "--project", project, "--reporter=default"],
      `--reporter=${path.join(root, "scripts/lib/vitest-report.mjs")}`,
    ],
    environment: (report) => ({ [reportVariable]: report }),
    failedFiles: (report) => failedInVitest(report, cwd),
  };
}

export function playwrightSuite(cwd = root) {
  return {
    cwd,
    command: (files) => [
      path.join(root, "node_modules/@playwright/test/cli.js"),
      ...["test", ...files.map(asPattern), "--reporter=list,json"],
    ],
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    failedFiles: (report) => failedInPlaywright(report, cwd),
  };
}

/** Returns null if something outside the files failed. */
function failedInVitest({ failed, unfinished, unhandledErrors }, cwd) {
  if (failed.length === 0 || unfinished.length > 0 || unhandledErrors > 0) return null;
  return failed.map((file) => path.relative(cwd, file));
}

function failedInPlaywright({ config, suites, errors }, cwd) {
  if (errors.length > 0) return null;
  const failed = suites.filter(hasFailure).map(({ file }) => path.relative(cwd, path.join(config.rootDir, file)));
  return failed.length === 0 ? null : [...new Set(failed)];
}

function hasFailure({ specs = [], suites = [] }) {
  return specs.some(({ ok }) => !ok) || suites.some(hasFailure);
}

/** Playwright treats file names as regular expressions. */
const asPattern = (file) => `${file.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`;

async function runOnce({ cwd, command, environment }, files, { quiet = false, signal, priority } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "breathroom-report-"));
  const report = path.join(folder, "report.json");
  try {
    const env = { ...process.env, ...environment(report) };
    const result = await run(process.execPath, command(files), { quiet, signal, priority, env, cwd });
    return { ...result, report: existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
