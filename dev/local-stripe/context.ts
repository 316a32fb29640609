import type { Database, Queryable } from "@db/client";
import type { Clock } from "@server/core/ports";
import type { Log } from "@server/core/log";

/** What the parts of the local Stripe share. */
export type Context = {
  db: Database;
  clock: Clock;
  log: Log;
  siteUrl: string;
  /** The shortest lifetime of a session, in seconds. */
  minimumExpirySeconds: number;
  /** Starts delivering new events at once; call it after the commit that wrote them. */
  wakeDelivery(): void;
};

/** Returns the Unix time in seconds, as the API counts time. */
export function nowInSeconds({ clock }: Pick<Context, "clock">): number {
  return Math.floor(clock.now().getTime() / 1000);
}

/** Runs `work` in a transaction, then sends the events that it wrote. */
export async function change<T>(ctx: Context, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const result = await ctx.db.transaction(work);
  ctx.wakeDelivery();
  return result;
}
