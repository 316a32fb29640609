import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { documentOf } from "../../bench/report.mjs";

test("docs/performance.md is what npm run bench writes from its results", async () => {
  const results: unknown = JSON.parse(await readFile("bench/results.json", "utf8"));
  expect(await readFile("docs/performance.md", "utf8")).toBe(await documentOf(results));
});
