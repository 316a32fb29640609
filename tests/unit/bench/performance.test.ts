import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { documentOf } from "../../bench/report.mjs";

const exactly = (median: number) => ({ median, min: median, max: median });

/** A part as the bench measures it, with one row for each case of a limit. */
const part = {
  title: "Launch",
  method: "Everybody at once.",
  notes: ["Not with snow."],
  date: "2026-11-25 22:00",
  before: [0.1, 0.2, 0.3],
  after: [1, 2, 3],
  commit: "1234567",
  machine: "2 cores",
  database: "PostgreSQL 15",
  client: "wrk",
  rows: [
    { work: "answered after", unit: "s", better: "lower", required: 20, now: { median: 20, min: 18.26, max: 31 } },
    { work: "lost", unit: "", better: "lower", required: 0, now: exactly(1) },
    { work: "against nginx", unit: "ratio", better: "higher", required: 0.3, goal: 0.5, now: exactly(0.4) },
    { work: "unlimited", unit: "ms", better: "lower", now: exactly(1234.5), figures: ["one", "two"] },
  ],
};

const cellsOf = (text: string, work: string) =>
  text
    .split("\n")
    .find((line) => line.startsWith(`| ${work} `))
    ?.split("|")
    .map((cell) => cell.trim())
    .filter(Boolean);

test("docs/performance.md is what npm run bench writes from its results, in at most 150 lines", async () => {
  const results: unknown = JSON.parse(await readFile("bench/results.json", "utf8"));
  const text = await documentOf(results);
  expect(await readFile("docs/performance.md", "utf8")).toBe(text);
  expect(text.split("\n").length).toBeLessThanOrEqual(150);
});

test("says of each limit whether it is met", async () => {
  const text = await documentOf({ launch: part });
  expect(cellsOf(text, "answered after")).toEqual(["answered after", "≤ 20 s", "20 s [18.3–31]", "yes"]);
  expect(cellsOf(text, "lost")).toEqual(["lost", "≤ 0", "1", "no"]);
  expect(cellsOf(text, "against nginx")).toEqual(["against nginx", "≥ 0.3", "≥ 0.5", "0.4", "yes"]);
  expect(cellsOf(text, "unlimited")).toEqual(["unlimited", "1235 ms", "one; two"]);
  expect(text).toContain("Everybody at once. Not with snow.");
});

test("shows what another checkout took only where one was measured", async () => {
  expect(await documentOf({ launch: part })).not.toContain("Before");
  const [row] = part.rows;
  const compared = { ...part, against: "7654321", rows: [{ ...row, before: exactly(25) }] };
  const text = await documentOf({ launch: compared });
  expect(cellsOf(text, "answered after")).toEqual(["answered after", "≤ 20 s", "25 s", "20 s [18.3–31]", "yes"]);
  expect(cellsOf(text, "Launch")).toContain("1234567, before: 7654321");
});
