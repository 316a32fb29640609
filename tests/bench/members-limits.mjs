import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";

/** The limit is what a page took at this commit, with some air. */
const limitCommit = "9e8f8de6";
export const air = 1.1;
const limitsFile = "bench/members.json";

/**
 * Returns what was kept, without milliseconds if that was on another machine, or null where the limits are measured in
 * turns.
 */
export function limitsFor(machine, against = "") {
  if (against.startsWith(limitCommit)) return null;
  const limits = existsSync(limitsFile) ? JSON.parse(readFileSync(limitsFile, "utf8")) : {};
  return limits.machine === machine ? limits : {};
}

/** Says in a sentence what the limits are. */
export function noteOn(limits) {
  const what = `what the same page took at commit ${limitCommit}, plus 10 %`;
  if (!limits) return `The limit is ${what}, measured in turns.`;
  if (limits.milliseconds) return `The limit is ${what}, as measured on ${limits.date} with ${limits.machine}.`;
  return `The limit is ${what}; on this machine that is not known without \`--against\` a checkout of it.`;
}

/** Keeps what the pages took at the commit that is the limit, if that is what was measured beside. */
export async function keepLimits({ against = "", machine, date, rows }) {
  if (!against.startsWith(limitCommit)) return;
  const milliseconds = Object.fromEntries(rows.map(({ work, before }) => [work, Number(before.median.toFixed(2))]));
  const limits = { commit: against, date, machine, milliseconds };
  await writeFile(limitsFile, `${JSON.stringify(limits, null, 2)}\n`);
}
