import type { Queryable } from "@db/client";
import { type Pass, passes } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Clock } from "../../core/services";
import { splitEvenly } from "../../platform/money/quote";
import { readBalance } from "./balance";

/** What is not used of a pass, and its part of the price that was paid. */
type UnusedPart = { amountMinor: number; text: string };

/** Returns what is left of the pass of a purchase; null for other purchases, and once it has ended. */
export async function readUnused(
  db: Queryable,
  { clock }: { clock: Clock },
  purchaseId: string,
): Promise<UnusedPart | null> {
  const [pass] = await db.select().from(passes).where(eq(passes.purchaseId, purchaseId));
  if (!pass) return null;
  return unusedOf(pass, pass.credits === null ? 0 : await readBalance(db, pass), clock.now());
}

type UsedPass = Pick<Pass, "priceMinor" | "credits" | "startsAt" | "endsAt" | "endedAt">;

/** Returns what is not used of a pass on which so many credits are left; null once it has ended. */
export function unusedOf(pass: UsedPass, left: number, now: Date): UnusedPart | null {
  const { credits } = pass;
  if (pass.endedAt) return null;
  if (credits === null) return unusedTime(pass, now);
  const text = left > credits ? `${left} credits are not used.` : `${left} of ${credits} credits are not used.`;
  return { amountMinor: unusedShares({ ...pass, credits }, left), text };
}

/** Returns the sum of the unused credits' own shares of the price, which add up to it. Used ones had the larger shares. */
export function unusedShares({ priceMinor, credits }: Pick<Pass, "priceMinor"> & { credits: number }, left: number) {
  const used = Math.max(0, credits - Math.max(0, left));
  return splitEvenly(priceMinor, credits)
    .slice(used)
    .reduce((sum, share) => sum + share, 0);
}

const dayMs = 24 * 3_600_000;

/** For any number of sessions, the share is that of the days to come, rounded down. */
function unusedTime({ priceMinor, startsAt, endsAt }: UsedPass, now: Date): UnusedPart {
  if (!startsAt || !endsAt) return { amountMinor: priceMinor, text: "It has not been used." };
  const daysIn = (from: Date) => Math.max(0, Math.floor((endsAt.getTime() - from.getTime()) / dayMs));
  const [all, left] = [daysIn(startsAt), daysIn(now)];
  const amountMinor = all === 0 ? 0 : Math.floor((priceMinor * left) / all);
  return { amountMinor, text: `${left} of ${all} days are still to come.` };
}
