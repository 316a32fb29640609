import { liveSessions } from "@db/schema";
import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import type { Context } from "../../core/context";

export type TimedDatabase = Pick<Context, "db" | "clock">;

export function whereUpcoming({ clock }: Pick<TimedDatabase, "clock">): SQL | undefined {
  return and(
    gt(liveSessions.startTime, clock.now()),
    eq(liveSessions.isPublished, true),
    isNull(liveSessions.cancelledAt),
  );
}
