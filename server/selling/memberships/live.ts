import type { Queryable } from "@db/client";
import { type Membership, memberships } from "@db/schema";
import { and, eq, isNull, type SQL } from "drizzle-orm";

type AccountRef = { id: string };

/** Selects the one membership of an account that is not over. */
export const isLiveOf = ({ id }: AccountRef): SQL | undefined =>
  and(eq(memberships.userId, id), isNull(memberships.endedAt));

/** Reads the membership of an account that is not over. */
export async function findLive(db: Queryable, account: AccountRef): Promise<Membership | undefined> {
  const [live] = await db.select().from(memberships).where(isLiveOf(account));
  return live;
}
