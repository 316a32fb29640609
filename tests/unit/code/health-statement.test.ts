import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const fields = "app/features/buying/health-fields.tsx";
const pages = execFileSync("git", ["ls-files", "app/*.tsx"], {
  encoding: "utf8",
})
  .split("\n")
  .filter(existsSync);

test("shows the health statement in one component, which neither folds nor clips it", () => {
  const showing = pages.filter((file) => /\b(?:health|statement)\.text\b/.test(readFileSync(file, "utf8")));
  expect([...new Set(showing)]).toEqual([fields]);
  expect(readFileSync(fields, "utf8")).not.toMatch(/overflow|line-clamp|max-h-|truncate|<details/);
});
