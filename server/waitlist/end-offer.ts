import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type LiveSession, sessionWaitlist } from "@db/schema";
import { enqueueJob } from "../jobs/enqueue-job";
import type { Services } from "../core/services";
import { type Entry, lockEntry, moveEntry } from "./entries";
import { mailPassedOn } from "./mail-waitlist";
import { heldUntil } from "./offer-end";
import { offerPlaces } from "./offer-places";

/**
 * Ends an offer that has run out unanswered, says so by mail, and passes the place on at once. Does nothing for an
 * entry without an open offer: safe to repeat, and of this and an answer at the same moment one wins.
 */
export async function endOffer(services: Services, { entryId }: { entryId: string }): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [found] = await tx.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, entryId));
    if (found?.status !== "offered") return;
    const { session, entry } = await lockEntry(tx, found);
    if (entry.status !== "offered") return;
    const end = heldUntil(entry.offerEndsAt!, session);
    if (end > services.clock.now()) return waitLonger(tx, entry, end);
    await expire(tx, services, { entry, session });
  });
}

/** The queue goes by the database's clock, which may be ahead of ours. */
const waitLonger = (tx: Transaction, { id }: Entry, end: Date) =>
  enqueueJob(tx, "end-offer", { entryId: id }, { runAt: new Date(end.getTime() + 1000) });

async function expire(tx: Transaction, services: Services, { entry, session }: { entry: Entry; session: LiveSession }) {
  const now = services.clock.now();
  const expired = await moveEntry(tx, entry, "expired", { endedAt: now });
  const isOver = session.startTime <= now || session.cancelledAt !== null;
  if (!isOver) await mailPassedOn(tx, services, { entry: expired, session });
  await offerPlaces(tx, services, session);
}
