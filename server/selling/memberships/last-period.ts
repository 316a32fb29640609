import type { Queryable } from "@db/client";
import { type Membership, membershipPeriods } from "@db/schema";
import { and, desc, eq } from "drizzle-orm";

type Ending = Pick<Membership, "id"> & { accessUntil: Date };
type LastPeriod = { startsAt: Date; endsAt: Date };

/** Returns the paid period with which a membership ends: its days are those of the renewals. Another end has its own day alone. */
export async function readLastPeriod(db: Queryable, { id, accessUntil }: Ending): Promise<LastPeriod> {
  const { membershipId, kind, startsAt, endsAt } = membershipPeriods;
  const [period] = await db
    .select({ startsAt, endsAt })
    .from(membershipPeriods)
    .where(and(eq(membershipId, id), eq(kind, "paid"), eq(endsAt, accessUntil)))
    .orderBy(desc(startsAt))
    .limit(1);
  return period ?? { startsAt: accessUntil, endsAt: accessUntil };
}
