import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import type { Pace } from "../core/ports";

const service = "resend";
/** In milliseconds; a job with a longer wait is rescheduled. */
const maxWaitMs = 5000;
/** A margin for requests that take different times to arrive. */
const margin = 1.1;
/** An upper limit for Retry-After, because a quota may be raised meanwhile. */
export const maxPauseSeconds = 3600;

type Options = {
  db: Database;
  requestsPerSecond: number;
  sleep?: (milliseconds: number) => Promise<unknown>;
};

/** Coordinates all processes through PostgreSQL and its clock, without holding a connection while waiting. */
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
      const pause = milliseconds(Math.min(seconds, maxPauseSeconds) * 1000);
      await db.execute(sql`
        insert into mail_pace as pace (service, next_at) values (${service}, clock_timestamp() + ${pause})
        on conflict (service) do update set next_at = greatest(pace.next_at, clock_timestamp() + ${pause})`);
    },
  };
}

/** Returns the milliseconds until the reserved turn; null if the wait would be too long. */
async function reserveTurn(db: Database, interval: ReturnType<typeof milliseconds>): Promise<number | null> {
  const { rows } = await db.execute<{ wait: string }>(sql`
    insert into mail_pace as pace (service, next_at) values (${service}, clock_timestamp() + ${interval})
    on conflict (service) do update set next_at = greatest(pace.next_at, clock_timestamp()) + ${interval}
      where pace.next_at <= clock_timestamp() + ${milliseconds(maxWaitMs)}
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
