import type { Queryable } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  liveSessions,
  passes,
  payments,
  paysFor,
  sessionBookings,
  type Ticket,
} from "@db/schema";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../../core/context";
import { describeZones, displayStart, placeLabel } from "../../../core/dates";
import { DomainError } from "../../../core/errors";
import { formatAmount } from "../../../core/money";
import { type Page, pageLength, pageOf } from "../../../core/pagination";
import { bookingPath, bookingReceiptPath, movePath, purchaseReceiptPath } from "../../../core/paths";
import { readSiteSettings, type SiteSettings } from "../../../core/site-settings";
import { printCredits } from "../../../platform/money/print-order";
import { invoicesOfRow, printListed } from "../../../payments/invoices/listed-invoices";
import { type InvoicedReceipt, withInvoices } from "../../../payments/invoices/read-invoice";
import { disputeOf } from "../../../payments/disputed-orders";
import type { DisputeState } from "../../../payments/schemas";
import { receiptOf } from "../../../payments/receipt";
import { whereBookingOf } from "../../../catalogue/schedule/whose-bookings";
import { summaryOf, whereLines } from "../../../catalogue/schedule/session-facts";
import { endOf } from "../../../catalogue/schedule/session-event";
import { recordingLinkOf } from "../../../catalogue/schedule/session-links";
import { cancellationOf } from "../cancellation";
import type { MyBooking, MyBookings } from "../schemas";
import { describeRates, isActive, listTickets } from "../tickets";

const wasPaid = sql<boolean>`exists (select from ${payments}
  where ${payments.bookingId} = ${sessionBookings.id} and ${payments.state} = 'paid')`;

export async function listMyBookings(ctx: MemberContext, { page: wanted }: { page: number }): Promise<MyBookings> {
  const now = ctx.clock.now();
  const { page, rows } = await readPage(ctx, wanted);
  const site = await readSiteSettings(ctx);
  return {
    bookings: rows.map((listed) => printBooking(ctx, listed, site)),
    page,
    zoneNote: describeZones(
      rows.map(({ session }) => session),
      ctx,
      now,
    ),
  };
}

/** A first page that isn't full is all there is, so it needs no count. */
async function readPage(ctx: MemberContext, wanted: number): Promise<{ page: Page; rows: ListedBooking[] }> {
  const first = wanted === 1 ? await selectListed(ctx, 0) : null;
  if (first && first.length < pageLength) return { page: pageOf(1, first.length).page, rows: first };
  const total = await ctx.db.$count(sessionBookings, whereBookingOf(ctx.user));
  const { page, offset } = pageOf(wanted, total);
  return { page, rows: first ?? (await selectListed(ctx, offset)) };
}

const { id, status, paymentStatus, quantity, createdAt, movedAt } = sessionBookings;
const { purchaseId: coursePurchaseId } = bookingPayers;
const { title, description, startTime, durationMinutes, locationType, location } = liveSessions;
const { city, postCode, cancelledAt, rescheduledAt, recordingUrl } = liveSessions;

const listedColumns = {
  booking: { id, status, paymentStatus, quantity, createdAt, movedAt, coursePurchaseId },
  session: {
    title,
    description,
    startTime,
    durationMinutes,
    locationType,
    location,
    city,
    postCode,
    cancelledAt,
    rescheduledAt,
    recordingUrl,
  },
  wasPaid,
  invoices: invoicesOfRow.booking,
};

/** What was paid for a course is that of each of its dates. */
const payer = sql`coalesce(${coursePurchaseId}, ${id})`;

const selectListed = ({ db, user, clock }: MemberContext, offset: number): Promise<ListedBooking[]> =>
  db
    .select({ ...listedColumns, dispute: disputeOf(db, payer) })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(whereBookingOf(user))
    .orderBy(...upcomingFirst(clock.now()))
    .limit(pageLength)
    .offset(offset);

function upcomingFirst(now: Date): SQL[] {
  const isToCome = sql`(${sessionBookings.status} <> 'cancelled' and ${cancelledAt} is null
    and ${startTime} + make_interval(mins => ${durationMinutes}) > ${now.toISOString()}::timestamptz)`;
  return [
    sql`${isToCome} desc`,
    sql`case when ${isToCome} then ${startTime} end asc`,
    sql`${startTime} desc`,
    sql`${sessionBookings.createdAt} desc`,
    sql`${sessionBookings.id} desc`,
  ];
}

