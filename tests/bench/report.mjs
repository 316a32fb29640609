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
export function printPart({ title, rows, lists = [], notes = [] }) {
  console.log(`\n${title}`);
  for (const row of rows) {
    const before = row.before ? `  before ${figureOf(row.before, row.unit)}` : "";
    const limit = row.required === undefined ? "" : `  ${limitOf(row, row.required)} ${isMet(row) ? "met" : "missed"}`;
    const figures = row.figures ? `  (${row.figures.join("; ")})` : "";
    console.log(`  ${row.work.padEnd(64)} ${figureOf(row.now, row.unit)}${before}${limit}${figures}`);
  }
  for (const note of notes) console.log(`  ${note}`);
  for (const { address, time } of lists) console.log(`    ${address.padEnd(72)} ${figureOf(time, "ms")}`);
}

/** Writes measured parts into bench/results.json beside earlier ones, and docs/performance.md from all of them. */
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
    "Written by `npm run bench` from `bench/results.json`, which has longer tables; change neither by hand. [Scaling](scaling.md) says what follows from it.",
    "Figures are the median of the passes, with the lowest and the highest in brackets. Competitors run in turns, so ratios hold beyond the machine on which they were measured; other figures hold for less. Site, client and PostgreSQL share the machine's cores. The load average (1, 5 and 15 minutes) before and after says how much the machine was used, also by others. The small seed is the demo's data; the large seed adds 5,000 sessions and 50,000 bookings.",
    howToRun,
    ...(parts.length > 0 ? [tableOf(runColumns, parts.map(runRow))] : ["Nothing has been measured yet."]),
    ...parts.flatMap(sectionOf),
  ].join("\n\n");
  return formatted(text, documentFile);
}

const howToRun =
  "`npm run bench -- browser memory` measures some parts, `--dry` only prints, `--against CHECKOUT` measures another built checkout in turns, as “before”. nginx, pgbench, Caddy and Chromium have to be installed (Debian: `apt-get install nginx-light postgresql caddy chromium-headless-shell wrk`).";

async function formatted(text, file) {
  const { code } = await format(file, text, JSON.parse(await readFile(".oxfmtrc.json", "utf8")));
  return code;
}

const runColumns = ["Part", "Measured (UTC)", "Commit", "Machine", "Load before", "Load after"];

function runRow({ title, date, commit, against, machine, database, client, before, after }) {
  const commits = against ? `${commit}, before: ${against}` : commit;
  return [title, date, commits, `${machine}; ${database}; ${client}`, before.join(" "), after.join(" ")];
}

function sectionOf({ title, method, rows, notes = [] }) {
  const has = (name) => rows.some((row) => row[name] !== undefined);
  const columns = [
    { name: "Work", cellOf: ({ work }) => work },
    { name: "Required", cellOf: (row) => limitOf(row, row.required) },
    ...(has("goal") ? [{ name: "Goal", cellOf: (row) => limitOf(row, row.goal) }] : []),
    ...(has("before") ? [{ name: "Before", cellOf: (row) => (row.before ? figureOf(row.before, row.unit) : "") }] : []),
    { name: "Now", cellOf: ({ now, unit }) => figureOf(now, unit) },
    { name: "Met", cellOf: (row) => (row.required === undefined ? "" : isMet(row) ? "yes" : "no") },
    ...(has("figures") ? [{ name: "Figures", cellOf: ({ figures = [] }) => figures.join("; ") }] : []),
  ];
  const names = columns.map(({ name }) => name);
  const cells = rows.map((row) => columns.map(({ cellOf }) => cellOf(row)));
  return [`## ${title}`, [method, ...notes].join(" "), ...(rows.length > 0 ? [tableOf(names, cells)] : [])];
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
