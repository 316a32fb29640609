import type { Transaction } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  liveSessions,
  paysFor,
  sessionBookings,
} from "@db/schema";
import { one } from "@db/one";
import { eq, sql } from "drizzle-orm";
import { audit } from "../../../core/record-audit";
import type { MemberContext } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { inTransaction } from "../../../core/transaction";
import { payGiftParts, releaseGiftParts } from "../../../payments/gift-parts";
import { recordOutsidePayment } from "../../../payments/outside-payments";
import { closeOpenPages } from "../../../payments/reconcile-payment";
import { releaseByAdmin } from "../../../payments/release";
import type { StatusByHand, StatusOutcome } from "../../../payments/schemas";
import { countPlacesOf, fits, freePlaces } from "../../../catalogue/schedule/places";
import { retakeSlot } from "../../../catalogue/schedule/instructor-time";
import { lockBooking, type LockedBooking } from "../lock";
import { mailBooking } from "../mails/mail-booking";
import { releasePlace } from "../cancel/release";
import { removePayer } from "../payers";
import { listTickets, liveTotalMinor } from "../tickets";
import { changePaymentStatus, changesByHand, stateOf } from "../transitions";

type Change = StatusByHand & { bookingId: string };

/** Changes a status by hand: `paid` is a payment outside Stripe; a cancelled booking needs a free place. */
export async function setBookingStatus(ctx: MemberContext, change: Change): Promise<StatusOutcome> {
  const [booking] = await ctx.db
    .select(bookingColumns)
    .from(sessionBookings)
    .leftJoin(bookingPayers, paysFor)
    .where(eq(sessionBookings.id, change.bookingId));
  if (!booking || booking.archivedAt) throw new DomainError("not_found", "Order not found");
  assertStepAllowed(booking, change);
  const { bookingId, to } = change;
  if (booking.status === "pending" && (to === "failed" || to === "cancelled")) {
    return releaseByAdmin(ctx, { kind: "booking", id: bookingId }, { ...change, to });
  }
  await inTransaction(
    ctx,
    async (tx) => {
      const locked = await lockBooking(tx, bookingId);
      if (!locked || locked.booking.archivedAt) throw new DomainError("not_found", "Order not found");
      assertStepAllowed(locked.booking, change);
      if (to === "paid" || to === "free") await completeManually(tx, ctx, locked, to);
      else await releasePlace(tx, ctx, locked, { kind: "by_admin", isRefunded: change.refund === "yes" });
      await auditChange(tx, ctx, locked.booking, change);
    },
    "That did not go through. Please try again.",
  );
  await closeOpenPages(ctx, { kind: "booking", id: bookingId });
  return { outcome: "changed" };
}

const steps = ["paid", "free", "failed", "cancelled"] as const;

type Step = (typeof steps)[number];

export function stepsFor(
  booking: Pick<Booking, "status" | "paymentStatus" | "totalMinor"> & { coursePurchaseId?: string | null },
): Step[] {
  // A date of a course has the status of its purchase.
  if (booking.coursePurchaseId) return [];
  const next = changesByHand[stateOf(booking)];
  const isLive = booking.status !== "cancelled";
  return steps.filter((step) => {
    if (step === "paid") return booking.totalMinor > 0 && next.includes("completed paid");
    if (step === "free") return next.includes("completed free");
    if (step === "failed") return next.includes("cancelled failed");
    return isLive && next.some((state) => state.startsWith("cancelled"));
  });
}

function assertStepAllowed(booking: Booking, { from, to }: Change): void {
  if (stateOf(booking) !== from)
    throw new DomainError("closed", "This order has just changed. Please check it and try again.");
  if (!stepsFor(booking).includes(to)) throw new DomainError("closed", "This order can’t be changed to that status.");
}

async function auditChange(tx: Transaction, ctx: MemberContext, { id, status }: Booking, change: Change) {
  const { from, to, refund, reason } = change;
  const isEnding = to === "cancelled" && status !== "cancelled";
  await audit(
    tx,
    ctx,
    "booking.status_changed",
    id,
    { from, to, ...(isEnding && { isRefunded: refund === "yes" }) },
    reason,
  );
}

async function completeManually(
  tx: Transaction,
  services: Services,
  { booking, session, isCodeFree }: LockedBooking,
  to: "paid" | "free",
): Promise<Booking> {
  if (session.cancelledAt) throw new DomainError("closed", "The session is cancelled.");
  const now = services.clock.now();
  const isRevived = booking.status === "cancelled";
  if (isRevived) await requirePlace(tx, session, booking, isCodeFree);
  // The credits went back when it was cancelled.
  const kept = isRevived ? await removePayer(tx, booking) : booking;
  const completed = await changePaymentStatus(tx, kept, to, now);
  const { id, currency } = booking;
  const cause = { kind: "booking", id } as const;
  if (to === "free") await releaseGiftParts(tx, services, cause, "cancelled");
  if (to === "paid") {
    const amountMinor = liveTotalMinor(await listTickets(tx, booking));
    const restMinor = amountMinor - (await payGiftParts(tx, services, cause));
    await recordOutsidePayment(tx, cause, { amountMinor: restMinor, currency }, now);
  }
  // Those who pay on site were told when they were booked.
  if (booking.status === "confirmed") return completed;
  const mailedSession = isRevived ? await raiseSequence(tx, session) : session;
  const occasion = isRevived ? { occasion: now.toISOString() } : {};
  await mailBooking(tx, services, { booking: completed, session: mailedSession, ...occasion });
  return completed;
}

async function requirePlace(
  tx: Transaction,
  session: LiveSession,
  { quantity }: Booking,
  isCodeFree: boolean,
): Promise<void> {
  // Her calendar isn't asked: she decides herself.
  if (!(await retakeSlot(tx, session))) throw new DomainError("sold_out", "This time is taken by another session.");
  const places = await countPlacesOf(tx, session.id);
  if (!fits(session, places, quantity)) {
    const what = freePlaces(session, places) === 0 ? "No place is free" : `${quantity} places are not free`;
    throw new DomainError("sold_out", `${what}: ${places.taken} of ${session.maxAttendees} are taken.`);
  }
  if (isCodeFree) return;
  throw new DomainError("discount_refused", "Someone else has since used its one-time code.");
}

/** Calendars revive an event only if its SEQUENCE is above that of its cancellation, which is one ahead. */
async function raiseSequence(tx: Transaction, { id }: LiveSession): Promise<LiveSession> {
  return one(
    await tx
      .update(liveSessions)
      .set({ calendarSequence: sql`${liveSessions.calendarSequence} + 2` })
      .where(eq(liveSessions.id, id))
      .returning(),
    "session",
  );
}
