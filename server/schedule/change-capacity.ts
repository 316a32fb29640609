import { eq } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import { lockSession } from "../bookings/lock-session";
import { countPlacesOf } from "../bookings/places";
import { DomainError } from "../errors";
import type { Services } from "../services";
import { offerPlaces } from "../waitlist/offer-places";

type Wish = { sessionId: string; maxAttendees: number | null };

/**
 * Gives a session more places, fewer, or as many as may come (null); new ones are offered to whoever waits. Throws
 * not_found, and invalid where fewer are wanted than are taken.
 */
export async function changeCapacity(services: Services, { sessionId, maxAttendees }: Wish): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockSession(tx, sessionId);
    const { taken } = await countPlacesOf(tx, sessionId);
    if (maxAttendees !== null && maxAttendees < taken) {
      const places = taken === 1 ? "1 place is" : `${taken} places are`;
      throw new DomainError("invalid", `${places} taken already. There can’t be fewer than that.`);
    }
    const [session] = await tx
      .update(liveSessions)
      .set({ maxAttendees })
      .where(eq(liveSessions.id, sessionId))
      .returning();
    await offerPlaces(tx, services, session!);
  });
}
