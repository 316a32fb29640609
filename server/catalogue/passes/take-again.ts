import type { Transaction } from "@db/client";
import { creditEntries, type LiveSession } from "@db/schema";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Services } from "../../core/services";
import { lockUsablePass, takeCredits } from "./use-pass";

type LapsedUse = { passId: string; ticketIds: string[]; session: LiveSession };

/**
 * Takes again the credits that came back when a hold lapsed, for money that arrived late. Returns whether the pass still
 * could pay for all of its tickets; if not, nothing is taken.
 */
export async function takeAgain(
  tx: Transaction,
  services: Services,
  { passId, ticketIds, session }: LapsedUse,
): Promise<boolean> {
  const taken = await tx
    .selectDistinctOn([creditEntries.ticketId])
    .from(creditEntries)
    .where(and(eq(creditEntries.kind, "taken"), inArray(creditEntries.ticketId, ticketIds)))
    .orderBy(creditEntries.ticketId, desc(creditEntries.turn));
  const [first] = taken;
  if (!first) return true;
  const creditCost = -first.amount;
  const quantity = taken.length;
  const use = { session: { ...session, creditCost }, quantity };
  const held = await lockUsablePass(tx, services, { ...use, passId });
  if (held?.tickets !== quantity) return false;
  const again = taken.flatMap(({ ticketId }) => ticketId ?? []);
  await takeCredits(tx, services, held.pass, { ticketIds: again, creditCost });
  return true;
}
