import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const builtSite = path.resolve("tests/support/built-site.ts");

/** Builds if one of the test files uses the built site and the sources have changed since the last build. */
export function buildWhenNeeded(testFiles: string[]): void {
  if (reaches(testFiles, builtSite)) buildIfStale();
}

/** Builds in a separate process, because the compiler changes global state. */
export function buildIfStale(): void {
  execFileSync(process.execPath, ["scripts/build.mjs", "--if-stale"], { stdio: "inherit" });
}

/** Returns whether a file imports the target at run time, directly or through other test files. */
function reaches(files: string[], target: string): boolean {
  const seen = new Set(files);
  for (const file of seen) for (const imported of importsOf(file)) seen.add(imported);
  return seen.has(target);
}

function importsOf(file: string): string[] {
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"/gm);
  return [...imports].map(([, name = ""]) => path.resolve(path.dirname(file), `${name}.ts`)).filter(existsSync);
}
