import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import path from "node:path";
import { format } from "oxfmt";

const [resultsFile, documentFile] = ["bench/results.json", "docs/performance.md"];

/** Describes the moment of a measurement: the load average tells how much others have used the machine. */
export const loadNow = () => loadavg().map((load) => Number(load.toFixed(2)));

export function describeMachine() {
  const [{ model = "unknown processor" } = {}] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${cpus().length} cores (${model.trim()}), ${memory}, Node ${process.versions.node}`;
}

/** Returns a checkout's commit, with a plus if files differ from it. */
export function commitOf(root) {
  const git = (...args) => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" }).trim();
  try {
    return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain", "-uno") ? "+" : "");
  } catch {
    return "unknown";
  }
}

/** Prints a part's rows. */
export function printPart({ title, rows, lists = [], profiles }) {
  console.log(`\n${title}`);
  for (const row of rows) {
    const before = row.before ? `  before ${figureOf(row.before, row.unit)}` : "";
    const limits = row.required === undefined ? "" : `  required ${row.required}, ${isMet(row) ? "met" : "missed"}`;
    const figures = row.figures ? `  (${row.figures.join(", ")})` : "";
    console.log(`  ${row.work.padEnd(64)} ${figureOf(row.now, row.unit)}${before}${limits}${figures}`);
  }
  for (const { address, small, large, ratio } of lists) {
    console.log(
      `  ${address.padEnd(64)} ${Math.round(small.median)} → ${Math.round(large.median)} ms, ×${ratio.toFixed(2)}`,
    );
  }
  if (profiles) console.log(JSON.stringify(profiles, null, 2));
}

/** Writes the measured parts into bench/results.json beside earlier ones, and docs/performance.md from all of them. */
export async function writeResults(parts, order) {
  const earlier = existsSync(resultsFile) ? JSON.parse(await readFile(resultsFile, "utf8")) : {};
  const all = { ...earlier, ...parts };
  const results = Object.fromEntries(order.filter((name) => all[name]).map((name) => [name, all[name]]));
  await mkdir(path.dirname(resultsFile), { recursive: true });
  await writeFile(resultsFile, await formatted(JSON.stringify(results), resultsFile));
  await writeFile(documentFile, await documentOf(results));
}

/** Returns the text of docs/performance.md. */
export function documentOf(results) {
  const parts = Object.values(results);
  const text = [
    "# Performance",
    "Written by `npm run bench` from `bench/results.json`; change neither by hand. [Scaling](scaling.md) says what follows from it.",
    "Figures are the median of the passes, with the lowest and the highest in brackets. Competitors run in turns, so ratios hold for the machine on which they were measured; absolute figures hold for less. The load average (1, 5 and 15 minutes) before and after says how much the machine was used, also by others. The small seed is the demo's data; the large seed adds 5,000 sessions and 50,000 bookings.",
    tableOf(["Part", "Measured (UTC)", "Commit", "Machine", "Load before", "Load after"], parts.map(runRow)),
    ...parts.flatMap(sectionOf),
  ].join("\n\n");
  return formatted(text, documentFile);
}

async function formatted(text, file) {
  const { code } = await format(file, text, JSON.parse(await readFile(".oxfmtrc.json", "utf8")));
  return code;
}

function runRow({ title, date, commit, against, machine, database, client, before, after }) {
  const commits = against ? `${commit}, before: ${against}` : commit;
  return [title, date, commits, `${machine}; ${database}; ${client}`, before.join(" "), after.join(" ")];
}

function sectionOf({ title, method, rows, lists, profiles, against }) {
  const columns = ["Work", "Required", "Goal", ...(against ? ["Before"] : []), "Now", "Met", "Passes", "Figures"];
  const cellsOf = (row) => [
    ...[row.work, limitOf(row, row.required), limitOf(row, row.goal)],
    ...(against ? [row.before ? figureOf(row.before, row.unit) : ""] : []),
    ...[figureOf(row.now, row.unit), row.required === undefined ? "" : isMet(row) ? "yes" : "no"],
    ...[row.passes, (row.figures ?? []).join(", ")],
  ];
  return [
    `## ${title}`,
    method,
    ...(rows.length > 0 ? [tableOf(columns, rows.map(cellsOf))] : []),
    ...(lists ? [listTable(lists)] : []),
    ...(profiles ? profileTables(profiles) : []),
  ];
}

function listTable(lists) {
  const hasBefore = lists.some(({ before }) => before);
  const columns = [
    "Address",
    "Small seed",
    "Large seed",
    "Ratio",
    ...(hasBefore ? ["Before, large", "Before, ratio"] : []),
  ];
  const timesOf = ({ large, ratio }) => [figureOf(large, "ms"), ratio.toFixed(2)];
  const cells = lists.map(({ address, small, before, ...list }) => [
    ...[`\`${address}\``, figureOf(small, "ms"), ...timesOf(list), ...(before ? timesOf(before) : [])],
  ]);
  return tableOf(columns, cells);
}

function profileTables(profiles) {
  return Object.entries(profiles).map(([name, works]) => {
    const entries = Object.values(works);
    const highest = (owner) => Math.max(...entries.map(({ shareOf }) => shareOf[owner] ?? 0));
    const owners = [...new Set(entries.flatMap(({ shareOf }) => Object.keys(shareOf)))];
    const cellOf = ({ ms, shareOf }, owner) => {
      const share = shareOf[owner];
      return share === undefined ? "" : `${numberOf((ms * share) / 100)} (${share.toFixed(1)} %)`;
    };
    const rows = owners
      .sort((a, b) => highest(b) - highest(a))
      .map((owner) => [owner, ...entries.map((entry) => cellOf(entry, owner))]);
    const totals = ["all", ...entries.map(({ ms }) => numberOf(ms))];
    const table = tableOf(["Self time, ms (%)", ...Object.keys(works)], [totals, ...rows]);
    return `${name === "now" ? "Now" : "Before"}:\n\n${table}`;
  });
}

const tableOf = (columns, rows) =>
  [columns, columns.map(() => "-"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const signs = { ratio: "", "×": "×" };

function figureOf({ median, min, max }, unit) {
  const sign = signs[unit] ?? "";
  const after = unit && !(unit in signs) ? ` ${unit}` : "";
  const range = min === max ? "" : ` [${numberOf(min)}–${numberOf(max)}]`;
  return `${sign}${numberOf(median)}${after}${range}`;
}

/** Three significant digits, and no more than the number has before its point. */
function numberOf(value) {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(value < 10 && value >= 0.1 ? 2 : 3)));
}

function limitOf({ unit, better }, limit) {
  if (limit === undefined) return "";
  const least = better === "higher" ? "≥" : "≤";
  return `${least} ${signs[unit] ?? ""}${limit}${unit && !(unit in signs) ? ` ${unit}` : ""}`;
}

const isMet = ({ now, required, better }) => (better === "higher" ? now.median >= required : now.median <= required);
