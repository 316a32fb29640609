import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, { version?: string }>;
};

const isAtLeast = (version: string, least: string) =>
  version.localeCompare(least, "en", { numeric: true, sensitivity: "base" }) >= 0;

/** The fixed versions of docs/security.md, "Advisories of what we stand on". */
test.for([
  ["@remix-run/router", "1.23.4"],
  ["react-router", "6.30.6"],
  ["react-router-dom", "6.30.6"],
] as const)("installs %s in version %s or later, once", ([name, least]) => {
  const installed = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
  expect(installed).toHaveLength(1);
  expect(installed.filter(([, { version }]) => !isAtLeast(version!, least))).toEqual([]);
});
