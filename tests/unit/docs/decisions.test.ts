import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "docs/decisions";
const files = readdirSync(folder).filter((name) => name !== "README.md");
const index = readFileSync(`${folder}/README.md`, "utf8");

const other = String.raw`\[\d{3}\]\(\d{3}-[a-z0-9-]+\.md\)`;
const status = `accepted(?:; (?:changed|extended) by ${other})?|superseded by ${other}`;
const head = new RegExp(
  String.raw`^# (?<number>\d{3}) (?<title>[^\n]+)\n\nDate: \d{4}-\d\d-\d\d\. Status: (?<status>${status})[.,][^\n]*\n\n`,
);

type Record = { file: string; number: string; title: string; status: string };

const readRecord = (file: string): Record => {
  const { number = "", title = "", status = "" } = head.exec(readFileSync(`${folder}/${file}`, "utf8"))?.groups ?? {};
  return { file, number, title, status };
};

test.each(files)("%s begins with its number and title, its date and its status", (file) => {
  const { number, status } = readRecord(file);
  expect(number).toBe(file.slice(0, 3));
  expect(status).not.toBe("");
  const [, named] = /\]\((.+)\)/.exec(status) ?? [];
  if (named) expect(files).toContain(named);
});

test("the index of the decisions lists each record once, with its title and status", () => {
  const rows = [...index.matchAll(/^\| (\d{3}) +\| \[(.+?)\]\(([^)]+)\) +\| (.+?) +\|$/gm)].map(
    ([, number = "", title = "", file = "", status = ""]): Record => ({ file, number, title, status }),
  );
  expect(rows).toEqual(files.map(readRecord));
});

test("the index of the decisions names every number that has no record, and no other", () => {
  const [, unused = ""] = index.split("## Numbers without a record");
  const taken = files.map((file) => Number(file.slice(0, 3)));
  const missing = Array.from({ length: Math.max(...taken) }, (_, before) => before + 1).filter(
    (number) => !taken.includes(number),
  );
  expect([...unused.matchAll(/\d{3}/g)].map(([number]) => Number(number))).toEqual(missing);
});
