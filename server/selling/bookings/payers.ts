import type { Transaction } from "@db/client";
import { type Booking, bookingPayers, type Payer, payerColumns } from "@db/schema";
import { eq, inArray } from "drizzle-orm";

/** What is to pay for a new booking beside money. */
export type NewPayer = Omit<typeof bookingPayers.$inferInsert, "bookingId" | "returnedAt">;

type BookingRow = Omit<Booking, keyof Payer>;

const columns = { bookingId: bookingPayers.bookingId, ...payerColumns };

const none: Payer = {
  payerKind: null,
  passId: null,
  coursePurchaseId: null,
  payerShare: null,
  shareReturnedAt: null,
  makesUpForId: null,
};

/** Stores what pays for bookings that were inserted just now, and returns them with it. */
export async function insertPayers(tx: Transaction, bookings: BookingRow[], payers: (NewPayer | null)[]) {
  const rows = bookings.flatMap(({ id: bookingId }, index) => {
    const payer = payers[index];
    return payer ? [{ ...payer, bookingId }] : [];
  });
  return join(bookings, rows.length > 0 ? await tx.insert(bookingPayers).values(rows).returning(columns) : []);
}

/**
 * Returns bookings that were locked just now with what pays for them. Their locks cover it, so it is read once they are
 * held: a statement that waits for a lock reads the rows of other tables as they were before.
 */
export async function readPayers(tx: Transaction, bookings: BookingRow[]): Promise<Booking[]> {
  const ids = bookings.map(({ id }) => id);
  return join(bookings, await tx.select(columns).from(bookingPayers).where(inArray(bookingPayers.bookingId, ids)));
}

function join(bookings: BookingRow[], payers: (Payer & { bookingId: string })[]): Booking[] {
  const byBooking = new Map(payers.map(({ bookingId, ...payer }) => [bookingId, payer]));
  return bookings.map((booking) => ({ ...booking, ...(byBooking.get(booking.id) ?? none) }));
}

type PayerChange = { share: number } | { returnedAt: Date };

/** Changes how much the payers of locked bookings pay, or that it was returned. */
export async function changePayers(tx: Transaction, bookingIds: string[], change: PayerChange): Promise<void> {
  await tx.update(bookingPayers).set(change).where(inArray(bookingPayers.bookingId, bookingIds));
}

/** Takes away what has paid for a locked booking, which money pays from now on. */
export async function removePayer(tx: Transaction, booking: Booking): Promise<Booking> {
  await tx.delete(bookingPayers).where(eq(bookingPayers.bookingId, booking.id));
  return { ...booking, ...none };
}
