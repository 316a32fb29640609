import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { eq, sql } from "drizzle-orm";
import { bookingTickets, type LiveSession, payments, refunds, sessionBookings, sessionWaitlist } from "@db/schema";
import { bookedAt, type BookingPosition } from "./booking-dates";
import { type UsedCode, usedTerms } from "./codes";
import { collector, guestAt, guests, member, type Person } from "./people";
import { type SeededSessions, sessionNamed } from "./timetable";

type NewBooking = typeof sessionBookings.$inferInsert & { id: string };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Sells out birth-together and leaves one place in slow-movement. */
const guestCounts: Record<string, number> = {
  "past-tuesday-1": 14,
  "past-movement": 8,
  "past-reset": 10,
  "past-own-hour": 6,
  "past-wind-down": 9,
  "past-tuesday-2": 13,
  "past-trimester": 5,
  "past-exhale": 11,
  "wind-down": 6,
  "birth-together": 8,
  "midday-reset": 11,
  "long-exhale": 5,
  "fourth-trimester": 4,
  "slow-movement": 9,
  "first-breath": 7,
  "first-tuesday-1": 12,
  "own-hour": 3,
  cello: 7,
  canal: 2,
  labour: 3,
  "first-tuesday-2": 2,
  "quiet-day": 5,
};

/** Sessions whose first guest has booked several tickets, and how many. */
const severalTickets: Record<string, number> = { "past-reset": 2, "own-hour": 3, "first-tuesday-2": 2, "quiet-day": 2 };

type UsedCodes = Record<string, UsedCode | null>;

const memberBookings: UsedCodes = {
  "past-tuesday-2": "WELCOME10",
  "past-wind-down": null,
  "past-reset": null,
  "past-movement": "FIVEOFF",
  "past-tuesday-1": null,
  "wind-down": "WELCOME10",
  "long-exhale": null,
  "first-tuesday-1": null,
};

/** Bookings made as a guest with the account's address, so that they appear in the account. */
const bookedBeforeSignUp: UsedCodes = { "past-own-hour": null };

const collectorBookings: UsedCodes = { "past-exhale": null, "past-tuesday-1": "FIVEOFF", "first-breath": null };

type SeededBooking = NewBooking & { id: string; completedAt: Date; arrivedAt: Date | null };

type Context = { sessions: SeededSessions; memberId: string; collectorId: string; now: Date; timeZone: string };

export async function seedBookings(tx: Transaction, context: Context): Promise<void> {
  const rows = [...context.sessions].flatMap(([key, session], index) => bookingsOf(key, session, index * 7, context));
  rows.push(refundedBooking(context), owedBooking(context));
  await tx.insert(sessionBookings).values([...rows, abandonedBooking(context)]);
  await nameCompanions(tx);
  await checkIn(tx, rows);
  const paid = await tx
    .insert(payments)
    .values(
      rows
        .filter((booking) => booking.totalMinor > 0)
        .map((booking) => ({ bookingId: booking.id, ...outsidePayment(booking) })),
    )
    .returning();
  await seedRefunds(tx, rows, paid);
}

/** Names the second ticket of each booking; a third one stays without a name. */
async function nameCompanions(tx: Transaction): Promise<void> {
  const lastName = sql`(select ${sessionBookings.attendeeLastName} from ${sessionBookings}
    where ${sessionBookings.id} = ${bookingTickets.bookingId})`;
  await tx
    .update(bookingTickets)
    .set({ name: sql`'Robin ' || ${lastName}` })
    .where(eq(bookingTickets.number, 2));
}

async function checkIn(tx: Transaction, rows: SeededBooking[]): Promise<void> {
  for (const { id, arrivedAt } of rows) {
    if (!arrivedAt) continue;
    await tx.update(bookingTickets).set({ checkedInAt: arrivedAt }).where(eq(bookingTickets.bookingId, id));
  }
}

export async function seedWaitlist(
  tx: Transaction,
  { sessions, now, timeZone }: Omit<Context, "memberId" | "collectorId">,
): Promise<void> {
  const session = sessionNamed(sessions, "birth-together");
  await tx.insert(sessionWaitlist).values(
    guests.slice(2, 5).map(({ firstName, lastName, email }, index) => ({
      sessionId: session.id,
      firstName,
      lastName,
      email,
      timeZone,
      createdAt: new Date(now.getTime() - (30 - index * 9) * hour),
    })),
  );
}

type Order = Pick<NewBooking, "totalMinor" | "currency" | "createdAt" | "completedAt">;

/** Returns a payment whose provider is "outside", because Stripe has no such payment. */
export const outsidePayment = ({ totalMinor, currency, createdAt, completedAt }: Order) => ({
  provider: "outside" as const,
  state: "paid" as const,
  amountMinor: totalMinor,
  currency,
  createdAt,
  paidAt: completedAt,
});

