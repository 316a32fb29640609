import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import type { Pace } from "../core/ports";

const service = "resend";
/** A job waits this long for its turn, in milliseconds, and comes back later for anything more. */
const longestWait = 5000;
/** Keeps clear of the service's own count, as requests take different times on their way. */
const margin = 1.1;
/** The service is asked again after an hour, whatever it said: a quota may have been raised meanwhile. */
export const longestPauseSeconds = 3600;

type Options = {
  db: Database;
  requestsPerSecond: number;
  sleep?: (milliseconds: number) => Promise<unknown>;
};

/** Keeps the pace in PostgreSQL, by its clock; no connection is held while a job waits. */
export function createPace({ db, requestsPerSecond, sleep = (milliseconds) => wait(milliseconds) }: Options): Pace {
  const interval = milliseconds((1000 * margin) / requestsPerSecond);
  return {
    async takeTurn() {
      const turn = await reserveTurn(db, interval);
      if (turn === null) return readNextTurn(db);
      if (turn > 0) await sleep(turn);
      return null;
    },
    async pauseFor(seconds) {
      const pause = milliseconds(Math.min(seconds, longestPauseSeconds) * 1000);
      await db.execute(sql`
        insert into mail_pace as pace (service, next_at) values (${service}, clock_timestamp() + ${pause})
        on conflict (service) do update set next_at = greatest(pace.next_at, clock_timestamp() + ${pause})`);
    },
  };
}

/** Returns in how many milliseconds the reserved turn is; null without one where that would be too long. */
async function reserveTurn(db: Database, interval: ReturnType<typeof milliseconds>): Promise<number | null> {
  const { rows } = await db.execute<{ wait: string }>(sql`
    insert into mail_pace as pace (service, next_at) values (${service}, clock_timestamp() + ${interval})
    on conflict (service) do update set next_at = greatest(pace.next_at, clock_timestamp()) + ${interval}
      where pace.next_at <= clock_timestamp() + ${milliseconds(longestWait)}
    returning extract(epoch from next_at - ${interval} - clock_timestamp()) * 1000 as wait`);
  return rows[0] ? Number(rows[0].wait) : null;
}

async function readNextTurn(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ next: string }>(
    sql`select extract(epoch from next_at) * 1000 as next from mail_pace where service = ${service}`,
  );
  return new Date(Number(rows[0]?.next));
}

const milliseconds = (count: number) => sql`${count} * interval '1 millisecond'`;
