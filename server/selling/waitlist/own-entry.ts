import { randomUUID } from "node:crypto";
import type { Queryable, Transaction } from "@db/client";
import { one } from "@db/one";
import { type LiveSession, maxTickets, purchases, sessionWaitlist } from "@db/schema";
import { and, eq, sql } from "drizzle-orm";
import { contactOfMember, lockAgainstDeletion } from "../../accounts/accounts";
import type { Context } from "../../core/context";
import { type DisplayedStart, displayStart, formatDuration, placeLabel } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { confirmationPath, heldCourseLink } from "../../core/paths";
import { readSiteSettings } from "../../core/site-settings";
import { inTransaction } from "../../core/transaction";
import { describeHeld } from "../../catalogue/passes/hold-credits";
import { countAttempt, networkOf } from "../../core/rate-limits";
import { findOnlyCourse, onlyInCourse, readCoursesOf } from "../../catalogue/schedule/courses-of";
import { nameDate } from "../../catalogue/schedule/name-date";
import { type Availability, isJoinable, isOpen } from "../../catalogue/schedule/places";
import {
  bookingIdOf,
  type Entry,
  type EntryRef,
  isOpenEntryIn,
  lockEntry,
  placeInLine,
  refuseAnswer,
  requireEntry,
} from "./entries";
import {
  availabilityOfLine,
  countLine,
  freeInLine,
  type Line,
  type LineRef,
  lockLine,
  pageOfLine,
  readLine,
  whereInLine,
} from "./lines";
import { mailAlreadyInLine, mailJoined } from "./mail-waitlist";
import { heldUntil, type Outlook, outlookOf } from "./offer-end";
import { endEntry } from "./offers";
import type { NewEntry } from "./schemas";

/** Throws not_found: for drafts, and for courses that are not on sale. */
export async function getWaitlistForm(ctx: Context, ref: LineRef) {
  const line = await readLine(ctx.db, ctx, ref);
  const { session, courseId } = line;
  if (!session.isPublished) throw new DomainError("not_found", notFound(line));
  const availability = availabilityOfLine(line, await countLine(ctx.db, line), ctx.clock.now());
  const site = await readSiteSettings(ctx);
  return {
    title: session.title,
    isJoinable: isJoinable(site, availability),
    /** A place that becomes free now is not offered, but public at once. */
    isTooLate: outlookOf(ctx, session, site) === "none",
    mostTickets: courseId ? 1 : Math.min(maxTickets, session.maxAttendees ?? maxTickets),
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
      const line = await lockLine(tx, ctx, input);
      if (await isRepeated(tx, input)) return;
      await assertJoinable(tx, ctx, line, input);
      const entry = await enter(tx, ctx, input);
      if (entry) await mailJoined(tx, ctx, { entry, line });
      else await mailAlreadyInLine(tx, ctx, { entry: await requireOpenEntry(tx, input), line });
    },
    "Failed to join waitlist. Please try again.",
  );
}

async function isRepeated(tx: Transaction, entry: NewEntry): Promise<boolean> {
  const isSameForm = and(whereInLine(entry), eq(sessionWaitlist.formKey, entry.formKey));
  return (await tx.$count(sessionWaitlist, isSameForm)) > 0;
}

const notFound = ({ courseId }: Line): string => (courseId ? "Course not found" : "Session not found");

/** The line is locked: no place can become free between this check and the insert. */
async function assertJoinable(tx: Transaction, ctx: Context, line: Line, { quantity }: NewEntry): Promise<void> {
  const { session, courseId } = line;
  const noun = courseId ? "course" : "session";
  if (!session.isPublished || session.offerId !== null) throw new DomainError("not_found", notFound(line));
  const course = courseId ? null : findOnlyCourse(await readCoursesOf(tx, session.id));
  if (course) throw new DomainError("closed", onlyInCourse(course.title));
  const { isWaitlistOn } = await readSiteSettings({ db: tx, settings: ctx.settings });
  if (!isWaitlistOn) throw new DomainError("closed", `There is no waitlist for this ${noun}.`);
  const places = await countLine(tx, line);
  const availability = availabilityOfLine(line, places, ctx.clock.now());
  const most = courseId ? 1 : session.maxAttendees;
  if (most !== null && quantity > most) {
    const message = courseId ? "A course is for one person." : `This session has ${most} places in all.`;
    throw new DomainError("invalid", message, { field: "quantity" });
  }
  // More tickets than are left: the line is the only way to them.
  if (availability === "open" && quantity > (freeInLine(line, places) ?? Infinity)) return;
  const refusal = refusalOf(availability, noun);
  if (refusal) throw new DomainError("closed", refusal);
}

function refusalOf(availability: Availability, noun: string): string | undefined {
  const refusals: Partial<Record<Availability, string>> = {
    open: "A place is free right now. You can book it.",
    closed: `Booking has closed for this ${noun}.`,
    cancelled: `This ${noun} has been cancelled.`,
  };
  return refusals[availability];
}

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

async function requireOpenEntry(tx: Transaction, ref: NewEntry): Promise<Entry> {
  const hasAddress = sql`lower(${sessionWaitlist.email}) = lower(${ref.email})`;
  const [entry] = await tx
    .select()
    .from(sessionWaitlist)
    .where(and(isOpenEntryIn(ref), hasAddress));
  if (!entry) throw new Error("the waitlist entry of this address is missing");
  return entry;
}

/** Leaves the waitlist; an offered place goes to the next. Throws not_found, closed (offer accepted). */
export async function leaveWaitlist(ctx: Context, ref: EntryRef): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { line, entry } = await lockEntry(tx, ctx, await requireEntry(tx, ref));
    if (entry.status === "accepted") throw refuseAnswer(entry.status);
    if (entry.status !== "waiting" && entry.status !== "offered") return;
    await endEntry(tx, ctx, { entry, line }, "left");
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
  const line = await readLine(ctx.db, ctx, entry);
  const { session, courseId } = line;
  return {
    id: entry.id,
    ...(await stateOf(ctx, entry, session)),
    firstName: entry.firstName,
    lastName: entry.lastName,
    email: entry.email,
    quantity: entry.quantity,
    /** Its dates and its id; null for a session. */
    course: courseId ? { id: courseId, dates: line.dates.map((date) => nameDate(date, ctx)) } : null,
    path: pageOfLine(line),
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
  if (entry.status === "accepted") return { state: "accepted", bookingPath: await orderPathOf(ctx.db, entry) };
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

async function orderPathOf(db: Queryable, entry: Entry): Promise<string> {
  if (!entry.purchaseId) return confirmationPath(bookingIdOf(entry));
  const rows = await db.select().from(purchases).where(eq(purchases.id, entry.purchaseId));
  return heldCourseLink(one(rows, "purchase"));
}
