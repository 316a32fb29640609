import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const documents = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).split("\n").filter(Boolean);

test.each(documents.filter((file) => existsSync(file)))("%s names only files that exist", (file) => {
  const text = readFileSync(file, "utf8");
  const named = [...text.matchAll(/`((?:app|db|dev|emails|scripts|server|tests)\/[\w./$-]+)`/g)].map(
    (match) => match[1]!,
  );
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
