import type { Transaction } from "@db/client";
import type { LiveSession } from "@db/schema";
import { countPlacesOf, freePlaces } from "../schedule/places";
import { enqueueJob } from "../jobs/enqueue-job";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { type Entry, firstInLine, moveEntry } from "./entries";
import { mailOffer } from "./mail-waitlist";
import { endOfOffer } from "./offer-end";

/**
 * Offers every free place of a session, whose row the transaction has locked, to those who have waited longest. To be
 * called at the end of whatever frees a place, in the same transaction, with the row as it stands by then; does
 * nothing when there is nothing to offer. What is not offered is public.
 */
export async function offerPlaces(tx: Transaction, services: Services, session: LiveSession): Promise<void> {
  if (!session.isPublished || session.cancelledAt) return;
  const line = await firstInLine(tx, session.id, freePlaces(session, await countPlacesOf(tx, session.id)));
  if (line.length === 0) return;
  const { isWaitlistOn, offerHours } = await readSiteSettings({ db: tx, settings: services.settings });
  if (!isWaitlistOn) return;
  const offerEndsAt = endOfOffer(services, session, offerHours);
  if (!offerEndsAt) return;
  for (const waiting of line) await offerTo(tx, services, { waiting, session, offerEndsAt });
}

type Offer = { waiting: Entry; session: LiveSession; offerEndsAt: Date };

/** Offers a place, which is known to be free, to somebody in line: by mail, and until then. */
export async function offerTo(tx: Transaction, services: Services, { waiting, session, offerEndsAt }: Offer) {
  const entry = await moveEntry(tx, waiting, "offered", { offeredAt: services.clock.now(), offerEndsAt });
  await enqueueJob(tx, "end-offer", { entryId: entry.id }, { runAt: offerEndsAt });
  await mailOffer(tx, services, { entry, session });
}
