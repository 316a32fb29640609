import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type LiveSession, liveSessions, maxTickets, sessionWaitlist } from "@db/schema";
import { and, eq, sql } from "drizzle-orm";
import { contactOfMember, lockAgainstDeletion } from "../../people/accounts/accounts";
import type { Context } from "../../core/context";
import { type DisplayedStart, displayStart, formatDuration, placeLabel } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { confirmationPath } from "../../core/paths";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { describeHeld } from "../../selling/passes/hold-credits";
import { countAttempt, networkOf } from "../../core/rate-limits";
import { findOnlyCourse, onlyInCourse, readCoursesOf } from "../schedule/courses-of";
import { lockSession, requireSession } from "../schedule/find-session";
import { type Availability, availabilityOf, countPlacesOf, fits, isJoinable, isOpen } from "../schedule/places";
import {
  bookingIdOf,
  type Entry,
  type EntryRef,
  isOpenEntryOf,
  lockEntry,
  moveEntry,
  placeInLine,
  refuseAnswer,
  requireEntry,
} from "./entries";
import { mailAlreadyInLine, mailJoined } from "./mail-waitlist";
import { heldUntil, type Outlook, outlookOf } from "./offer-end";
import { offerPlaces } from "./offers";
import type { NewEntry } from "./schemas";

export async function getWaitlistForm(ctx: Context, { sessionId }: { sessionId: string }) {
  const session = await requireSession(ctx.db, sessionId);
  const availability = availabilityOf(session, await countPlacesOf(ctx.db, sessionId), ctx.clock.now());
  const site = await readSiteSettings(ctx);
  return {
    title: session.title,
    isJoinable: isJoinable(site, availability),
    /** A place that becomes free now is not offered, but public at once. */
    isTooLate: outlookOf(ctx, session, site) === "none",
    mostTickets: Math.min(maxTickets, session.maxAttendees ?? maxTickets),
    contact: ctx.user && contactOfMember(ctx.user),
    formKey: randomUUID(),
  };
}

/**
 * Joins a waitlist. Only the mail tells whether the address had joined before. Throws not_found, closed, busy,
 * rate_limited.
 */
export async function joinWaitlist(ctx: Context, input: NewEntry): Promise<void> {
  await countAttempt(ctx, "waitlist from address", networkOf(ctx.visitor.address));
  await countAttempt(ctx, "waitlist of account", input.email.toLowerCase());
  await inTransaction(
    ctx,
    async (tx) => {
      const session = await lockSession(tx, input.sessionId);
      if (await isRepeated(tx, input)) return;
      await assertJoinable(tx, ctx, session, input);
      const entry = await enter(tx, ctx, input);
      if (entry) await mailJoined(tx, ctx, { entry, session });
      else await mailAlreadyInLine(tx, ctx, { entry: await requireOpenEntry(tx, input), session });
    },
    "Failed to join waitlist. Please try again.",
  );
}

async function isRepeated(tx: Transaction, { sessionId, formKey }: NewEntry): Promise<boolean> {
  const isSameForm = and(eq(sessionWaitlist.sessionId, sessionId), eq(sessionWaitlist.formKey, formKey));
  return (await tx.$count(sessionWaitlist, isSameForm)) > 0;
}

/** The session is locked: no place can become free between this check and the insert. */
async function assertJoinable(
  tx: Transaction,
  ctx: Context,
  session: LiveSession,
  { quantity }: NewEntry,
): Promise<void> {
  if (!session.isPublished || session.offerId !== null) throw new DomainError("not_found", "Session not found");
  const course = findOnlyCourse(await readCoursesOf(tx, session.id));
  if (course) throw new DomainError("closed", onlyInCourse(course.title));
  const { isWaitlistOn } = await readSiteSettings({ db: tx, settings: ctx.settings });
  if (!isWaitlistOn) throw new DomainError("closed", "There is no waitlist for this session.");
  const places = await countPlacesOf(tx, session.id);
  const availability = availabilityOf(session, places, ctx.clock.now());
  if (session.maxAttendees !== null && quantity > session.maxAttendees) {
    throw new DomainError("invalid", `This session has ${session.maxAttendees} places in all.`, { field: "quantity" });
  }
  // More tickets than are left: the line is the only way to them.
  if (availability === "open" && !fits(session, places, quantity)) return;
  const refusal = refusals[availability];
  if (refusal) throw new DomainError("closed", refusal);
}

