import type { Queryable, Transaction } from "@db/client";
import { type LiveSession, passes } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Services } from "../../core/services";
import { printCredits } from "../../platform/money/print-order";
import { holderOf } from "./holder";
import { listUsable, lockUsablePass } from "./use-pass";

/** The columns of an entry of a waitlist: the credits that its open offer holds on a pass. */
type HeldCredits = { passId: string | null; heldCredits: number };

const none: HeldCredits = { passId: null, heldCredits: 0 };

type Offer = { entry: { id: string; userId: string | null; quantity: number }; session: LiveSession };

/**
 * Locks the pass with which a member may pay for an offered place, and returns what the offer holds of it: none if there
 * is no such pass or nothing to pay. What is held is free again with the end of the offer, because only open ones count.
 */
export async function holdCredits(
  tx: Transaction,
  services: Pick<Services, "clock" | "settings">,
  { entry: { id: entryId, userId, quantity }, session }: Offer,
): Promise<HeldCredits> {
  if (userId === null || session.priceMinor === 0) return none;
  const use = { session, quantity, entryId, holder: holderOf({ id: userId }) };
  const [first] = await listUsable(tx, services, use);
  const held = first && (await lockUsablePass(tx, services, { ...use, passId: first.pass.id }));
  return held ? { passId: held.pass.id, heldCredits: held.credits } : none;
}

/** Says what an open offer holds of a pass, such as "1 credit of your pass “Ten sessions” is held for you."; null if nothing. */
export async function describeHeld(db: Queryable, { passId, heldCredits }: HeldCredits): Promise<string | null> {
  if (passId === null) return null;
  const [pass] = await db.select({ title: passes.title }).from(passes).where(eq(passes.id, passId));
  if (!pass) return null;
  return `${printCredits(heldCredits)} of your pass “${pass.title}” ${heldCredits === 1 ? "is" : "are"} held for you.`;
}
