import { randomUUID } from "node:crypto";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  liveSessions,
  paysFor,
  sessionBookings,
} from "@db/schema";
import { and, asc, desc, eq, gt, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@db/client";
import { audit } from "../../../core/record-audit";
import type { Context, MemberContext } from "../../../core/context";
import { displayStart, longStartOf, placeLabel } from "../../../core/dates";
import { isReachable, normalEmail } from "../../../core/email-address";
import { DomainError } from "../../../core/errors";
import { runOncePerForm } from "../../../core/forms";
import { managePath } from "../../../core/paths";
import type { Services } from "../../../core/services";
import { inTransaction } from "../../../core/transaction";
import { enqueueJob } from "../../../platform/jobs/enqueue-job";
import { siteFacts } from "../../../platform/mail/templates";
import { enqueueMail, resentKey } from "../../../platform/mail/outbox";
import { countAttempt, networkOf, tryCountAttempt } from "../../../core/rate-limits";
import { findGuestPasses } from "../../../catalogue/passes/find-guest-passes";
import { takenStatuses } from "../../../catalogue/schedule/places";
import { findBookedCourses } from "./find-booked-courses";
import { lockBooking, type LockedBooking, lockListedBooking, requireListedBooking, requireManaged } from "../lock";
import { isConfirmed, mailConfirmation } from "./mail-booking";
import type { ManagedRef } from "../schemas";

type Resend = ManagedRef & { formKey: string };

/** Mails the confirmation again, to the booking's address only. Throws not_found, rate_limited, closed. */
export async function resendConfirmation(ctx: Context, { bookingId, key, formKey }: Resend): Promise<void> {
  await requireManaged(ctx.db, ctx, { bookingId, key });
  await countAttempt(ctx, "confirmation of booking", bookingId);
  await inTransaction(ctx, async (tx) => {
    const locked = await lockBooking(tx, bookingId);
    if (!locked) throw notFound();
    if (!isConfirmed(locked, ctx.clock.now())) throw new DomainError("closed", "There is nothing left to send.");
    await mailAgain(tx, ctx, locked, formKey);
  });
}

/** Writes the confirmation anew, so that it says how the booking is now; once per form. */
async function mailAgain(tx: Transaction, ctx: Context, { booking, session }: LockedBooking, formKey: string) {
  const dedupeKey = resentKey({ dedupeKey: `booking-confirmation:${booking.id}` }, formKey);
  await mailConfirmation(tx, ctx, { booking, session, dedupeKey });
}

type OfficeResend = { bookingId: string; formKey: string };

/** Mails the confirmation again for the instructor; returns to whom. Throws not_found, rate_limited, closed. */
export async function resendToAttendee(
  ctx: MemberContext,
  { bookingId, formKey }: OfficeResend,
): Promise<{ email: string }> {
  const { attendeeEmail: address } = await requireListedBooking(ctx.db, bookingId);
  await countAttempt(ctx, "resent to address", normalEmail(address));
  return inTransaction(ctx, async (tx) => {
    const locked = await lockListedBooking(tx, bookingId);
    const email = locked.booking.attendeeEmail;
    if (!isReachable(email)) throw new DomainError("closed", "This account was deleted.");
    if (!isConfirmed(locked, ctx.clock.now())) throw new DomainError("closed", whyUnconfirmed(locked));
    const posted = { procedure: "resendToAttendee", formKey, input: { bookingId } };
    await runOncePerForm(tx, ctx, posted, async () => {
      await mailAgain(tx, ctx, locked, formKey);
      await audit(tx, ctx, "booking.confirmation_resent", bookingId);
    });
    return { email };
  });
}

function whyUnconfirmed({ booking, session }: LockedBooking): string {
  if (booking.status === "pending") return "This booking is not paid yet, so it has no confirmation.";
  const isCancelled = booking.status === "cancelled" || session.cancelledAt;
  return isCancelled ? "This booking is cancelled, so it has no confirmation." : "This session is over.";
}

const notFound = () => new DomainError("not_found", "Booking not found");

type LinksRequest = { email: string; formKey: string };

/**
 * Asks for the links to bookings, courses and passes. A job looks them up, so that neither answer nor timing tells whether there are any.
 * Throws rate_limited.
 */
export async function requestBookingLinks(ctx: Context, { email, formKey }: LinksRequest): Promise<void> {
  const mailbox = normalEmail(email);
  await countAttempt(ctx, "booking links from address", networkOf(ctx.visitor.address));
  if (!(await tryCountAttempt(ctx, "booking links to address", mailbox))) return;
  const posted = { procedure: "requestBookingLinks", formKey, input: { mailbox } };
  await inTransaction(ctx, (tx) =>
    runOncePerForm(tx, ctx, posted, () =>
      enqueueJob(tx, "send-booking-links", { email: mailbox, requestId: randomUUID() }, { priority: -10 }),
    ),
  );
}

type LinksJob = { email: string; requestId: string };

/** Mails an address the links to its bookings, courses and passes that no account has, if there are any; once per request. */
export async function sendBookingLinks(services: Services, { email, requestId }: LinksJob): Promise<void> {
  const { settings, clock } = services;
  await inTransaction(services, async (tx) => {
    const courses = await findBookedCourses(tx, services, email);
    const courseIds = courses.map(({ purchaseId }) => purchaseId);
    const found = await findBookings(tx, email, clock.now(), courseIds);
    const passes = await findGuestPasses(tx, services, email);
    const passIds = passes.map(({ purchaseId }) => purchaseId);
    if (found.length + courses.length + passes.length === 0) return;
    // The ids let the deletion of an account find this mail.
    const ids = [...found.map(({ booking }) => booking.id), ...courseIds, ...passIds].join(":");
    await enqueueMail(tx, {
      template: "booking-links",
      to: email,
      dedupeKey: `booking-links:${requestId}:${ids}`,
      replyTo: settings.adminEmail,
      props: {
        site: siteFacts(settings),
        bookings: found.map((row) => linkFacts(services, row)),
        passes: passes.map(({ title, balance, url }) => ({ title, balance, url })),
        courses: courses.map(({ title, dates, url }) => ({ title, dates, url })),
      },
    });
  });
}

type FoundBooking = { booking: Booking; session: LiveSession };

const mostLinks = 20;
const rememberedMs = 30 * 24 * 3_600_000;

/** Returns live bookings, coming sessions first, then those of the last 30 days; without the dates of `courseIds`. */
async function findBookings(db: Queryable, email: string, now: Date, courseIds: string[]): Promise<FoundBooking[]> {
  const { startTime } = liveSessions;
  const { purchaseId } = bookingPayers;
  const isComing = sql`${startTime} > ${now.toISOString()}::timestamptz`;
  return db
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(
      and(
        eq(sql`lower(${sessionBookings.attendeeEmail})`, email),
        isNull(sessionBookings.archivedAt),
        or(isNull(purchaseId), notInArray(purchaseId, courseIds)),
        isNull(liveSessions.cancelledAt),
        inArray(sessionBookings.status, [...takenStatuses]),
        gt(startTime, new Date(now.getTime() - rememberedMs)),
      ),
    )
    .orderBy(desc(isComing), asc(startTime), asc(sessionBookings.id))
    .limit(mostLinks);
}

function linkFacts({ settings }: Services, { booking, session }: FoundBooking) {
  return {
    title: session.title,
    when: longStartOf(displayStart(session, { settings, visitor: booking })),
    place: placeLabel(session),
    tickets: booking.quantity,
    isHeld: booking.status === "pending",
    url: `${settings.siteUrl}${managePath(booking)}`,
  };
}