const refusals: Partial<Record<Availability, string>> = {
  open: "A place is free right now. You can book it.",
  closed: "Booking has closed for this session.",
  cancelled: "This session has been cancelled.",
};

/** Returns undefined if the address has joined already; a unique index decides between concurrent calls. */
async function enter(tx: Transaction, ctx: Context, input: NewEntry): Promise<Entry | undefined> {
  if (ctx.user) await lockAgainstDeletion(tx, ctx.user);
  const [entry] = await tx
    .insert(sessionWaitlist)
    .values({
      ...input,
      userId: ctx.user?.id ?? null,
      timeZone: ctx.visitor.timeZone,
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing()
    .returning();
  return entry;
}

async function requireOpenEntry(tx: Transaction, { sessionId, email }: NewEntry): Promise<Entry> {
  const hasAddress = sql`lower(${sessionWaitlist.email}) = lower(${email})`;
  const [entry] = await tx
    .select()
    .from(sessionWaitlist)
    .where(and(isOpenEntryOf(sessionId), hasAddress));
  if (!entry) throw new Error("the waitlist entry of this address is missing");
  return entry;
}

/** Leaves the waitlist; an offered place goes to the next. Throws not_found, closed (offer accepted). */
export async function leaveWaitlist(ctx: Context, ref: EntryRef): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { session, entry } = await lockEntry(tx, await requireEntry(tx, ref));
    if (entry.status === "accepted") throw refuseAnswer(entry.status);
    if (entry.status !== "waiting" && entry.status !== "offered") return;
    await moveEntry(tx, entry, "left", { endedAt: ctx.clock.now() });
    await offerPlaces(tx, ctx, session);
  });
}

/** `over`: the session began or was unpublished meanwhile. */
type EntryState =
  | { state: "waiting"; place: number; outlook: Outlook }
  | { state: "offered"; until: DisplayedStart; credits: string | null }
  | { state: "accepted"; bookingPath: string }
  | { state: "declined" | "expired" | "left" | "removed" | "closed" | "over" };

export type WaitlistEntry = Awaited<ReturnType<typeof getWaitlistEntry>>;

export async function getWaitlistEntry(ctx: Context, ref: EntryRef) {
  const entry = await requireEntry(ctx.db, ref);
  const rows = await ctx.db.select().from(liveSessions).where(eq(liveSessions.id, entry.sessionId));
  const session = one(rows, "session");
  return {
    id: entry.id,
    ...(await stateOf(ctx, entry, session)),
    firstName: entry.firstName,
    lastName: entry.lastName,
    email: entry.email,
    quantity: entry.quantity,
    session: {
      id: session.id,
      title: session.title,
      isOnline: session.locationType === "online",
      isCancelled: session.cancelledAt !== null,
      isOpen: isOpen(session, ctx.clock.now()),
    },
    startsAt: displayStart(session, ctx),
    duration: formatDuration(session.durationMinutes),
    where: placeLabel(session),
  };
}

async function stateOf(ctx: Context, entry: Entry, session: LiveSession): Promise<EntryState> {
  if (entry.status === "accepted") return { state: "accepted", bookingPath: confirmationPath(bookingIdOf(entry)) };
  if (entry.status !== "waiting" && entry.status !== "offered") return { state: entry.status };
  if (session.cancelledAt) return { state: "closed" };
  if (!session.isPublished || session.startTime <= ctx.clock.now()) return { state: "over" };
  if (entry.status === "waiting") {
    const outlook = outlookOf(ctx, session, await readSiteSettings(ctx));
    return { state: "waiting", place: await placeInLine(ctx.db, entry), outlook };
  }
  const end = heldUntil(entry, session);
  const until = displayStart({ startTime: end, locationType: "online" }, ctx);
  return { state: "offered", until, credits: await describeHeld(ctx.db, entry) };
}
