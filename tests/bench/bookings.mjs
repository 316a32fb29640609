import { writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { run } from "../../scripts/lib/run.mjs";
import { bookFor } from "./booking-visitors.mjs";
import { findProgram } from "./database-server.mjs";
import { alternate, summarize, summarizeRatios } from "./figures.mjs";
import { settle } from "./server-process.mjs";
import { addFreeSession } from "./site.mjs";

export const title = "Bookings";
export const method =
  "Bookings a second of one free session without a limit of places by 8 clients, divided by the transactions that pgbench completes with prepared statements: begin, lock the session's row, insert the same row with the same triggers, commit. All mails of a pass are sent before the next one begins. Five passes.";

const passes = 5;
const clients = 8;
const referenceSeconds = 2;

export async function measure({ seconds, folder, sitesOf }) {
  const pgbench = findProgram("pgbench");
  if (!pgbench) return { rows: [], notes: ["Not measured: pgbench is not installed."] };
  const sites = await sitesOf("small");
  const runs = {};
  for (const [name, site] of Object.entries(sites)) {
    const sessionId = await addFreeSession(site, null);
    const passOptions = { site, sessionId, clients, seconds: 2 * seconds };
    await bookFor({ ...passOptions, seconds: 1 });
    runs[name] = () => bookOnce(passOptions);
  }
  const { db, databaseUrl, pid } = sites.now;
  const file = path.join(folder, "booking.sql");
  await writeFile(file, `${(await bareTransaction(sites.now)).join(";\n")};\n`);
  runs.pgbench = async () => {
    await settle(pid);
    const perSecond = await pgbenchRate(pgbench, databaseUrl, file);
    await db.query("delete from session_bookings where attendee_email = $1", [bareEmail]);
    return perSecond;
  };
  return { rows: [rowOf(await alternate(passes, runs))] };
}

const rowOf = ({ now, before, pgbench }) => ({
  work: `a free session, ${clients} clients: bookings/s against pgbench`,
  unit: "ratio",
  better: "higher",
  required: 0.11,
  goal: 0.2,
  now: summarizeRatios(now, pgbench),
  before: before && summarizeRatios(before, pgbench),
  figures: [`${summarize(now).median.toFixed(1)}/s, pgbench ${summarize(pgbench).median.toFixed(1)}/s`],
});

/** Returns the bookings a second. */
async function bookOnce(options) {
  await settle(options.site.pid);
  const { booked, refused, seconds } = await bookFor(options);
  if (refused > 0) console.error(`${refused} of ${booked + refused} bookings were refused`);
  return booked / seconds;
}

const bareEmail = "bare@example.com";
/** Filled by defaults of the table, and by the statement. */
const ownColumns = ["id", "form_key", "manage_key"];

/** Returns the statements that insert such a row as the site's last booking has. */
async function bareTransaction(site) {
  const sessionId = await addFreeSession(site, null);
  const changed = { session_id: sessionId, attendee_email: bareEmail };
  const { rows } = await site.db.query(
    "select to_jsonb(b) as booking from session_bookings b where status = 'completed' order by created_at desc limit 1",
  );
  const values = Object.entries({ ...rows[0].booking, ...changed }).filter(
    ([name, value]) => value !== null && !ownColumns.includes(name),
  );
  const columns = values.map(([name]) => name).join(", ");
  const literals = values.map(([, value]) => pg.escapeLiteral(String(value))).join(", ");
  return [
    "begin",
    `select * from live_sessions where id = '${sessionId}' for no key update`,
    `insert into session_bookings (form_key, ${columns}) values (gen_random_uuid(), ${literals})`,
    "commit",
  ];
}

async function pgbenchRate(pgbench, databaseUrl, file) {
  const how = ["-n", "-M", "prepared", "-c", String(clients), "-j", "1", "-T", String(referenceSeconds)];
  const { output } = await run(pgbench, [...how, "-f", file, databaseUrl], { quiet: true });
  const rate = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  if (!(rate > 0)) throw new Error(`pgbench failed: ${output}`);
  return rate;
}
