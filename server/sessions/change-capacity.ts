import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { liveSessions } from "@db/schema";
import { lockSession } from "../schedule/lock-session";
import { countPlacesOf } from "../schedule/places";
import { DomainError } from "../core/errors";
import type { Services } from "../core/services";
import { offerPlaces } from "../waitlist/offers";

type Wish = { sessionId: string; maxAttendees: number | null };

/**
 * Gives a session more places, fewer, or as many as may come (null); new ones are offered to whoever waits. Throws
 * not_found, and invalid where fewer are wanted than are taken.
 */
export async function changeCapacity(services: Services, { sessionId, maxAttendees }: Wish): Promise<void> {
  await inTransaction(services, async (tx) => {
    await lockSession(tx, sessionId);
    await refuseTooFew(tx, sessionId, maxAttendees);
    const [session] = await tx
      .update(liveSessions)
      .set({ maxAttendees })
      .where(eq(liveSessions.id, sessionId))
      .returning();
    await offerPlaces(tx, services, session!);
  });
}

/** Throws invalid, with the number, where a session whose row is locked would have fewer places than are taken. */
export async function refuseTooFew(tx: Transaction, sessionId: string, maxAttendees: number | null): Promise<void> {
  const { taken } = await countPlacesOf(tx, sessionId);
  if (maxAttendees === null || maxAttendees >= taken) return;
  const places = taken === 1 ? "1 place is" : `${taken} places are`;
  const message = `${places} taken already. There can’t be fewer than that.`;
  throw new DomainError("invalid", message, { field: "maxAttendees" });
}
