import { inTransaction } from "../core/transaction";
import type { Transaction } from "@db/client";
import { type LiveSession, sessionWaitlist } from "@db/schema";
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { enqueueJob } from "../jobs/enqueue-job";
import { countPlacesOf, freePlaces } from "../schedule/places";
import {
  type Entry,
  type EntryRef,
  firstInLine,
  isOpenEntryOf,
  lockEntry,
  moveEntry,
  openStatuses,
  refuseAnswer,
  requireEntry,
} from "./entries";
import { mailOffer, mailPassedOn } from "./mail-waitlist";
import { endOfOffer, heldUntil } from "./offer-end";

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

/** Offers a place that is known to be free to an entry in line, by mail, until `offerEndsAt`. */
export async function offerTo(tx: Transaction, services: Services, { waiting, session, offerEndsAt }: Offer) {
  const entry = await moveEntry(tx, waiting, "offered", { offeredAt: services.clock.now(), offerEndsAt });
  await enqueueJob(tx, "end-offer", { entryId: entry.id }, { runAt: offerEndsAt });
  await mailOffer(tx, services, { entry, session });
}

/**
 * "No thanks": gives the offered place to the next in line, and the entry's place in the line with it. Nothing happens
 * the second time. Throws not_found, closed (there is no offer, or not any more).
 */
export async function declineOffer(ctx: Context, ref: EntryRef): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { session, entry } = await lockEntry(tx, await requireEntry(tx, ref));
    if (entry.status === "declined") return;
    if (entry.status !== "offered") throw refuseAnswer(entry.status);
    await moveEntry(tx, entry, "declined", { endedAt: ctx.clock.now() });
    await offerPlaces(tx, ctx, session);
  });
}

/**
 * Ends an offer that has run out unanswered, says so by mail, and passes the place on at once. Does nothing for an
 * entry without an open offer: safe to repeat, and of this and an answer at the same moment one wins.
 */
export async function endOffer(services: Services, { entryId }: { entryId: string }): Promise<void> {
  await inTransaction(services, async (tx) => {
    const [found] = await tx.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, entryId));
    if (found?.status !== "offered") return;
    const { session, entry } = await lockEntry(tx, found);
    if (entry.status !== "offered") return;
    const end = heldUntil(entry, session);
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
  if (!entry || heldUntil(entry, session) <= clock.now()) return;
  const hasJoinedAgain = and(
    isOpenEntryOf(entry.sessionId),
    sql`lower(${sessionWaitlist.email}) = lower(${entry.email})`,
  );
  if ((await tx.$count(sessionWaitlist, hasJoinedAgain)) > 0) return;
  await moveEntry(tx, entry, "offered", { bookingId: null, endedAt: null });
}

/**
 * Takes entries out of their lines, whose sessions are locked; places that they were offered go to the next. Does
 * nothing for entries that are in line no more.
 */
export async function leaveLines(
  tx: Transaction,
  services: Services,
  entries: Entry[],
  sessions: Map<string, LiveSession>,
): Promise<void> {
  const open = entries.filter(({ status }) => openStatuses.some((isOpen) => isOpen === status));
  for (const entry of open) await moveEntry(tx, entry, "left", { endedAt: services.clock.now() });
  const offered = open.filter(({ status }) => status === "offered");
  for (const { sessionId } of offered) {
    const session = sessions.get(sessionId);
    if (session) await offerPlaces(tx, services, session);
  }
}

/**
 * Ends the waitlist of a session that is cancelled, open offers included; the transaction has locked its row. Answers
 * those who were in line, so that the caller can tell them.
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
