import { liveSessions } from "@db/schema";
import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import type { Context } from "../../core/context";

export type TimedDatabase = Pick<Context, "db" | "clock">;

export function whereUpcoming({ clock }: Pick<TimedDatabase, "clock">): SQL | undefined {
  return and(gt(liveSessions.startTime, clock.now()), isListed(), isNull(liveSessions.cancelledAt));
}

/** Returns the condition of sessions that everyone sees: published ones, but not those of one person. */
export const isListed = (): SQL | undefined => and(eq(liveSessions.isPublished, true), isNull(liveSessions.offerId));
