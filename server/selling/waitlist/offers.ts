import { inTransaction } from "../../core/transaction";
import type { Transaction } from "@db/client";
import { courseDates, type LiveSession, liveSessions, sessionWaitlist } from "@db/schema";
import { and, eq, gt, inArray, isNull, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../core/context";
import type { Services } from "../../core/services";
import { readSiteSettings } from "../../core/site-settings";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { holdCredits } from "../../catalogue/passes/hold-credits";
import { lockPassesInLine } from "../../catalogue/passes/lock";
import { freeSlot } from "../../catalogue/schedule/instructor-time";
import {
  type Entry,
  type EntryRef,
  isOpenEntryIn,
  isOpenEntryOf,
  listWaiting,
  lockEntry,
  moveEntry,
  openStatuses,
  pickFitting,
  refuseAnswer,
  requireEntry,
} from "./entries";
import {
  awaitedCoursesOf,
  countLine,
  freeInLine,
  holdDates,
  type Line,
  lineOf,
  lockLine,
  readHeldDates,
  readLine,
  refOfLine,
} from "./lines";
import { mailOffer, mailPassedOn } from "./mail-waitlist";
import { endOfOffer, heldUntil } from "./offer-end";

/**
 * Offers the free places of a locked session, or frees the time of a one-to-one session. Call it last in every
 * transaction that frees a place. What its own waitlist leaves is for those of its courses: a job offers it, because that
 * needs the locks of all dates.
 */
export async function offerPlaces(tx: Transaction, services: Services, session: LiveSession): Promise<void> {
  if (session.offerId !== null) return freeSlot(tx, services, session);
  await offerInLine(tx, services, lineOf(session));
  await queueCourses(tx, session);
}

async function queueCourses(tx: Transaction, session: Pick<LiveSession, "id">): Promise<void> {
  for (const courseId of await awaitedCoursesOf(tx, session)) {
    await enqueueJob(tx, "offer-course", { courseId }, { jobKey: `offer-course:${courseId}` });
  }
}

/** Offers a course to its waitlist if a place is free in every date to come. Safe to repeat. */
export async function offerCourse(services: Services, { courseId }: { courseId: string }): Promise<void> {
  await inTransaction(services, async (tx) => offerInLine(tx, services, await lockLine(tx, services, { courseId })));
}

/** Offers what is free in a locked line to those who wait in it. */
export async function offerInLine(tx: Transaction, services: Services, line: Line): Promise<void> {
  const { session, courseId } = line;
  if (!session.isPublished || session.cancelledAt || line.dates.length === 0) return;
  const free = freeInLine(line, await countLine(tx, line));
  if (free === 0) return;
  const waiting = pickFitting(await listWaiting(tx, refOfLine(line)), free);
  if (waiting.length === 0) return;
  const { isWaitlistOn, offerHours } = await readSiteSettings({ db: tx, settings: services.settings });
  if (!isWaitlistOn) return;
  const offerEndsAt = endOfOffer(services, session, offerHours);
  if (!offerEndsAt) return;
  if (!courseId) await lockPassesInLine(tx, session);
  for (const entry of waiting) await offerTo(tx, services, { waiting: entry, line, offerEndsAt });
}

/** Passes on what an ended offer has held: the dates of a course go on together, and what is left to their own waitlists. */
async function passOn(tx: Transaction, services: Services, line: Line): Promise<void> {
  if (line.courseId) await offerInLine(tx, services, line);
  for (const date of line.dates) await offerPlaces(tx, services, date);
}

type Offer = { waiting: Entry; line: Line; offerEndsAt: Date };

/** Offers places, which must be free, to an entry, and holds the credits with which its member may pay. */
export async function offerTo(tx: Transaction, services: Services, { waiting, line, offerEndsAt }: Offer) {
  const held = await holdFor(tx, services, waiting, line);
  const entry = await moveEntry(tx, waiting, "offered", { offeredAt: services.clock.now(), offerEndsAt, ...held });
  await enqueueJob(tx, "end-offer", { entryId: entry.id }, { runAt: offerEndsAt });
  await mailOffer(tx, services, { entry, line });
}

/** No pass pays for a course. */
async function holdFor(tx: Transaction, services: Services, entry: Entry, { courseId, session, dates }: Line) {
  if (!courseId) return holdCredits(tx, services, { entry, session });
  await holdDates(tx, entry, dates);
  return {};
}

/** Passes the place on. Safe to repeat. Throws not_found, closed (no open offer). */
export async function declineOffer(ctx: Context, ref: EntryRef): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { line, entry } = await lockEntry(tx, ctx, await requireEntry(tx, ref));
    if (entry.status === "declined") return;
    if (entry.status !== "offered") throw refuseAnswer(entry.status);
    await endEntry(tx, ctx, { entry, line }, "declined");
  });
}

