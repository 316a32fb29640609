import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, type BookingStatus, type PaymentStatus, sessionBookings } from "@db/schema";
import { one } from "@db/one";
import { insertPayers, type NewPayer } from "./payers";

type NewBooking = Omit<typeof sessionBookings.$inferInsert, "status" | "paymentStatus" | "completedAt"> & {
  payer?: NewPayer | null;
};

/** Booking status and payment status. Only this module writes them; no other pairs exist. */
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

/** A cancelled booking is `paid` until its refund succeeds. `completed refunded`: all refunded, the place stays. */
const nextStates: Record<BookingState, readonly BookingState[]> = {
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

/** A change to `completed` needs a free place if the booking has none. */
export const changesByHand: Record<BookingState, readonly BookingState[]> = {
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

export const canChangeState = (booking: Booking, to: BookingState): boolean =>
  nextStates[stateOf(booking)].includes(to);

const stateFor: Record<PaymentStatus, BookingState> = {
  pending: "pending pending",
  paid: "completed paid",
  free: "completed free",
  failed: "cancelled failed",
  cancelled: "cancelled cancelled",
  refunded: "cancelled refunded",
};

function cancelledState({ paymentStatus }: Booking): BookingState {
  if (paymentStatus === "paid") return "cancelled paid";
  return paymentStatus === "refunded" ? "cancelled refunded" : "cancelled cancelled";
}

/** Inserts a booking that is held until it is paid, or booked at once. */
export const insertBooking = (
  tx: Transaction,
  values: NewBooking,
  status: "pending" | "paid" | "free",
  now: Date,
): Promise<Booking> => insertAs(tx, values, stateFor[status], now);

export const insertAdminBooking = (tx: Transaction, values: NewBooking, now: Date): Promise<Booking> =>
  insertAs(tx, values, values.totalMinor === 0 ? "completed free" : "confirmed pending", now);

/** Inserts the dates of a course: held with its purchase, or booked at once. They cost nothing themselves. */
export async function insertDates(
  tx: Transaction,
  dates: NewBooking[],
  { isDone, now }: { isDone: boolean; now: Date },
): Promise<Booking[]> {
  const columns = columnsOf(isDone ? "completed free" : "pending pending");
  const rows = dates.map((values) => ({ ...values, ...columns, completedAt: isDone ? now : null }));
  return insertRows(tx, rows);
}

type ImportedBooking = NewBooking & { completedAt: Date; isUnpaid: boolean };

/** Inserts bookings that were made and paid elsewhere. */
export async function insertImportedBookings(tx: Transaction, bookings: ImportedBooking[]): Promise<Booking[]> {
  const rows = bookings.map(({ isUnpaid, completedAt, ...values }) => {
    const columns = columnsOf(importedState({ isUnpaid, totalMinor: values.totalMinor }));
    return { ...values, ...columns, completedAt: columns.status === "completed" ? completedAt : null };
  });
  return insertRows(tx, rows);
}

function importedState({ isUnpaid, totalMinor }: { isUnpaid: boolean; totalMinor: number }): BookingState {
  if (totalMinor === 0) return "completed free";
  return isUnpaid ? "confirmed pending" : "completed paid";
}

async function insertAs(tx: Transaction, values: NewBooking, state: BookingState, now: Date): Promise<Booking> {
  const columns = columnsOf(state);
  const row = { ...values, ...columns, completedAt: columns.status === "completed" ? now : null };
  return one(await insertRows(tx, [row]), "booking");
}

type NewRow = typeof sessionBookings.$inferInsert & Pick<NewBooking, "payer">;

async function insertRows(tx: Transaction, rows: NewRow[]): Promise<Booking[]> {
  const inserted = await tx
    .insert(sessionBookings)
    .values(rows.map(({ payer: _, ...row }) => row))
    .returning();
  return insertPayers(
    tx,
    inserted,
    rows.map(({ payer = null }) => payer),
  );
}

export const changePaymentStatus = (
  tx: Transaction,
  booking: Booking,
  to: PaymentStatus,
  now: Date,
): Promise<Booking> => changeState(tx, booking, stateFor[to], now);

export const cancelPlace = (tx: Transaction, booking: Booking, now: Date): Promise<Booking> =>
  changeState(tx, booking, cancelledState(booking), now);

/** Throws a plain Error on an illegal change: a bug, not something to tell a visitor. */
export async function changeState(tx: Transaction, booking: Booking, to: BookingState, now: Date): Promise<Booking> {
  if (!canChangeState(booking, to)) throw new Error(`booking ${booking.id} can't go from ${stateOf(booking)} to ${to}`);
  const columns = columnsOf(to);
  const isEnding = columns.status === "cancelled" && booking.status !== "cancelled";
  const changed = one(
    await tx
      .update(sessionBookings)
      .set({
        ...columns,
        ...(columns.status === "completed" && {
          completedAt: booking.cancelledAt ? now : (booking.completedAt ?? now),
          cancelledAt: null,
        }),
        ...(isEnding && { cancelledAt: now }),
        holdBrowser: null,
        holdNetwork: null,
      })
      .where(eq(sessionBookings.id, booking.id))
      .returning(),
    "booking",
  );
  return { ...booking, ...changed };
}

function columnsOf(state: BookingState) {
  const [status, paymentStatus] = state.split(" ") as [BookingStatus, PaymentStatus];
  return { status, paymentStatus };
}
