import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test as base } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A folder with the project's packages and configurations for both test runners. */
const test = base.extend("folder", async ({ task: _task }, { onCleanup }) => {
  const cache = path.join(root, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, "test-files-"));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, "vitest.config.mjs"), vitestConfig);
  await writeFile(path.join(folder, "playwright.config.mjs"), `export default { testDir: ".", workers: 1 };`);
  return folder;
});

const vitestConfig = `export default {
  test: { projects: [{ test: { name: "unit", include: ["*.test.mjs"], exclude: [] } }] },
};`;

const steady = `test("passes", () => {});`;
const broken = `test("fails", () => { throw new Error("broken"); });`;
/** Fails the first time only. */
const unsteady = `
  import { existsSync, writeFileSync } from "node:fs";
  test("passes at the second attempt", () => {
    const isSecond = existsSync("seen");
    writeFileSync("seen", "");
    if (!isSecond) throw new Error("first attempt");
  });`;

type Outcome = { passed: boolean; unsteady: string[] };
type Suite = "vitestSuite" | "playwrightSuite";

const runners = [
  { suite: "vitestSuite", first: `"unit"`, importTest: `import { test } from "vitest";` },
  { suite: "playwrightSuite", first: "", importTest: `import { test } from "@playwright/test";` },
] as const;

for (const { suite, first, importTest } of runners) {
  test(`${suite} names a file that passes at the second attempt`, async ({ folder }) => {
    await write(folder, { steady: importTest + steady, unsteady: importTest + unsteady });
    const outcome = await runSuite(folder, suite, first);
    expect(outcome).toEqual({ passed: true, unsteady: ["unsteady.test.mjs"] });
  });
}

test("fails the suite for a file that fails twice", async ({ folder }) => {
  const { suite, first, importTest } = runners[0];
  await write(folder, { broken: importTest + broken, unsteady: importTest + unsteady });
  const outcome = await runSuite(folder, suite, first);
  expect(outcome).toEqual({ passed: false, unsteady: [] });
});

const outside = {
  "an error outside all tests": `test("passes", () => void Promise.reject(new Error("unhandled")));`,
  "a worker that ends": `test("ends", () => process.kill(process.pid, "SIGKILL"));`,
};

for (const [what, faulty] of Object.entries(outside)) {
  test(`${what} fails the suite, even when all files pass at the second attempt`, async ({ folder }) => {
    const { suite, first, importTest } = runners[0];
    await write(folder, { faulty: importTest + faulty, unsteady: importTest + unsteady });
    expect(await runSuite(folder, suite, first)).toEqual({ passed: false, unsteady: [] });
  });
}

async function write(folder: string, files: Record<string, string>): Promise<void> {
  const names = Object.entries(files);
  await Promise.all(names.map(([name, text]) => writeFile(path.join(folder, `${name}.test.mjs`), text)));
}

/** Runs the suite in its own process, because this one is a test runner already. */
async function runSuite(folder: string, suite: Suite, first: string): Promise<Outcome> {
  const library = path.join(root, "scripts/lib/test-files.mjs");
  const args = [first, JSON.stringify(folder)].filter(Boolean).join(", ");
  const script = `
    const { runTestFiles, ${suite} } = await import(${JSON.stringify(library)});
    const { passed, unsteady } = await runTestFiles(${suite}(${args}), { quiet: true });
    console.log(JSON.stringify({ passed, unsteady }));`;
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: "test" };
  const command = [process.execPath, ["--input-type=module", "-e", script]] as const;
  const { stdout } = await promisify(execFile)(...command, { cwd: folder, env });
  return JSON.parse(stdout) as Outcome;
}
