import { writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { run } from "../../scripts/lib/run.mjs";
import { bookFor } from "./booking-visitors.mjs";
import { findProgram } from "./database-server.mjs";
import { alternate, summarize, summarizeRatios } from "./figures.mjs";
import { cpuSeconds, settle } from "./server-process.mjs";
import { addFreeSession } from "./site.mjs";

export const title = "Bookings";
export const method =
  "Bookings a second of one free session without a limit of places by 8 clients, divided by those of the bare transaction: begin, lock the session's row, insert the same row with the same triggers, commit; by pgbench with prepared statements where it is installed, and by the plain driver (pg). All mails of a pass are sent before the next pass begins.";

const passes = 3;
const clients = 8;
const referenceSeconds = 2;

export async function measure({ seconds, folder, sitesOf }) {
  const sites = await sitesOf("small");
  const runs = {};
  for (const [name, site] of Object.entries(sites)) {
    const sessionId = await addFreeSession(site, null);
    const passOptions = { site, sessionId, clients, seconds: 2 * seconds };
    await bookFor({ ...passOptions, seconds: 1 });
    runs[name] = () => bookOnce(passOptions);
  }
  const { db, databaseUrl, pid } = sites.now;
  const statements = await bareTransaction(sites.now);
  const file = path.join(folder, "booking.sql");
  await writeFile(file, `${statements.join(";\n")};\n`);
  const bare = (work) => async () => {
    await settle(pid);
    const perSecond = await work();
    await db.query("delete from session_bookings where attendee_email = $1", [bareEmail]);
    return { perSecond };
  };
  runs["the driver (pg)"] = bare(() => driverRate(databaseUrl, statements));
  const pgbench = findProgram("pgbench");
  if (pgbench) runs.pgbench = bare(() => pgbenchRate(pgbench, databaseUrl, file));
  return { rows: rowsOf(await alternate(passes, runs)) };
}

function rowsOf({ now, before, ...references }) {
  const rates = (results) => results.map(({ perSecond }) => perSecond);
  const all = Object.entries({ now, before, ...references }).filter(([, results]) => results);
  const figures = all.map(([name, results]) => `${name} ${summarize(rates(results)).median.toFixed(1)}/s`);
  const against = Object.keys(references).reverse();
  const rows = against.map((name, index) => ({
    work: `a free session, ${clients} clients: bookings/s against ${name}`,
    ...{ unit: "ratio", better: "higher", passes, ...(index === 0 && { required: 0.05, goal: 0.2, figures }) },
    now: summarizeRatios(rates(now), rates(references[name])),
    before: before && summarizeRatios(rates(before), rates(references[name])),
  }));
  const valueOf = (name) => ({
    now: summarize(now.map((result) => result[name])),
    before: before && summarize(before.map((result) => result[name])),
  });
  return [
    ...rows,
    { work: "a booking: p50", unit: "ms", better: "lower", passes, ...valueOf("p50") },
    { work: "a booking with its mails: CPU", unit: "ms", better: "lower", passes, ...valueOf("cpuMs") },
  ];
}

async function bookOnce(options) {
  const { pid } = options.site;
  await settle(pid);
  const before = cpuSeconds(pid);
  const { answers, seconds } = await bookFor(options);
  await settle(pid);
  const booked = answers.filter(({ status }) => status === 303).length;
  if (booked < answers.length) console.error(`${answers.length - booked} of ${answers.length} bookings were refused`);
  const times = answers.map(({ ms }) => ms);
  const cpuMs = ((cpuSeconds(pid) - before) * 1000) / Math.max(1, booked);
  return { perSecond: booked / seconds, p50: summarize(times).median, cpuMs };
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

async function driverRate(connectionString, statements) {
  const { output } = await run(
    process.execPath,
    ["tests/bench/bare-transactions.mjs", connectionString, String(clients), String(referenceSeconds)],
    { quiet: true, env: { ...process.env, STATEMENTS: JSON.stringify(statements) } },
  );
  const rate = Number(output);
  if (!(rate > 0)) throw new Error(`The driver's transactions failed: ${output}`);
  return rate;
}

async function pgbenchRate(pgbench, databaseUrl, file) {
  const how = ["-n", "-M", "prepared", "-c", String(clients), "-j", "1", "-T", String(referenceSeconds)];
  const { output } = await run(pgbench, [...how, "-f", file, databaseUrl], { quiet: true });
  const rate = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  if (!(rate > 0)) throw new Error(`pgbench failed: ${output}`);
  return rate;
}
