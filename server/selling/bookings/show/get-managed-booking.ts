import { and, eq, sql } from "drizzle-orm";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  liveSessions,
  paysFor,
  sessionBookings,
  type Ticket,
} from "@db/schema";
import { bookingCalendarLinks } from "../../../catalogue/schedule/session-event";
import { DomainError } from "../../../core/errors";
import { findOpenPayment } from "../../../payments/checkout";
import { listInvoiceLinks } from "../../../payments/invoices/read-invoice";
import { disputeOf } from "../../../payments/disputed-orders";
import { disputedOf, listPaid } from "../../../payments/paid-payments";
import { formatAmount } from "../../../core/money";
import { isFreeOrder } from "../../../platform/money/print-order";
import { displayStart, formatDuration } from "../../../core/dates";
import { joinPathFor, keyedJoinPathFor } from "../../../catalogue/schedule/join-links";
import { recordingLinkFor } from "../../../catalogue/schedule/session-links";
import { readSiteSettings } from "../../../core/site-settings";
import type { Context } from "../../../core/context";
import { mapUrlOf, whereLines } from "../../../catalogue/schedule/session-facts";
import { whereManagedBy } from "../../../catalogue/schedule/whose-bookings";
import { readCourseOfDate } from "../cancel/course-share";
import { type Cancellation, cancellationOf, wasCancelledWithSession } from "../cancellation";
import { readTaken } from "../../../catalogue/passes/list-taken";
import { listReturned } from "../../../payments/receipt";
import { paidFacts, refundFacts } from "../mails/mail-booking";
import { bookingPath, managePath, movePath } from "../../../core/paths";
import { referenceOf } from "../../../core/reference";
import { restOf } from "../cancel/release";
import type { ManagedRef } from "../schemas";
import { describeRates, isActive, listTickets, shareOf, ticketName } from "../tickets";
import { type BookingState, stateOf } from "../transitions";

export type ManagedState = BookingState | "session_cancelled";

/** Throws not_found for a wrong key and for another person's booking alike. */
export async function getManagedBooking(ctx: Context, { bookingId, key }: ManagedRef) {
  const [row] = await ctx.db
    .select({
      booking: bookingColumns,
      session: liveSessions,
      isByKey: sql<boolean>`${sessionBookings.manageKey} = ${key ?? ""}`,
      dispute: disputeOf(ctx.db, sql`coalesce(${bookingPayers.purchaseId}, ${sessionBookings.id})`),
    })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(eq(sessionBookings.id, bookingId), whereManagedBy(ctx, key)));
  if (!row) throw new DomainError("not_found", "Booking not found");
  const { booking, session, isByKey } = row;
  const [site, returned, paid, payUrl, recordingUrl, tickets, invoices] = await Promise.all([
    readSiteSettings(ctx),
    listReturned(ctx, { kind: "booking", id: booking.id }),
    listPaid(ctx.db, { kind: "booking", id: booking.id }),
    payUrlOf(ctx, booking),
    recordingLinkFor(ctx, session, key),
    listTickets(ctx.db, booking),
    listInvoiceLinks(ctx.db, { kind: "booking", id: booking.id }),
  ]);
  const taken = await readTaken(ctx.db, booking, tickets);
  const course = await readCourseOfDate(ctx.db, booking, session);
  const now = ctx.clock.now();
  const cancellation = cancellationOf({ booking, session, site, now });
  return {
    ...attendeeFacts(booking),
    state: managedState(booking, session),
    session: sessionView(ctx, session),
    joinPath: (isByKey ? keyedJoinPathFor : joinPathFor)({ booking, session, now }),
    recordingUrl,
    whatToBring: session.whatToBring?.split("\n").filter(Boolean) ?? [],
    quantity: booking.quantity,
    tickets: tickets.map((ticket) => ticketView(booking, ticket, taken)),
    paid: paidFacts(booking, session, describeRates(tickets, booking.currency)),
    wasComplete: booking.completedAt !== null,
    payUrl,
    course,
    returned,
    invoices,
    /** Credits with which a pass pays for its tickets. */
    credits: [...taken.values()].reduce((sum, credits) => sum + credits, 0),
    refund: refundFacts(restOf(tickets, paid)),
    isDisputed: paid.some((part) => disputedOf(part) > 0),
    dispute: row.dispute,
    cancellation: displayCancellation(ctx, session, cancellation),
    calendar:
      booking.status === "pending" ? null : bookingCalendarLinks(booking, session, ctx.settings, { byKey: isByKey }),
    contactUrl: site.marketing.contact,
    path: isByKey ? managePath(booking) : bookingPath(booking),
    movePath: cancellation.kind === "allowed" && !course ? movePathOf(booking, { isByKey }) : null,
    cancelPath: isByKey ? `${bookingPath(booking)}/cancel?key=${booking.manageKey}` : `${bookingPath(booking)}/cancel`,
  };
}

const movePathOf = (booking: Booking, { isByKey }: { isByKey: boolean }): string =>
  isByKey ? `${movePath(booking)}?key=${booking.manageKey}` : movePath(booking);

export type ManagedBooking = Awaited<ReturnType<typeof getManagedBooking>>;

const attendeeFacts = (booking: Booking) => ({
  firstName: booking.attendeeFirstName,
  lastName: booking.attendeeLastName,
  email: booking.attendeeEmail,
  reference: referenceOf(booking),
});

const managedState = (booking: Booking, session: LiveSession): ManagedState =>
  wasCancelledWithSession(booking, session) ? "session_cancelled" : stateOf(booking);

const sessionView = (ctx: Context, session: LiveSession) => ({
  id: session.id,
  title: session.title,
  category: session.category,
  isOnline: session.locationType === "online",
  hasJoinLink: session.zoomLink !== null,
  hasBegun: session.startTime <= ctx.clock.now(),
  startsAt: displayStart(session, ctx),
  duration: formatDuration(session.durationMinutes),
  where: whereLines(session),
  mapUrl: mapUrlOf(session),
});

/** `share` and `credits` are what a cancelled ticket gives back; `share` is null if nothing was to be paid. */
function ticketView(booking: Booking, ticket: Ticket, taken: Map<string, number>) {
  const amountMinor = shareOf(ticket);
  return {
    id: ticket.id,
    name: ticketName(booking, ticket),
    isCancelled: !isActive(ticket),
    credits: taken.get(ticket.id) ?? 0,
    share: amountMinor > 0 && !isFreeOrder(booking) ? formatAmount({ amountMinor, currency: booking.currency }) : null,
  };
}

async function payUrlOf(ctx: Context, booking: Booking): Promise<string | null> {
  if (booking.status !== "pending") return null;
  const { id, coursePurchaseId } = booking;
  const order = coursePurchaseId
    ? { kind: "purchase" as const, id: coursePurchaseId }
    : { kind: "booking" as const, id };
  return (await findOpenPayment(ctx, order))?.checkoutUrl ?? null;
}

function displayCancellation(ctx: Context, { locationType }: LiveSession, cancellation: Cancellation) {
  if (cancellation.kind !== "allowed") return cancellation;
  return { ...cancellation, until: displayStart({ startTime: cancellation.until, locationType }, ctx) };
}
