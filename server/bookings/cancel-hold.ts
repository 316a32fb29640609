import { and, eq } from "drizzle-orm";
import { payments, sessionBookings } from "@db/schema";
import type { Services } from "../services";
import { lockSession } from "./lock-session";
import { moveBooking } from "./transitions";

/**
 * Gives a held place back, unless the booking is no longer pending. Whoever calls it knows that no payment page is
 * open: none was opened, or Stripe says that it has closed. `checkoutId` is that page; where another one has been
 * opened meanwhile, nothing happens. Answers whether the place was given back.
 */
export async function cancelHold(
  services: Services,
  bookingId: string,
  outcome: "failed" | "cancelled",
  checkoutId: string | null = null,
): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const held = await tx.query.sessionBookings.findFirst({ where: eq(sessionBookings.id, bookingId) });
    if (held?.status !== "pending") return false;
    await lockSession(tx, held.sessionId);
    const [booking] = await tx.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId)).for("update");
    const [payment] = await tx.select().from(payments).where(eq(payments.bookingId, bookingId)).for("update");
    if (booking?.status !== "pending" || (payment?.stripeCheckoutSessionId ?? null) !== checkoutId) return false;
    await moveBooking(tx, booking, outcome, services.clock.now());
    await tx
      .update(payments)
      .set({ state: outcome })
      .where(and(eq(payments.bookingId, bookingId), eq(payments.state, "open")));
    return true;
  });
}
