import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Row = { number: number; requirement: string; how: string; proof: string };

const document = readFileSync("docs/specification.md", "utf8");
const rows = [...document.matchAll(/^\| +(\d+) +\| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, number, requirement = "", how = "", proof = ""]): Row => ({
    number: Number(number),
    requirement: requirement.trim(),
    how: how.trim(),
    proof: proof.trim(),
  }),
);
const proofsOf = ({ proof }: Row) =>
  [...proof.matchAll(/`(tests\/[^`]+)`: `([^`]+)`/g)].map(([, file = "", title = ""]) => ({ file, title }));

test("numbers the sentences of the specification without gaps", () => {
  const lines = document.split("\n").filter((line) => /^\| +\d/.test(line));
  expect(rows.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
  expect(rows.length).toBeGreaterThan(309);
});

test("names only tests that exist for the sentences of the specification", () => {
  const sources = new Map<string, string>();
  const sourceOf = (file: string) => {
    const source = sources.get(file) ?? (existsSync(file) ? readFileSync(file, "utf8") : "");
    sources.set(file, source);
    return source;
  };
  const missing = rows
    .flatMap((row) => proofsOf(row).map((proof) => ({ number: row.number, ...proof })))
    .filter(({ file, title }) => !['"', "'", "`"].some((quote) => sourceOf(file).includes(quote + title + quote)));
  expect(missing).toEqual([]);
});

test("proves every sentence that is said to work or to differ, and counts them", () => {
  const counts = { works: 0, differs: 0, open: 0 };
  for (const row of rows) {
    const state = /^(works|differs|open)\b/.exec(row.how)?.[1] as keyof typeof counts | undefined;
    expect(state, `the state of sentence ${row.number}`).toBeDefined();
    if (state) counts[state] += 1;
    expect(proofsOf(row).length > 0, `sentence ${row.number} has a test unless it is open`).toBe(state !== "open");
  }
  const [, ...stated] = /Of (\d+) rows (\d+) work, (\d+) differ and (\d+) are open/.exec(document) ?? [];
  expect(stated.map(Number)).toEqual([rows.length, counts.works, counts.differs, counts.open]);
});

test("refers only to decisions that exist", () => {
  const decisions = readdirSync("docs/decisions").map((file) => file.slice(0, 3));
  const named = [...document.matchAll(/decision (\d{3})/gi)].map(([, number]) => number);
  expect(named.filter((number) => !decisions.includes(number ?? ""))).toEqual([]);
});
