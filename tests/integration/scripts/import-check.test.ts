import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test as base } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A folder outside the project, laid out like it. */
const test = base.extend("folder", async ({ task: _task }, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-imports-"));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  await cp(path.join(root, "tsconfig.json"), path.join(folder, "tsconfig.json"));
  return folder;
});

test("the import check passes when a folder imports from a lower level", async ({ folder }) => {
  await plant(folder, {
    "server/bookings/place": `import { amount } from "../money/amount"; export const place = amount;`,
    "server/money/amount": `export const amount = 1;`,
  });
  expect(await checkImports(folder)).toEqual([]);
});

test("the import check fails on a cycle", async ({ folder }) => {
  await plant(folder, {
    "server/money/amount": `import { rate } from "./rate"; export const amount = () => rate();`,
    "server/money/rate": `import { amount } from "./amount"; export const rate = () => amount();`,
  });
  expect(await checkImports(folder)).toContain("no-cycles");
});

test("the import check fails on a cycle of types alone", async ({ folder }) => {
  await plant(folder, {
    "server/money/amount": `import type { Rate } from "./rate"; export type Amount = Rate | 1;`,
    "server/money/rate": `import type { Amount } from "./amount"; export type Rate = Amount[];`,
  });
  expect(await checkImports(folder)).toContain("no-cycles");
});

test.for(["{ place }", "type { place }"])(
  "the import check fails on an import of a higher level: import %s",
  async (what, { folder }) => {
    await plant(folder, {
      "server/bookings/place": `export const place = 1;`,
      "server/money/amount": `import ${what} from "@server/bookings/place"; export type Amount = typeof place;`,
    });
    expect(await checkImports(folder)).toContain("money-imports-upwards");
  },
);

test.for<[string, string, string, string[]]>([
  ["passes when the start loads dev/ at run time", "server/start", `await import("@dev/seed");`, []],
  ["fails on a static import of dev/", "server/start", `export { seed } from "@dev/seed";`, ["dev-is-not-imported"]],
  [
    "fails when anything else loads dev/",
    "server/core/log",
    `await import("@dev/seed");`,
    ["dev-is-loaded-by-commands-and-the-start"],
  ],
])("the import check %s", async ([, importer, text, broken], { folder }) => {
  await plant(folder, { "dev/seed": `export const seed = 1;`, [importer]: text });
  expect(await checkImports(folder)).toEqual(broken);
});

test("the import check fails where dev/ would have a second copy of the server's state", async ({ folder }) => {
  await plant(folder, {
    "server/start": `export const load = () => import("@dev/seed");`,
    "server/core/log": `export const scopes = new Map<string, string>();`,
    "dev/seed": `import { scopes } from "@server/core/log"; export const seed = scopes;`,
  });
  expect(await checkImports(folder)).toEqual(["dev-shares-no-state"]);
});

async function plant(folder: string, modules: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(modules)) {
    const file = path.join(folder, `${name}.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

type Report = { summary: { violations: { rule: { name: string; severity: string } }[] } };

/** Runs the project's import check on a folder; returns the names of the rules that it breaks. */
async function checkImports(folder: string): Promise<string[]> {
  const program = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = path.join(root, ".dependency-cruiser.mjs");
  const args = [program, "--config", config, "--output-type", "json", "server"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 10_000_000 });
  const { summary } = JSON.parse(stdout) as Report;
  return summary.violations.filter(({ rule }) => rule.severity === "error").map(({ rule }) => rule.name);
}
