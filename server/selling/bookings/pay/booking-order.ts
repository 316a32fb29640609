import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  liveSessions,
  passes,
  paysFor,
  sessionBookings,
  type Ticket,
} from "@db/schema";
import type { Queryable } from "@db/client";
import { and, eq, gte, inArray, isNull, lt } from "drizzle-orm";
import { referenceOf } from "../../../core/reference";
import { attendeeOf } from "../../../platform/mail/templates";
import { isWithoutPayment, type LedgerOrder, type LedgerSource } from "../../../payments/ledger/ledger-order";
import type { Order, PayableWords } from "../../../payments/payable-order";
import { confirmedUntil } from "../mails/mail-booking";
import { stepsFor } from "./set-booking-status";
import { describeRates, keptTotalMinor, listTicketsOf } from "../tickets";

export const bookingWords: PayableWords = { label: "Booking", noun: "booking", synced: "order", hasPlace: true };

export async function readBookingOrders(db: Queryable, ids: string[]): Promise<Order[]> {
  const rows = await db
    .select({ booking: bookingColumns, session: liveSessions, pass: passes.title })
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .leftJoin(passes, eq(passes.id, bookingPayers.passId))
    .where(inArray(sessionBookings.id, ids));
  const tickets = await listTicketsOf(
    db,
    rows.map(({ booking }) => booking),
  );
  return rows.map((row) => orderOf({ ...row, tickets: tickets.get(row.booking.id) ?? [] }));
}

type OrderRow = { booking: Booking; session: LiveSession; pass: string | null; tickets: Ticket[] };

function orderOf({ booking, session, pass, tickets }: OrderRow): Order {
  const { id, createdAt, listPriceMinor, totalMinor, currency, status, paymentStatus } = booking;
  return {
    kind: "booking",
    id,
    createdAt,
    listPriceMinor,
    totalMinor,
    currency,
    credits: booking.passId === null ? null : booking.payerShare,
    pass,
    customer: `${booking.attendeeFirstName} ${booking.attendeeLastName}`,
    email: booking.attendeeEmail,
    item: session.title,
    sessionId: session.id,
    confirmedUntil: booking.archivedAt ? null : confirmedUntil({ booking, session }),
    quantity: booking.quantity,
    product: "session",
    rates: describeRates(tickets, currency),
    code: booking.appliedDiscountCode,
    terms: booking.discountTerms,
    status: status === "confirmed" ? status : paymentStatus,
    isEnded: status === "cancelled" && paymentStatus === "paid",
    isRefundWaived: booking.refundWaivedAt !== null,
    isRemoved: booking.archivedAt !== null,
    importedFrom: booking.importKey?.split(":")[0] ?? null,
    state: `${status} ${paymentStatus}`,
    steps: booking.archivedAt ? [] : stepsFor(booking),
  };
}

export const bookingLedger: LedgerSource = {
  findUnnamed(db, { from, until }) {
    const { id, status, paymentStatus, refundWaivedAt, createdAt } = sessionBookings;
    // Listed every month until refunded.
    const isOwed = and(eq(status, "cancelled"), eq(paymentStatus, "paid"), isNull(refundWaivedAt));
    const isOfPeriod = and(gte(createdAt, from), lt(createdAt, until));
    const isUnpaid = and(eq(paymentStatus, "paid"), isOfPeriod, isWithoutPayment("booking", id));
    return [isOwed, isUnpaid].map((isUnnamed) => db.select({ id }).from(sessionBookings).where(isUnnamed));
  },
  async read(db, isNamed) {
    const rows = await db
      .select({ booking: bookingColumns, title: liveSessions.title })
      .from(sessionBookings)
      .leftJoin(bookingPayers, paysFor)
      .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
      .where(isNamed(sessionBookings.id));
    const tickets = await listTicketsOf(
      db,
      rows.map(({ booking }) => booking),
    );
    return rows.map((row) => ledgerOrderOf({ ...row, tickets: tickets.get(row.booking.id) ?? [] }));
  },
};

type LedgerRow = { booking: Booking; title: string; tickets: Ticket[] };

const ledgerOrderOf = ({ booking, title, tickets }: LedgerRow): LedgerOrder => ({
  id: booking.id,
  kind: "booking",
  reference: referenceOf(booking),
  customer: attendeeOf(booking),
  item: [title, describeRates(tickets, booking.currency)].filter(Boolean).join(", "),
  status: booking.status,
  isLive: booking.status === "completed" || booking.status === "confirmed",
  isWaived: booking.status === "cancelled" ? booking.refundWaivedAt !== null : booking.paymentStatus === "refunded",
  keptMinor: keptTotalMinor(tickets),
  isHeld: booking.status === "pending",
  countsAsPaid: booking.paymentStatus === "paid",
  totalMinor: booking.totalMinor,
  currency: booking.currency,
  createdAt: booking.createdAt,
});
