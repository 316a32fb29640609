import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const glossary = readFileSync("docs/glossary.md", "utf8").split("## Words we do not use")[0] ?? "";
const words = [...glossary.matchAll(/^\| ([^|]+?) +\|/gm)]
  .map(([, word = ""]) => word)
  .filter((word) => word !== "Word" && !word.startsWith("---"));

const sources = execFileSync("git", ["ls-files", "server/*.ts", "db/*.ts"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));

/** Types of the levels, which one file may take from another. */
const exported = sources.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/^export (?:type|interface|class) (\w+)/gm)].map(([, name = ""]) => ({
    name,
    file,
  })),
);

const twice = (names: string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

test("defines each word of the glossary once", () => {
  expect(words).toContain("booking");
  expect(twice(words.map((word) => word.toLowerCase()))).toEqual([]);
});

test("gives two exported types of the server two names", () => {
  const names = twice(exported.map(({ name }) => name));
  expect(exported.filter(({ name }) => names.includes(name))).toEqual([]);
});
