import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type LiveSession, sessionWaitlist } from "@db/schema";
import type { Services } from "../core/services";
import { isOpenEntryOf, moveEntry } from "./entries";
import { heldUntil } from "./offer-end";

/**
 * Gives an accepted offer back to whom it was made, because no payment page could be opened for her booking, which the
 * transaction has just cancelled under the session's lock: that was no fault of hers, and the form says to try again.
 * Does nothing for a booking that came from no offer, and for an offer whose time is over. To be called before
 * `offerPlaces`, so that the place stays with her.
 */
export async function reopenOffer(
  tx: Transaction,
  { clock }: Services,
  { bookingId, session }: { bookingId: string; session: LiveSession },
): Promise<void> {
  if (session.cancelledAt || session.startTime <= clock.now()) return;
  const isAccepted = and(eq(sessionWaitlist.bookingId, bookingId), eq(sessionWaitlist.status, "accepted"));
  const [entry] = await tx.select().from(sessionWaitlist).where(isAccepted);
  if (!entry || heldUntil(entry.offerEndsAt!, session) <= clock.now()) return;
  const hasJoinedAgain = and(
    isOpenEntryOf(entry.sessionId),
    sql`lower(${sessionWaitlist.email}) = lower(${entry.email})`,
  );
  if ((await tx.$count(sessionWaitlist, hasJoinedAgain)) > 0) return;
  await moveEntry(tx, entry, "offered", { bookingId: null, endedAt: null });
}
