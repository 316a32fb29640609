import { statfs } from "node:fs/promises";
import { countPendingMigrations } from "@db/migrate";
import { sql } from "drizzle-orm";
import { fault, fine, type Finding, type Site, warning } from "./finding";

/** Checks PostgreSQL's version, how fast it answers, its clock, the migrations and the space on the disk. */
export async function checkDatabase(site: Site): Promise<Finding[]> {
  const answer = await ask(site);
  return [
    judgeVersion(answer.version),
    judgeLatency(answer.milliseconds),
    judgeClocks(answer.skewMs),
    judgeMigrations(await countPendingMigrations(site.db)),
    judgeDisk(await freeBytes(site.settings.dataDir)),
  ];
}

const queryCount = 3;

async function ask({ db, clock }: Site): Promise<{ version: number; milliseconds: number; skewMs: number }> {
  let best = { version: 0, milliseconds: Infinity, skewMs: 0 };
  for (let time = 0; time < queryCount; time += 1) {
    const [begin, now] = [performance.now(), clock.now().getTime()];
    const { rows } = await db.execute<{ version: number; now: number }>(sql`
      select current_setting('server_version_num')::int as version,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now`);
    const milliseconds = performance.now() - begin;
    const { version = 0, now: theirs = now } = rows[0] ?? {};
    if (milliseconds < best.milliseconds) best = { version, milliseconds, skewMs: theirs - now - milliseconds / 2 };
  }
  return best;
}

const oldestVersion = 15;

export function judgeVersion(versionNumber: number): Finding {
  const major = Math.floor(versionNumber / 10_000);
  const what = `PostgreSQL ${major}.${versionNumber % 10_000}`;
  return major >= oldestVersion
    ? fine("Database", what)
    : fault("Database", `${what} is too old`, `Use PostgreSQL ${oldestVersion} or later.`);
}

export function judgeLatency(milliseconds: number): Finding {
  const name = "Database speed";
  const what = `answers in ${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 20) return fine(name, what);
  const todo = "A page asks the database several times. Run it on this machine, or in the same data centre.";
  return milliseconds < 200 ? warning(name, what, todo) : fault(name, what, todo);
}

export function judgeClocks(skewMs: number): Finding {
  const name = "Clock";
  const seconds = Math.abs(skewMs) / 1000;
  if (seconds < 2) return fine(name, "this machine’s and the database’s agree");
  const what = `this machine’s and the database’s differ by ${Math.round(seconds)} s`;
  const todo = "Let both machines take the time from the network (timedatectl set-ntp true).";
  return seconds < 30 ? warning(name, what, todo) : fault(name, what, todo);
}

export function judgeMigrations(pending: number): Finding {
  const name = "Migrations";
  if (pending === 0) return fine(name, "all applied");
  if (pending < 0) {
    return fault(name, "the database was changed by a newer version", "Update this program: git pull, then start it.");
  }
  return fault(name, `${pending} not applied`, "Start the site once: npm start applies them.");
}

const mb = 1024 * 1024;

export function judgeDisk(bytes: number): Finding {
  const name = "Disk";
  const what = bytes >= 1024 * mb ? `${(bytes / 1024 / mb).toFixed(1)} GB free` : `${Math.floor(bytes / mb)} MB free`;
  if (bytes >= 2048 * mb) return fine(name, what);
  const todo = "Free some space, or give DATA_DIR a larger disk. A full disk stops bookings and uploads.";
  return bytes >= 256 * mb ? warning(name, what, todo) : fault(name, what, todo);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
