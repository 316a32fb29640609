import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, type BookingStatus, type PaymentStatus, sessionBookings } from "@db/schema";
import { one } from "@db/one";

type NewBooking = Omit<typeof sessionBookings.$inferInsert, "status" | "paymentStatus" | "completedAt">;

/** Both statuses of a booking, the place's first. Nothing but this module writes them, and no other pair exists. */
export type BookingState =
  | "pending pending"
  | "confirmed pending"
  | "completed paid"
  | "completed free"
  | "completed refunded"
  | "cancelled failed"
  | "cancelled cancelled"
  | "cancelled paid"
  | "cancelled refunded";

/**
 * From each state to those that may follow. A cancelled booking stays `paid` until what was paid has gone back, and
 * is `paid` again if the bank returns the refund. `completed refunded` is a place that the instructor lets someone
 * keep although all the money has gone back.
 */
const next: Record<BookingState, readonly BookingState[]> = {
  "pending pending": [
    "completed paid",
    "completed free",
    "confirmed pending",
    "cancelled failed",
    "cancelled cancelled",
  ],
  "confirmed pending": ["completed paid", "completed free", "cancelled cancelled"],
  "completed paid": ["completed refunded", "cancelled paid", "cancelled refunded"],
  "completed free": ["cancelled cancelled"],
  "completed refunded": ["completed paid", "cancelled refunded"],
  "cancelled failed": ["completed paid", "completed free"],
  "cancelled cancelled": ["completed paid", "completed free"],
  "cancelled paid": ["cancelled refunded"],
  "cancelled refunded": ["cancelled paid"],
};

/** What the admin may make of a booking by hand; `completed` needs a free place where the booking has none. */
export const movesByHand: Record<BookingState, readonly BookingState[]> = {
  "pending pending": ["completed paid", "completed free", "cancelled failed", "cancelled cancelled"],
  "confirmed pending": ["completed paid", "completed free", "cancelled cancelled"],
  "completed paid": ["cancelled paid", "cancelled refunded"],
  "completed free": ["cancelled cancelled"],
  "completed refunded": ["cancelled refunded"],
  "cancelled failed": ["completed paid", "completed free"],
  "cancelled cancelled": ["completed paid", "completed free"],
  "cancelled paid": ["cancelled refunded"],
  "cancelled refunded": [],
};

export const stateOf = ({ status, paymentStatus }: Pick<Booking, "status" | "paymentStatus">) =>
  `${status} ${paymentStatus}` as BookingState;

/** Whether a move is a legal one. */
export const mayMove = (booking: Booking, to: BookingState): boolean => next[stateOf(booking)].includes(to);

/** What a payment status makes of the place: paid and free complete the booking, all others but pending cancel it. */
const stateFor: Record<PaymentStatus, BookingState> = {
  pending: "pending pending",
  paid: "completed paid",
  free: "completed free",
  failed: "cancelled failed",
  cancelled: "cancelled cancelled",
  refunded: "cancelled refunded",
};

/** What becomes of a booking whose place is given back. Money that was paid is still to go back, or has gone already. */
function cancelledState({ paymentStatus }: Booking): BookingState {
  if (paymentStatus === "paid") return "cancelled paid";
  return paymentStatus === "refunded" ? "cancelled refunded" : "cancelled cancelled";
}

/** Makes a booking: held while something is to be paid, completed at once when it is free. */
export const insertBooking = (tx: Transaction, values: NewBooking, now: Date): Promise<Booking> =>
  insertAs(tx, values, values.totalMinor === 0 ? "completed free" : "pending pending", now);

/** Makes a booking that the instructor gives: completed where it is free, confirmed where it is paid for at the door. */
export const insertGiven = (tx: Transaction, values: NewBooking, now: Date): Promise<Booking> =>
  insertAs(tx, values, values.totalMinor === 0 ? "completed free" : "confirmed pending", now);

async function insertAs(tx: Transaction, values: NewBooking, state: BookingState, now: Date): Promise<Booking> {
  const columns = columnsOf(state);
  return one(
    await tx
      .insert(sessionBookings)
      .values({ ...values, ...columns, completedAt: columns.status === "completed" ? now : null })
      .returning(),
    "booking",
  );
}

/** Moves a booking, whose session is locked, to another payment status and to the booking status that goes with it. */
export const moveBooking = (tx: Transaction, booking: Booking, to: PaymentStatus, now: Date): Promise<Booking> =>
  moveTo(tx, booking, stateFor[to], now);

/** Gives the place of a booking back, whose session is locked; what was paid counts as paid until it has gone back. */
export const cancelPlace = (tx: Transaction, booking: Booking, now: Date): Promise<Booking> =>
  moveTo(tx, booking, cancelledState(booking), now);

/** Throws where the move is not a legal one: that is a fault of ours, not something to tell a visitor. */
export async function moveTo(tx: Transaction, booking: Booking, to: BookingState, now: Date): Promise<Booking> {
  if (!mayMove(booking, to)) throw new Error(`booking ${booking.id} can't go from ${stateOf(booking)} to ${to}`);
  const columns = columnsOf(to);
  const isEnding = columns.status === "cancelled" && booking.status !== "cancelled";
  return one(
    await tx
      .update(sessionBookings)
      .set({
        ...columns,
        ...(columns.status === "completed" && {
          completedAt: booking.cancelledAt ? now : (booking.completedAt ?? now),
          cancelledAt: null,
        }),
        ...(isEnding && { cancelledAt: now }),
        // Kept for counting unpaid holds only.
        holdBrowser: null,
        holdNetwork: null,
      })
      .where(eq(sessionBookings.id, booking.id))
      .returning(),
    "booking",
  );
}

function columnsOf(state: BookingState) {
  const [status, paymentStatus] = state.split(" ") as [BookingStatus, PaymentStatus];
  return { status, paymentStatus };
}
