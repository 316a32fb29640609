import { and, eq, isNotNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { secondFactors } from "@db/schema";

/** Whether this account asks for a code at sign-in. */
export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  return (await db.$count(secondFactors, isOn)) > 0;
}
