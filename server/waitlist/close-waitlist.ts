import type { Transaction } from "@db/client";
import { type LiveSession, sessionWaitlist } from "@db/schema";
import type { Services } from "../core/services";
import { type Entry, isOpenEntryOf } from "./entries";

/**
 * Ends the waitlist of a session that is cancelled, open offers included; the transaction has locked its row. Answers
 * those who were in line, so that whoever cancels can tell them.
 */
export async function closeWaitlist(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  session: Pick<LiveSession, "id">,
): Promise<Entry[]> {
  return tx
    .update(sessionWaitlist)
    .set({ status: "closed", endedAt: clock.now() })
    .where(isOpenEntryOf(session.id))
    .returning();
}
