import type { Database, Queryable } from "@db/client";
import type { Clock } from "@server/core/ports";
import type { Log } from "@server/core/log";

/** What the parts of the local Stripe share. */
export type Context = {
  db: Database;
  clock: Clock;
  log: Log;
  siteUrl: string;
  /** How soon after its creation a session may expire at the earliest. */
  minimumExpirySeconds: number;
  /** To be called after a commit that may have written events: their delivery starts at once. */
  wakeDelivery(): void;
};

/** The present second since 1970, as the API counts time. */
export function nowInSeconds({ clock }: Pick<Context, "clock">): number {
  return Math.floor(clock.now().getTime() / 1000);
}

/** Does `work` in one transaction and, once that is committed, sends the events that it wrote. */
export async function change<T>(ctx: Context, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const result = await ctx.db.transaction(work);
  ctx.wakeDelivery();
  return result;
}
