import { sql } from "drizzle-orm";
import { Gauge, Registry } from "prom-client";
import type { Services } from "../../core/services";
import { waitsForItsTurn } from "../../platform/jobs/enqueue-job";

type Site = Pick<Services, "db" | "clock">;

/** The figures of the whole site, which all processes share. Ages are in seconds, null while there is nothing. */
type Figures = {
  bookings: number;
  holds: number;
  jobsWaiting: number;
  jobsLate: number;
  jobsFailed: number;
  mailsWaiting: number;
  mailsUndelivered: number;
  oldestMailAge: number | null;
  ratesAge: number | null;
  backupAge: number | null;
};

const descriptions: Record<keyof Figures, [name: string, help: string]> = {
  bookings: ["bookings_last_day", "Bookings made in the last 24 hours, cancelled ones included."],
  holds: ["holds", "Places held for payments that are under way."],
  jobsWaiting: ["jobs_waiting", "Jobs that are due and not begun."],
  jobsLate: ["jobs_late", "Jobs that have been due for ten minutes and are not begun."],
  jobsFailed: ["jobs_failed", "Jobs that have failed for good."],
  mailsWaiting: ["mails_waiting", "Mails that are written and not sent."],
  mailsUndelivered: [
    "mails_undelivered_last_day",
    "Mails of the last 24 hours that bounced, were reported or refused.",
  ],
  oldestMailAge: ["oldest_waiting_mail_age_seconds", "Age of the oldest mail that is not sent."],
  ratesAge: ["exchange_rates_age_seconds", "Age of the oldest exchange rate."],
  backupAge: ["backup_age_seconds", "Time since the last backup that succeeded."],
};

/** Returns the site's figures as text for Prometheus, by one statement that uses indexes. */
export async function readSiteFigures(site: Site): Promise<string> {
  const registry = new Registry();
  const figures = await readFigures(site);
  for (const [key, [name, help]] of Object.entries(descriptions)) {
    const value = figures[key as keyof Figures];
    if (value === null) continue;
    new Gauge({ name: `breathroom_${name}`, help, registers: [registry] }).set(value);
  }
  return registry.metrics();
}

async function readFigures({ db, clock }: Site): Promise<Figures> {
  const now = sql`${clock.now()}::timestamptz`;
  const dayAgo = sql`${now} - interval '1 day'`;
  const secondsSince = (at: ReturnType<typeof sql>) => sql`extract(epoch from ${now} - ${at})::float8`;
  const waiting = sql`locked_at is null and attempts < max_attempts`;
  const { rows } = await db.execute<Figures>(sql`
    select
      (select count(*)::int from session_bookings where created_at > ${dayAgo}) as "bookings",
      (select coalesce(sum(quantity), 0)::int from session_bookings
        where payment_status = 'pending' and status = 'pending') as "holds",
      (select count(*)::int from graphile_worker.jobs where ${waiting} and run_at < now()) as "jobsWaiting",
      (select count(*)::int from graphile_worker.jobs
        where ${waiting} and task_identifier <> ${waitsForItsTurn}
          and run_at < now() - interval '10 minutes') as "jobsLate",
      (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as "jobsFailed",
      (select count(*)::int from outbox_emails where sent_at is null and stopped is null) as "mailsWaiting",
      (select count(*)::int from outbox_emails where created_at > ${dayAgo}
        and (bounced_at is not null or complained_at is not null or stopped is not null)) as "mailsUndelivered",
      (select ${secondsSince(sql`min(created_at)`)} from outbox_emails
        where sent_at is null and stopped is null) as "oldestMailAge",
      (select ${secondsSince(sql`min(fetched_at)`)} from exchange_rates) as "ratesAge",
      (select ${secondsSince(sql`max(finished_at)`)} from backup_runs
        where task = 'backup' and error is null) as "backupAge"`);
  const [figures] = rows;
  if (!figures) throw new Error("PostgreSQL returned no figures");
  return figures;
}
