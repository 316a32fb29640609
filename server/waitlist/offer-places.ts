import type { Transaction } from "@db/client";
import type { LiveSession } from "../bookings/lock-session";
import type { Services } from "../services";

/**
 * Offers every free place of a session, whose row the transaction has locked, to those who have waited longest. To be
 * called at the end of whatever frees a place, in the same transaction; does nothing when there is nothing to offer.
 */
export async function offerPlaces(_tx: Transaction, _services: Services, _session: LiveSession): Promise<void> {
  // The waitlist comes with its own change.
}
