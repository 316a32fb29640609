import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const changelog = readFileSync("CHANGELOG.md", "utf8");
const releases = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/gm)];

test("the newest version of the changelog is that of package.json and its lock file", () => {
  const [, newest] = releases[0] ?? [];
  const read = (file: string) => (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
  expect([read("package.json"), read("package-lock.json")]).toEqual([newest, newest]);
});

test("the changelog begins with what is not released, and lists versions from the newest to the first", () => {
  expect(changelog.match(/^## .*$/m)?.[0]).toBe("## [Unreleased]");
  const dates = releases.map(([, , date]) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
  expect(releases.length).toBeGreaterThanOrEqual(2);
});
