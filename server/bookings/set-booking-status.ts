import { inTransaction } from "../core/transaction";
import { eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { type Booking, sessionBookings } from "@db/schema";
import { audit } from "../audit/record-audit";
import { DomainError } from "../core/errors";
import { closeOpenPages } from "../payments/reconcile-payment";
import { giveUpByHand } from "../payments/release";
import type { MemberContext } from "../core/context";
import type { StatusByHand, StatusOutcome } from "../payments/schemas";
import { completeByHand } from "./complete-by-hand";
import { lockBooking } from "./lock";
import { releasePlace } from "./release";
import { movesByHand, stateOf } from "./transitions";

type Change = StatusByHand & { bookingId: string };

/**
 * Gives a booking another status by the instructor's word, as far as its states allow it: `paid` is a payment outside
 * Stripe, `cancelled` gives its place back with or without the money, and a cancelled one lives again where a place is
 * free. Throws not_found, closed (it is not as it was when she decided, or such a step there is none), sold_out,
 * discount_refused, busy, payment_provider_failed (a payment page can't be closed).
 */
export async function setBookingStatus(ctx: MemberContext, change: Change): Promise<StatusOutcome> {
  const [booking] = await ctx.db.select().from(sessionBookings).where(eq(sessionBookings.id, change.bookingId));
  if (!booking || booking.archivedAt) throw new DomainError("not_found", "Order not found");
  requireStep(booking, change);
  const { bookingId, to } = change;
  if (booking.status === "pending" && (to === "failed" || to === "cancelled")) {
    return giveUpByHand(ctx, { bookingId }, { ...change, to });
  }
  await inTransaction(
    ctx,
    async (tx) => {
      const locked = await lockBooking(tx, bookingId);
      if (!locked || locked.booking.archivedAt) throw new DomainError("not_found", "Order not found");
      requireStep(locked.booking, change);
      if (to === "paid" || to === "free") await completeByHand(tx, ctx, locked, to);
      else await releasePlace(tx, ctx, locked, { kind: "by_admin", isRefunded: change.isRefunded });
      await auditChange(tx, ctx, locked.booking, change);
    },
    "That did not go through. Please try again.",
  );
  await closeOpenPages(ctx, { bookingId });
  return { outcome: "changed" };
}

/** Two may decide at the same time, or a payment may come: whoever is second is told, and changes nothing. */
function requireStep(booking: Booking, { from, to }: Change): void {
  if (stateOf(booking) !== from)
    throw new DomainError("closed", "This order has changed meanwhile. Please look again.");
  if (!stepsFor(booking).includes(to)) throw new DomainError("closed", "This order can’t be changed to that status.");
}

const steps = ["paid", "free", "failed", "cancelled"] as const;
type Step = (typeof steps)[number];

/** The statuses that the instructor may give a booking by hand. What costs nothing can't be paid. */
export function stepsFor(booking: Pick<Booking, "status" | "paymentStatus" | "totalMinor">): Step[] {
  const next = movesByHand[stateOf(booking)];
  const isLive = booking.status !== "cancelled";
  return steps.filter((step) => {
    if (step === "paid") return booking.totalMinor > 0 && next.includes("completed paid");
    if (step === "free") return next.includes("completed free");
    if (step === "failed") return next.includes("cancelled failed");
    return isLive && next.some((state) => state.startsWith("cancelled"));
  });
}

async function auditChange(tx: Transaction, ctx: MemberContext, { id, status }: Booking, change: Change) {
  const { from, to, isRefunded, reason } = change;
  const isEnding = to === "cancelled" && status !== "cancelled";
  await audit(tx, ctx, "booking.status_changed", id, { from, to, ...(isEnding && { isRefunded }) }, reason);
}