type ListedBooking = {
  booking: Pick<Booking, keyof typeof listedColumns.booking>;
  session: Pick<LiveSession, keyof typeof listedColumns.session>;
  wasPaid: boolean;
  dispute: DisputeState | null;
  invoices: Parameters<typeof printListed>[0];
};

function printBooking(ctx: MemberContext, listed: ListedBooking, site: SiteSettings): MyBooking {
  const { booking, session, wasPaid, dispute } = listed;
  const now = ctx.clock.now();
  const { date, time, iso } = displayStart(session, ctx);
  const { kind } = cancellationOf({ booking, session, site, now });
  const path = bookingPath(booking);
  const hasPlace = booking.status === "completed" || booking.status === "confirmed";
  const isToCome = session.cancelledAt === null && endOf(session) > now;
  const isOfCourse = booking.coursePurchaseId !== null;
  return {
    id: booking.id,
    title: session.title,
    summary: summaryOf(session.description),
    status: booking.status,
    isBooked: hasPlace && isToCome,
    dispute,
    start: { text: `${date} at ${time}`, iso },
    place: placeLabel(session),
    quantity: booking.quantity,
    recordingUrl: hasPlace ? recordingLinkOf(session, now) : null,
    managePath: path,
    isOfCourse,
    movePath: kind === "allowed" && !isOfCourse ? movePath(booking) : null,
    cancelPath: kind === "allowed" || kind === "hold" ? `${path}/cancel` : null,
    invoices: printListed(listed.invoices),
    receiptPath: wasPaid || booking.paymentStatus === "free" ? receiptPathOf(booking) : null,
  };
}

/** The receipt of a course is that of its dates. */
const receiptPathOf = (booking: ListedBooking["booking"]): string =>
  booking.coursePurchaseId === null ? bookingReceiptPath(booking) : purchaseReceiptPath(booking.coursePurchaseId);

function ticketLines({ listPriceMinor, currency }: Booking, tickets: Ticket[]): string[] {
  const rates = describeRates(tickets, currency);
  if (rates !== null) return [rates, ...cancelledLines(tickets)];
  if (tickets.length < 2) return [];
  const each = formatAmount({ amountMinor: listPriceMinor / tickets.length, currency });
  const cancelled = tickets.filter((ticket) => !isActive(ticket)).length;
  const note = cancelled > 0 ? `, ${cancelled} of them cancelled` : "";
  return [`${tickets.length} tickets at ${each}${note}`];
}

function cancelledLines(tickets: Ticket[]): string[] {
  const cancelled = tickets.filter((ticket) => !isActive(ticket));
  if (cancelled.length === 0 || cancelled.length === tickets.length) return [];
  return [cancelled.length === 1 ? "1 ticket cancelled" : `${cancelled.length} tickets cancelled`];
}

async function passLines(db: Queryable, { passId, payerShare, totalMinor }: Booking): Promise<string[]> {
  if (passId === null) return [];
  const [pass] = await db.select({ title: passes.title }).from(passes).where(eq(passes.id, passId));
  if (!pass) return [];
  const what = totalMinor > 0 && payerShare ? `${printCredits(payerShare)} of a pass` : "a pass";
  return [`Paid with ${what}: ${pass.title}`];
}

export async function getBookingReceipt(
  ctx: MemberContext,
  { bookingId }: { bookingId: string },
): Promise<InvoicedReceipt> {
  const [row] = await ctx.db
    .select({ booking: bookingColumns, session: liveSessions })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(eq(sessionBookings.id, bookingId), whereBookingOf(ctx.user)));
  if (!row) throw new DomainError("not_found", "Receipt not found");
  const { booking, session } = row;
  const { date, time, zone } = displayStart(session, ctx);
  const when = `${date} at ${time} ${zone}`;
  const ref = { kind: "booking", id: bookingId } as const;
  const receipt = receiptOf(ctx, { ...booking, isFree: booking.paymentStatus === "free" }, ref, {
    customer: {
      name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim(),
      email: booking.attendeeEmail,
    },
    item: {
      title: session.title,
      details: [
        when,
        whereLines(session).join(", "),
        ...ticketLines(booking, await listTickets(ctx.db, booking)),
        ...(await passLines(ctx.db, booking)),
      ],
    },
  });
  return withInvoices(ctx.db, ref, receipt);
}
