import type { Database, Queryable } from "@db/client";
import type { Clock } from "@server/core/services";
import type { Log } from "@server/core/log";

export type Context = {
  db: Database;
  clock: Clock;
  log: Log;
  siteUrl: string;
  /** Starts delivering new events at once; call it after the commit. */
  wakeDelivery(): void;
};

export function nowInSeconds({ clock }: Pick<Context, "clock">): number {
  return Math.floor(clock.now().getTime() / 1000);
}

export async function change<T>(ctx: Context, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const result = await ctx.db.transaction(work);
  ctx.wakeDelivery();
  return result;
}
