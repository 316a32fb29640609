import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test as base } from "../../support/database";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The modules of a small project; one check covers all tests. */
const modules: Record<string, string> = {
  "server/selling/bookings/place": `import { amount } from "../../platform/money/amount"; export const place = amount;`,
  "server/platform/money/amount": `export const amount = 1;`,

  "server/platform/mail/letter": `import { paper } from "./paper"; export const letter = () => paper();`,
  "server/platform/mail/paper": `import { letter } from "./letter"; export const paper = () => letter();`,

  "server/platform/media/film": `import type { Frame } from "./frame"; export type Film = Frame | 1;`,
  "server/platform/media/frame": `import type { Film } from "./film"; export type Frame = Film[];`,

  "server/platform/money/price": `import { place } from "@server/selling/bookings/place"; export const price = place;`,
  "server/catalogue/schedule/prices": `import { pass } from "../passes/pass"; export const prices = pass;`,
  "server/catalogue/passes/pass": `export const pass = 1;`,
  "server/platform/jobs/price": `import type { place } from "@server/selling/bookings/place"; export type Price = typeof place;`,

  "dev/seed": `export const seed = 1;`,
  "server/process/open-services": `export const load = () => import("@dev/seed");`,
  "server/commands/seed": `export { seed } from "@dev/seed";`,
  "server/core/clock": `export const load = () => import("@dev/seed");`,

  "server/core/log": `export const scopes = new Map<string, string>();`,
  "dev/mailbox": `import { scopes } from "@server/core/log"; export const mailbox = scopes;`,
};

type Violation = { from: string; rule: { name: string; severity: string } };

/** Returns the rules that a module breaks in a folder laid out like the project. */
const test = base.extend("broken", { scope: "file" }, async ({ postgresUrl: _ }, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-imports-"));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  await cp(path.join(root, "tsconfig.json"), path.join(folder, "tsconfig.json"));
  for (const [name, text] of Object.entries(modules)) {
    const file = path.join(folder, `${name}.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const violations = await checkImports(folder);
  return (name: string) => violations.filter(({ from }) => from === `${name}.ts`).map(({ rule }) => rule.name);
});

test("passes when a folder imports from a lower level", ({ broken }) => {
  expect(broken("server/selling/bookings/place")).toEqual([]);
});

test("fails on a cycle", ({ broken }) => {
  expect(broken("server/platform/mail/letter")).toEqual(["no-cycles"]);
});

test("fails on a cycle of types alone", ({ broken }) => {
  expect(broken("server/platform/media/film")).toEqual(["no-cycles"]);
});

test("fails on an import of a higher level", ({ broken }) => {
  expect(broken("server/platform/money/price")).toEqual(["platform-imports-upwards"]);
});

test("fails on an import of a folder that stands before it in its level", ({ broken }) => {
  expect(broken("server/catalogue/schedule/prices")).toEqual(["catalogue-imports-passes"]);
});

test("fails on an import of types from a higher level", ({ broken }) => {
  expect(broken("server/platform/jobs/price")).toEqual(["platform-imports-upwards"]);
});

test.for<[string, string, string[]]>([
  ["passes when the start loads dev/ at run time", "server/process/open-services", []],
  ["fails on a static import of dev/", "server/commands/seed", ["dev-is-not-imported"]],
  ["fails when anything else loads dev/", "server/core/clock", ["dev-is-loaded-by-commands-and-the-start"]],
  ["fails where dev/ would have a second copy of the server's state", "dev/mailbox", ["dev-shares-no-state"]],
])("the import check %s", ([, importer, rules], { broken }) => {
  expect(broken(importer)).toEqual(rules);
});

async function checkImports(folder: string): Promise<Violation[]> {
  const program = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = path.join(root, ".dependency-cruiser.mjs");
  const args = [program, "--config", config, "--output-type", "json", "server", "dev"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 10_000_000 });
  const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[] } };
  return summary.violations.filter(({ rule }) => rule.severity === "error");
}
