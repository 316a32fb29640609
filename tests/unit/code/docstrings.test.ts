import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folders = ["app", "server", "db", "dev", "emails"];
const sources = execFileSync("git", ["ls-files", ...folders], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file));

/** A docstring, and the beginning of the code below it. */
const documented = /^( *)\/\*\*\s((?:(?!\*\/)[^])*)\*\/\n(.*(?:\n.*)?)/gm;
const exportedFunction =
  /^export (?:default )?(?:(?:async )?function\b|const \w+(?:: [^=]+)? =\s+(?:async )?(?:<[^(]*>)?(?:\([^]*|\w+ )(?:=>|$))/;

type Docstring = { text: string; isOfFunction: boolean };

const docstringsIn = (source: string): Docstring[] =>
  [...source.matchAll(documented)].map(([, , text = "", code = ""]) => ({
    text: text.replaceAll(/\s+(?:\* )?/g, " ").trim(),
    isOfFunction: exportedFunction.test(code),
  }));

const notVerbs = new Set(["This", "Its", "Always", "As", "Is", "Has", "Was", "Unless", "Whereas", "Yes"]);
const startsWithVerb = (text: string): boolean => {
  const first = /^[A-Z][a-z]+s\b/.exec(text)?.[0];
  return first !== undefined && !notVerbs.has(first);
};

const problemOf = ({ text, isOfFunction }: Docstring): string | null => {
  if (!/[.!?]$/.test(text)) return `has no full stop: ${text}`;
  return isOfFunction && !startsWithVerb(text) ? `does not begin with a verb such as "Returns": ${text}` : null;
};

test("ends docstrings by a full stop, and begins those of exported functions with a verb", () => {
  const problems = sources.flatMap((file) =>
    docstringsIn(readFileSync(file, "utf8")).flatMap((docstring) => {
      const problem = problemOf(docstring);
      return problem ? [`${file} ${problem}`] : [];
    }),
  );
  expect(problems).toEqual([]);
});

test.each([
  ["/** The number of free places. */\nexport async function countFree() {", 'begin with a verb such as "Returns"'],
  [
    "/**\n * Whether it is\n * free.\n */\nexport const isFree = (price: number): boolean =>\n  price === 0;",
    "begin with a verb",
  ],
  ["/** Returns the number of free places */\nexport function countFree() {", "has no full stop"],
  ["  /** In milliseconds */\n  patience: number;", "has no full stop"],
])("refuses %j", (source, problem) => {
  expect(docstringsIn(source).map(problemOf)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  "/** Returns the number of free places. */\nexport const countFree = async (id: string): Promise<number> =>",
  "/** The time in milliseconds. */\nexport const patience = 5000;",
  "/** A private remark says why. */\nfunction own() {",
])("accepts %j", (source) => {
  expect(docstringsIn(source).map(problemOf)).toEqual([null]);
});
