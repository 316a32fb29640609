import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { sessionBookings } from "@db/schema";

export type Booking = typeof sessionBookings.$inferSelect;
export type PaymentStatus = Booking["paymentStatus"];
type NewBooking = Omit<typeof sessionBookings.$inferInsert, "status" | "paymentStatus" | "completedAt">;

/** From each payment status to those that may follow. Nothing else writes a booking's two statuses. */
const next: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ["paid", "free", "failed", "cancelled"],
  failed: ["paid", "free"],
  cancelled: ["paid", "free"],
  paid: ["refunded"],
  free: ["cancelled"],
  refunded: [],
};

/** What a payment status makes of the booking: paid and free complete it, all others but pending cancel it. */
const bookingStatusFor = (paymentStatus: PaymentStatus): Booking["status"] =>
  paymentStatus === "pending" ? "pending" : ["paid", "free"].includes(paymentStatus) ? "completed" : "cancelled";

/** Makes a booking: held while something is to be paid, completed at once when it is free. */
export async function insertBooking(tx: Transaction, values: NewBooking, now: Date): Promise<Booking> {
  const paymentStatus = values.totalMinor > 0 ? "pending" : "free";
  const [booking] = await tx
    .insert(sessionBookings)
    .values({
      ...values,
      paymentStatus,
      status: bookingStatusFor(paymentStatus),
      completedAt: paymentStatus === "free" ? now : null,
    })
    .returning();
  return booking!;
}

/**
 * Moves a booking, whose session is locked, to another payment status and to the booking status that goes with it.
 * Throws where the move is not a legal one: that is a fault of ours, not something to tell a visitor.
 */
export async function moveBooking(tx: Transaction, booking: Booking, to: PaymentStatus, now: Date): Promise<Booking> {
  if (!next[booking.paymentStatus].includes(to)) {
    throw new Error(`booking ${booking.id} can't go from ${booking.paymentStatus} to ${to}`);
  }
  const status = bookingStatusFor(to);
  const [moved] = await tx
    .update(sessionBookings)
    .set({
      paymentStatus: to,
      status,
      ...(status === "completed" && { completedAt: now, cancelledAt: null }),
      ...(status === "cancelled" && { cancelledAt: now }),
    })
    .where(eq(sessionBookings.id, booking.id))
    .returning();
  return moved!;
}