/** Ends a locked entry, and passes on what it has held. */
export async function endEntry(
  tx: Transaction,
  services: Services,
  { entry, line }: { entry: Entry; line: Line },
  as: "declined" | "expired" | "left" | "removed",
): Promise<Entry> {
  const ended = await moveEntry(tx, entry, as, { endedAt: services.clock.now() });
  await passOn(tx, services, line);
  return ended;
}

/** Ends an unanswered offer and passes the place on. Safe to repeat, also concurrently with an answer. */
export async function endOffer(services: Services, { entryId }: { entryId: string }): Promise<void> {
  await inTransaction(services, async (tx) => {
    const [found] = await tx.select().from(sessionWaitlist).where(eq(sessionWaitlist.id, entryId));
    if (found?.status !== "offered") return;
    const { line, entry } = await lockEntry(tx, services, found);
    if (entry.status !== "offered") return;
    const end = heldUntil(entry, line.session);
    if (end > services.clock.now()) return retryLater(tx, entry, end);
    await expire(tx, services, { entry, line });
  });
}

/** The queue uses the database's clock, which may be ahead of ours. */
const retryLater = (tx: Transaction, { id }: Entry, end: Date) =>
  enqueueJob(tx, "end-offer", { entryId: id }, { runAt: new Date(end.getTime() + 1000) });

async function expire(tx: Transaction, services: Services, { entry, line }: { entry: Entry; line: Line }) {
  const { startTime, cancelledAt } = line.session;
  const isOver = startTime <= services.clock.now() || cancelledAt !== null;
  const expired = await endEntry(tx, services, { entry, line }, "expired");
  if (!isOver) await mailPassedOn(tx, services, { entry: expired, line });
}

/** Restores an offer whose checkout failed to open. Call before `offerPlaces`, or the place goes to the next. */
export const reopenOffer = (
  tx: Transaction,
  services: Services,
  { bookingId, session }: { bookingId: string; session: LiveSession },
): Promise<void> => reopen(tx, services, eq(sessionWaitlist.bookingId, bookingId), lineOf(session));

/** Restores the offer of a course, whose dates are locked, in the same case. */
export async function reopenCourseOffer(
  tx: Transaction,
  services: Services,
  purchase: { id: string; productId: string },
): Promise<void> {
  const isOfPurchase = eq(sessionWaitlist.purchaseId, purchase.id);
  if ((await tx.$count(sessionWaitlist, isOfPurchase)) === 0) return;
  await reopen(tx, services, isOfPurchase, await readLine(tx, services, { courseId: purchase.productId }));
}

async function reopen(tx: Transaction, services: Services, isOfOrder: SQL, line: Line): Promise<void> {
  const now = services.clock.now();
  const { session } = line;
  if (session.cancelledAt || session.startTime <= now) return;
  const isAccepted = and(isOfOrder, eq(sessionWaitlist.status, "accepted"));
  const [entry] = await tx.select().from(sessionWaitlist).where(isAccepted);
  if (!entry || heldUntil(entry, session) <= now) return;
  const hasJoinedAgain = and(
    isOpenEntryIn(refOfLine(line)),
    sql`lower(${sessionWaitlist.email}) = lower(${entry.email})`,
  );
  if ((await tx.$count(sessionWaitlist, hasJoinedAgain)) > 0) return;
  const held = await holdFor(tx, services, entry, line);
  await moveEntry(tx, entry, "offered", { bookingId: null, purchaseId: null, endedAt: null, ...held });
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
  const ids = offered.flatMap(({ sessionId }) => sessionId ?? []);
  for (const sessionId of [...ids, ...(await readHeldDates(tx, offered))]) {
    const session = sessions.get(sessionId);
    if (session) await offerPlaces(tx, services, session);
  }
}

/**
 * Closes a cancelled session's waitlist, and those of courses that have no other date to come. The session must be
 * locked. Returns the entries to mail.
 */
export async function closeWaitlist(
  tx: Transaction,
  { clock }: Pick<Services, "clock">,
  session: Pick<LiveSession, "id">,
): Promise<Entry[]> {
  const now = clock.now();
  const isOtherDate = and(
    eq(courseDates.productId, sessionWaitlist.courseId),
    ne(courseDates.sessionId, session.id),
    gt(liveSessions.startTime, now),
    isNull(liveSessions.cancelledAt),
  );
  const others = tx
    .select({ one: sql`1` })
    .from(courseDates)
    .innerJoin(liveSessions, eq(liveSessions.id, courseDates.sessionId))
    .where(isOtherDate);
  const courses = tx
    .select({ id: courseDates.productId })
    .from(courseDates)
    .where(eq(courseDates.sessionId, session.id));
  const isOfEndedCourse = and(
    inArray(sessionWaitlist.courseId, courses),
    inArray(sessionWaitlist.status, [...openStatuses]),
    notExists(others),
  );
  const closed = await tx
    .update(sessionWaitlist)
    .set({ status: "closed", endedAt: now })
    .where(or(isOpenEntryOf(session.id), isOfEndedCourse))
    .returning();
  // A course that was full on this date alone may be free now.
  await queueCourses(tx, session);
  return closed;
}
