import { randomUUID } from "node:crypto";
import { type Booking, type LiveSession, sessionBookings, type Ticket } from "@db/schema";
import { isNull } from "drizzle-orm";
import { audit } from "../../../core/record-audit";
import type { Context, MemberContext } from "../../../core/context";
import { displayStart } from "../../../core/dates";
import { DomainError } from "../../../core/errors";
import { printEntered } from "../../../platform/money/session-price";
import { referenceOf } from "../../../core/reference";
import { readSiteSettings, type SiteSettings } from "../../../core/site-settings";
import { attendeeOf } from "../../../platform/mail/templates";
import { printTotal } from "../../../platform/money/print-order";
import { findSession } from "../../../catalogue/schedule/find-session";
import { cancellationOf, cancellationTerms } from "../cancellation";
import { carryOutMove, type Move } from "../move/carry-out-move";
import { requireListedBooking } from "../lock";
import { paidFacts } from "../mails/mail-booking";
import { creditsText, describeReach, type FittingSession, listFitting, printDate } from "../move/moves";
import { listTickets } from "../tickets";
import type { AttendeeMove, AttendeeMoveRef } from "./schemas";

export type AttendeeMoveForm = Awaited<ReturnType<typeof getAttendeeMoveForm>>;

/** Returns the dates that a booking may be moved to and, if one is chosen, what is agreed. Throws not_found. */
export async function getAttendeeMoveForm(ctx: Context, { bookingId, to }: AttendeeMoveRef) {
  const booking = await requireListedBooking(ctx.db, bookingId);
  const [from, site, tickets, like, any] = await Promise.all([
    findSession(ctx.db, booking.sessionId),
    readSiteSettings(ctx),
    listTickets(ctx.db, booking),
    listFitting(ctx, booking),
    listFitting(ctx, booking, { isOfAnyKind: true }),
  ]);
  const offered = [...like.sessions.filter(({ isLike }) => isLike), ...any.sessions.filter(({ isLike }) => !isLike)];
  const chosen = offered.find(({ session }) => session.id === to);
  const dates = offered.map(({ session, isLike }) => ({ ...officeDate(ctx, session), isLike }));
  return {
    name: attendeeOf(booking).name,
    reference: referenceOf(booking),
    quantity: booking.quantity,
    agreed: printTotal(booking),
    pass: like.pass && describeReach(ctx, like.pass),
    from: officeDate(ctx, from),
    standing: standingOf(ctx, { booking, session: from, site, tickets }),
    like: dates.filter(({ isLike }) => isLike),
    unlike: dates.filter(({ isLike }) => !isLike),
    chosen: chosen ? chosenDate(ctx, { booking, site, chosen }) : null,
    formKey: randomUUID(),
  };
}

const officeDate = (ctx: Context, session: LiveSession) => ({
  ...printDate(ctx, session),
  category: session.category,
  price: printEntered(session),
});

type ChosenMove = { booking: Booking; site: SiteSettings; chosen: FittingSession };

function chosenDate(ctx: Context, { booking, site, chosen: { session, isLike, change } }: ChosenMove) {
  const now = ctx.clock.now();
  const { isDue, isByTransfer } = paidFacts(booking, session);
  const moved = { ...booking, movedAt: now };
  return {
    ...officeDate(ctx, session),
    version: session.version,
    isLike,
    credits: creditsText(change),
    isDue: isDue === true,
    isByTransfer: isByTransfer === true,
    terms: cancellationTerms(ctx, { booking: moved, session, quantity: booking.quantity, site, now }),
  };
}

/** Whether the attendee could still move a booking, the instructor only may, or nobody. */
type Standing = { kind: "in_time" } | { kind: "late" | "never"; why: string };

type MoveRequest = { booking: Booking; session: LiveSession; site: SiteSettings; tickets: Ticket[] };

function standingOf({ clock }: Pick<Context, "clock">, { booking, session, site, tickets }: MoveRequest): Standing {
  const cancellation = cancellationOf({ booking, session, site, now: clock.now() });
  if (cancellation.kind === "allowed") return { kind: "in_time" };
  if (cancellation.kind === "hold") return { kind: "never", why: refusals.hold };
  if (booking.status === "cancelled" || session.cancelledAt) return { kind: "never", why: refusals.cancelled };
  if (cancellation.kind === "none") {
    const wasHere = tickets.some(({ checkedInAt }) => checkedInAt !== null);
    return wasHere ? { kind: "never", why: refusals.here } : { kind: "late", why: begun };
  }
  // Where attendees can't cancel by themselves, no hour is too late for the instructor.
  if (cancellation.why === "turned_off") return { kind: "in_time" };
  return { kind: "late", why: `They could move it themselves until ${site.cancelWindowHours} hours before the start.` };
}

const refusals = {
  hold: "This booking is not paid yet. It can be moved once it is paid.",
  cancelled: "This booking is cancelled, so there is nothing left to move.",
  here: "They were there. If the check-in was a mistake, undo it first.",
};
const begun = "The session has begun. The booking leaves its figures for those of the other session.";

const failure = "Failed to move the booking. Please try again.";

/**
 * Moves a booking for the instructor, who may do so late and to a session of another price or category, for which
 * nothing is charged or given back. Throws not_found, closed, sold_out, changed_meanwhile, invalid, busy.
 */
export async function moveAttendee(ctx: MemberContext, input: AttendeeMove): Promise<void> {
  await carryOutMove(ctx, input, {
    by: "instructor",
    isTheirs: isNull(sessionBookings.archivedAt),
    failure,
    assertMovable: (move) => assertMovable(ctx, move, input),
    assertUnlike: () => {
      if (!input.isFreeOfCharge) throw new DomainError("invalid", untickedPrice, { field: "isFreeOfCharge" });
    },
    // Only the attendee can confirm a statement on their health.
    confirmHealth: () => Promise.resolve({}),
    record: (tx, move) => audit(tx, ctx, "booking.moved", move.booking.id, detailsOf(ctx, move)),
  });
}

const untickedPrice = "This date has another price or category. Tick this box if they may have it all the same.";
const untickedLate = "Tick this box if they may move all the same.";

function assertMovable(ctx: Context, { booking, from: session, site, tickets }: Move, { isLate }: AttendeeMove): void {
  const standing = standingOf(ctx, { booking, session, site, tickets });
  if (standing.kind === "never") throw new DomainError("closed", standing.why);
  if (standing.kind === "late" && !isLate) throw new DomainError("invalid", untickedLate, { field: "isLate" });
}

/** Dates are those of the site's clocks, as all admins read them. */
function detailsOf(ctx: Context, { booking, from, to, site, tickets, isLike }: Move) {
  const zones = { settings: ctx.settings, visitor: { timeZone: ctx.settings.siteTimeZone } };
  const nameOf = (session: LiveSession) => {
    const { mediumDate, time, zone } = displayStart(session, zones);
    return `${session.title}, ${mediumDate}, ${time} ${zone}`;
  };
  return {
    from: nameOf(from),
    to: nameOf(to),
    isLate: standingOf(ctx, { booking, session: from, site, tickets }).kind === "late",
    isFreeOfCharge: !isLike,
  };
}
