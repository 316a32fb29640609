import type { Queryable } from "@db/client";
import { type Pass, passes } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Clock } from "../../core/services";
import { splitEvenly } from "../money/quote";
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
  if (!pass || pass.endedAt) return null;
  if (pass.credits === null) return unusedTime(pass, clock.now());
  const left = await readBalance(db, pass);
  return {
    amountMinor: unusedShares({ ...pass, credits: pass.credits }, left),
    text: `${left} of ${pass.credits} credits are not used.`,
  };
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
function unusedTime({ priceMinor, startsAt, endsAt }: Pass, now: Date): UnusedPart {
  if (!startsAt || !endsAt) return { amountMinor: priceMinor, text: "It has not been used." };
  const daysIn = (from: Date) => Math.max(0, Math.floor((endsAt.getTime() - from.getTime()) / dayMs));
  const [all, left] = [daysIn(startsAt), daysIn(now)];
  const amountMinor = all === 0 ? 0 : Math.floor((priceMinor * left) / all);
  return { amountMinor, text: `${left} of ${all} days are still to come.` };
}
