import { exchangeRates } from "@db/schema";
import { min, sql } from "drizzle-orm";
import { readBackupHealth } from "../backup/backup-health";
import { isPaused } from "../backup/pause";
import { waitsForItsTurn } from "../../platform/jobs/enqueue-job";
import { workerLockSpace } from "../../platform/jobs/lost-jobs";
import { fault, fine, type Finding, type Site, warning } from "./finding";

/** Checks that a worker runs, that no job is late or has failed for good, and the age of the exchange rates. */
export async function checkJobs(site: Site): Promise<Finding[]> {
  const [jobs, isWaiting, rates] = await Promise.all([readJobs(site.db), isPaused(site.db), checkRates(site)]);
  return [...(isWaiting ? [paused] : [judgeWorkers(jobs), judgeQueue(jobs)]), ...rates];
}

const paused = warning(
  "Jobs",
  "none runs: the site was restored from a backup and is paused",
  "Sign in as an admin and open Backups: check Stripe there, then resume the site.",
);

type Jobs = { workers: number; late: number; failed: number };

/** Reads the jobs and counts the late ones: due for ten minutes and not begun. */
async function readJobs(db: Site["db"]): Promise<Jobs> {
  const { rows } = await db.execute<{ workers: string; late: string; failed: string }>(sql`
    select
      (select count(*) from pg_locks where locktype = 'advisory' and granted and classid = ${workerLockSpace}::int
        and database = (select oid from pg_database where datname = current_database())) as workers,
      (select count(*) from graphile_worker.jobs where locked_at is null and attempts < max_attempts
        and task_identifier <> ${waitsForItsTurn} and run_at < now() - interval '10 minutes') as late,
      (select count(*) from graphile_worker.jobs where attempts >= max_attempts) as failed`);
  const { workers = "0", late = "0", failed = "0" } = rows[0] ?? {};
  return { workers: Number(workers), late: Number(late), failed: Number(failed) };
}

function judgeWorkers({ workers }: Jobs): Finding {
  const name = "Jobs";
  if (workers > 0) return fine(name, "are being worked on");
  const todo = "Start the site, or a process with ROLE=worker: mails and refunds wait for it.";
  return fault(name, "no process works on them", todo);
}

export function judgeQueue({ late, failed }: Jobs): Finding {
  const name = "Waiting jobs";
  const todo = "See Jobs in the back office for the cause.";
  if (late > 0) return fault(name, `${late} ${late === 1 ? "has" : "have"} been due for ten minutes`, todo);
  if (failed > 0) return warning(name, `${failed} ${failed === 1 ? "has" : "have"} failed for good`, todo);
  return fine(name, "none is late");
}

/** Checks the backups; a demo needs none. */
export async function checkBackups(site: Site): Promise<Finding[]> {
  const name = "Backups";
  if (!site.settings.isLive) return [];
  const warnings = await readBackupHealth(site);
  if (warnings.length === 0) return [fine(name, "the last one is recent, encrypted and elsewhere, and was tested")];
  return warnings.map(({ name: kind, what, todo, command }) => warning(kind, what, todo, command));
}

const oldMinutes = 70;

async function checkRates({ settings, db, clock }: Site): Promise<Finding[]> {
  const name = "Exchange rates";
  if (!settings.exchangeRatesUrl) return settings.isLive ? [fine(name, "fixed: EXCHANGE_RATES_URL is not set")] : [];
  const [row] = await db.select({ oldest: min(exchangeRates.fetchedAt) }).from(exchangeRates);
  const todo = "Check EXCHANGE_RATES_URL; until it answers, prices are converted with fixed rates.";
  if (!row?.oldest) return [warning(name, "none have been fetched", todo)];
  const minutes = Math.round((clock.now().getTime() - row.oldest.getTime()) / 60_000);
  return [minutes < oldMinutes ? fine(name, `${minutes} min old`) : warning(name, `${minutes} min old`, todo)];
}
