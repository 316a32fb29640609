import { and, count, inArray } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { sessionWaitlist } from "@db/schema";
import { openStatuses } from "./entries";

/** How many people are in line for each of these sessions, in one query. */
export async function countInLine(db: Queryable, sessionIds: string[]): Promise<Map<string, number>> {
  if (sessionIds.length === 0) return new Map();
  const { sessionId, status } = sessionWaitlist;
  const rows = await db
    .select({ sessionId, waiting: count() })
    .from(sessionWaitlist)
    .where(and(inArray(sessionId, sessionIds), inArray(status, [...openStatuses])))
    .groupBy(sessionId);
  return new Map(rows.map(({ sessionId: id, waiting }) => [id, waiting]));
}
