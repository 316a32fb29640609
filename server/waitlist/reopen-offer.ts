import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { sessionWaitlist } from "@db/schema";
import type { Services } from "../services";
import { moveEntry } from "./entries";

/**
 * Gives an accepted offer back to whom it was made, because no payment page could be opened for her booking, which the
 * transaction has just cancelled under the session's lock: that was no fault of hers, and the form says to try again.
 * Does nothing for a booking that came from no offer, and for an offer whose time is over. To be called before
 * `offerPlaces`, so that the place stays with her.
 */
export async function reopenOffer(tx: Transaction, { clock }: Services, bookingId: string): Promise<void> {
  const isAccepted = and(eq(sessionWaitlist.bookingId, bookingId), eq(sessionWaitlist.status, "accepted"));
  const [entry] = await tx.select().from(sessionWaitlist).where(isAccepted);
  if (!entry || entry.offerEndsAt! <= clock.now()) return;
  await moveEntry(tx, entry, "offered", { bookingId: null, endedAt: null });
}
