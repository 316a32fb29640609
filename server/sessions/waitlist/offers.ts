import { inTransaction } from "../../core/transaction";
import type { Transaction } from "@db/client";
import { type LiveSession, sessionWaitlist } from "@db/schema";
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { holdCredits } from "../../selling/passes/hold-credits";
import { lockPassesInLine } from "../../selling/passes/lock";
import { freeSlot } from "../schedule/instructor-time";
import { countPlacesOf, freePlaces } from "../schedule/places";
import {
  type Entry,
  type EntryRef,
  isOpenEntryOf,
  listWaiting,
  lockEntry,
  moveEntry,
  openStatuses,
  pickFitting,
  refuseAnswer,
  requireEntry,
} from "./entries";
import { mailOffer, mailPassedOn } from "./mail-waitlist";
import { endOfOffer, heldUntil } from "./offer-end";

/** Offers the free places of a locked session, or frees the time of a one-to-one session. Call it last in every transaction that frees a place. */
export async function offerPlaces(tx: Transaction, services: Services, session: LiveSession): Promise<void> {
  if (session.offerId !== null) return freeSlot(tx, services, session);
  if (!session.isPublished || session.cancelledAt) return;
  const free = freePlaces(session, await countPlacesOf(tx, session.id));
  if (free === 0) return;
  const line = pickFitting(await listWaiting(tx, session.id), free);
  if (line.length === 0) return;
  const { isWaitlistOn, offerHours } = await readSiteSettings({ db: tx, settings: services.settings });
  if (!isWaitlistOn) return;
  const offerEndsAt = endOfOffer(services, session, offerHours);
  if (!offerEndsAt) return;
  await lockPassesInLine(tx, session);
  for (const waiting of line) await offerTo(tx, services, { waiting, session, offerEndsAt });
}

type Offer = { waiting: Entry; session: LiveSession; offerEndsAt: Date };

/** Offers places, which must be free, to an entry, and holds the credits with which its member may pay. */
export async function offerTo(tx: Transaction, services: Services, { waiting, session, offerEndsAt }: Offer) {
  const held = await holdCredits(tx, services, { entry: waiting, session });
  const entry = await moveEntry(tx, waiting, "offered", { offeredAt: services.clock.now(), offerEndsAt, ...held });
  await enqueueJob(tx, "end-offer", { entryId: entry.id }, { runAt: offerEndsAt });
  await mailOffer(tx, services, { entry, session });
}

/** Passes the place on. Safe to repeat. Throws not_found, closed (no open offer). */
export async function declineOffer(ctx: Context, ref: EntryRef): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { session, entry } = await lockEntry(tx, await requireEntry(tx, ref));
    if (entry.status === "declined") return;
    if (entry.status !== "offered") throw refuseAnswer(entry.status);
    await moveEntry(tx, entry, "declined", { endedAt: ctx.clock.now() });
    await offerPlaces(tx, ctx, session);
  });
}

/** Ends an unanswered offer and passes the place on. Safe to repeat, also concurrently with an answer. */
export async function endOffer(services: Services, { entryId }: { entryId: string }): Promise<void> {
  await inTransaction(services, async (tx) => {
    const [found] = await tx.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, entryId));
    if (found?.status !== "offered") return;
    const { session, entry } = await lockEntry(tx, found);
    if (entry.status !== "offered") return;
    const end = heldUntil(entry, session);
    if (end > services.clock.now()) return retryLater(tx, entry, end);
    await expire(tx, services, { entry, session });
  });
}

/** The queue uses the database's clock, which may be ahead of ours. */
const retryLater = (tx: Transaction, { id }: Entry, end: Date) =>
  enqueueJob(tx, "end-offer", { entryId: id }, { runAt: new Date(end.getTime() + 1000) });

async function expire(tx: Transaction, services: Services, { entry, session }: { entry: Entry; session: LiveSession }) {
  const now = services.clock.now();
  const expired = await moveEntry(tx, entry, "expired", { endedAt: now });
  const isOver = session.startTime <= now || session.cancelledAt !== null;
  if (!isOver) await mailPassedOn(tx, services, { entry: expired, session });
  await offerPlaces(tx, services, session);
}

/** Restores an offer whose checkout failed to open. Call before `offerPlaces`, or the place goes to the next. */
export async function reopenOffer(
  tx: Transaction,
  services: Services,
  { bookingId, session }: { bookingId: string; session: LiveSession },
): Promise<void> {
  const now = services.clock.now();
  if (session.cancelledAt || session.startTime <= now) return;
  const isAccepted = and(eq(sessionWaitlist.bookingId, bookingId), eq(sessionWaitlist.status, "accepted"));
  const [entry] = await tx.select().from(sessionWaitlist).where(isAccepted);
  if (!entry || heldUntil(entry, session) <= now) return;
  const hasJoinedAgain = and(
    isOpenEntryOf(entry.sessionId),
    sql`lower(${sessionWaitlist.email}) = lower(${entry.email})`,
  );
  if ((await tx.$count(sessionWaitlist, hasJoinedAgain)) > 0) return;
  const held = await holdCredits(tx, services, { entry, session });
  await moveEntry(tx, entry, "offered", { bookingId: null, endedAt: null, ...held });
}

/** Removes entries whose sessions are locked; offered places go to the next. */
export async function leaveWaitlists(
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

/** Closes a cancelled session's waitlist. The session must be locked. Returns the entries to mail. */
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