async function seedRefunds(tx: Transaction, rows: NewBooking[], paid: (typeof payments.$inferSelect)[]): Promise<void> {
  const bookings = new Map(rows.map((booking) => [booking.id, booking]));
  const returned = paid.flatMap(({ id, bookingId, amountMinor, currency }) => {
    const booking = bookings.get(bookingId ?? "");
    if (!booking?.cancelledAt) return [];
    const { cancelledAt } = booking;
    const isBack = booking.paymentStatus === "refunded";
    const state = isBack ? ("succeeded" as const) : ("pending" as const);
    const settledAt = isBack ? new Date(cancelledAt.getTime() + hour) : null;
    return [
      { paymentId: id, amountMinor, currency, reason: "cancelled" as const, state, createdAt: cancelledAt, settledAt },
    ];
  });
  await tx.insert(refunds).values(returned);
}

/** `first` is the index of the first guest, so that sessions start with different ones. */
function bookingsOf(key: string, session: LiveSession, first: number, context: Context): SeededBooking[] {
  const guestCount = guestCounts[key] ?? 0;
  const count = guestCount + accounts(context).length;
  const bookedByGuests = Array.from({ length: guestCount }, (_, index) => {
    const nth = { index, count, shift: first };
    const booking = bookingRow(session, guestAt(first + index), index % 6 === 4 ? "WELCOME10" : null, nth, context);
    return index === 0 ? withTickets(booking, severalTickets[key] ?? 1) : booking;
  });
  const bookedByAccounts = accounts(context).flatMap(({ person, userId, bookings }, index) => {
    const code = bookings[key];
    if (code === undefined) return [];
    const nth = { index: guestCount + index, count, shift: first };
    return [{ ...bookingRow(session, person, code, nth, context), userId }];
  });
  return [...bookedByGuests, ...bookedByAccounts];
}

/** The booking has no discount. */
const withTickets = (booking: SeededBooking, quantity: number): SeededBooking => ({
  ...booking,
  quantity,
  listPriceMinor: booking.listPriceMinor * quantity,
  totalMinor: booking.totalMinor * quantity,
});

const accounts = ({ memberId, collectorId }: Context) => [
  { person: member, userId: memberId, bookings: memberBookings },
  { person: member, userId: null, bookings: bookedBeforeSignUp },
  { person: collector, userId: collectorId, bookings: collectorBookings },
];

function bookingRow(
  session: LiveSession,
  person: Person,
  code: UsedCode | null,
  nth: BookingPosition,
  context: Context,
): SeededBooking {
  const isPast = session.startTime < context.now;
  const { index } = nth;
  const createdAt = bookedAt(session, nth, context);
  const discountMinor = code && session.priceMinor > 0 ? discount(session.priceMinor, code) : 0;
  const totalMinor = session.priceMinor - discountMinor;
  return {
    // Random, because a booking's id opens its confirmation page.
    id: randomUUID(),
    formKey: randomUUID(),
    sessionId: session.id,
    attendeeFirstName: person.firstName,
    attendeeLastName: person.lastName,
    attendeeEmail: person.email,
    status: "completed",
    paymentStatus: totalMinor > 0 ? "paid" : "free",
    listPriceMinor: session.priceMinor,
    discountMinor,
    totalMinor,
    currency: "GBP",
    ...(discountMinor > 0 && code && { appliedDiscountCode: code, discountTerms: usedTerms[code] }),
    timeZone: context.timeZone,
    createdAt,
    completedAt: new Date(createdAt.getTime() + (totalMinor > 0 ? 2 * minute : 0)),
    // One attendee in six does not come.
    arrivedAt: isPast && index % 6 !== 3 ? new Date(session.startTime.getTime() - (index + 2) * minute) : null,
  };
}

function discount(priceMinor: number, code: UsedCode): number {
  const terms = usedTerms[code];
  // Prices are in whole pounds, so a percentage is a whole number of pence.
  return terms.type === "percentage" ? (priceMinor * terms.percentage) / 100 : Math.min(priceMinor, terms.amountMinor);
}

function refundedBooking(context: Context): SeededBooking {
  const booking = bookingRow(
    sessionNamed(context.sessions, "labour"),
    member,
    null,
    { index: 4, count: 6, shift: 2 },
    context,
  );
  const cancelledAt = new Date(booking.completedAt.getTime() + day);
  return { ...booking, userId: context.memberId, status: "cancelled", paymentStatus: "refunded", cancelledAt };
}

function owedBooking(context: Context): SeededBooking {
  const booking = bookingRow(
    sessionNamed(context.sessions, "long-exhale"),
    guestAt(6),
    null,
    { index: 3, count: 9, shift: 3 },
    context,
  );
  const cancelledAt = new Date(booking.completedAt.getTime() + hour);
  return { ...booking, status: "cancelled", cancelledAt };
}

function abandonedBooking(context: Context): NewBooking {
  const session = sessionNamed(context.sessions, "wind-down");
  const booking = bookingRow(session, guestAt(4), null, { index: 2, count: 8, shift: 4 }, context);
  const cancelledAt = new Date(booking.completedAt.getTime() + 32 * minute);
  return { ...booking, status: "cancelled", paymentStatus: "cancelled", completedAt: null, cancelledAt };
}
