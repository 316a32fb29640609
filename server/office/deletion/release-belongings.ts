import { eq } from "drizzle-orm";
import { requirePresent } from "../../core/errors";
import type { Transaction } from "@db/client";
import { purchases, sessionBookings, type Account, type Booking, type LiveSession } from "@db/schema";
import { releasePlace } from "../../selling/bookings/cancel/release";
import { endPass } from "../../catalogue/passes/open-pass";
import { refundUnused } from "../../payments/refund-unused";
import { isOpening } from "../../selling/purchases/transitions";
import type { Services } from "../../core/services";
import { leaveWaitlists } from "../../selling/waitlist/offers";
import { deletedAddress, deletedName, normalEmail } from "../../core/email-address";
import type { Belongings } from "./belongings";
import type { DeletionPlan } from "./plan";

export type AdminDecision = { refund: boolean };

type Release = {
  account: Account;
  belongings: Belongings;
  plan: DeletionPlan;
  /** The sessions by id, all of them locked. */
  sessions: Map<string, LiveSession>;
  adminDecision: AdminDecision | null;
};

/** Leaves waitlists and cancels bookings. Collections stay paid unless an admin refunds them. */
export async function releaseBelongings(tx: Transaction, services: Services, giving: Release): Promise<void> {
  const { belongings, plan, sessions } = giving;
  await leaveWaitlists(tx, services, belongings.entries, sessions);
  for (const { booking } of plan.bookingsToCancel) {
    const session = requirePresent(sessions.get(booking.sessionId), "the session of a booking");
    await cancel(tx, services, giving, { booking: await anonymiseAttendee(tx, giving.account, booking), session });
  }
  if (giving.adminDecision) await withdrawPurchases(tx, services, belongings, giving.adminDecision);
}

/** Renames the account's own bookings first, so that the mails contain no name. Tickets for others keep theirs. */
async function anonymiseAttendee(tx: Transaction, account: Account, booking: Booking): Promise<Booking> {
  if (normalEmail(booking.attendeeEmail) !== normalEmail(account.email)) return booking;
  const names = {
    attendeeFirstName: deletedName.first,
    attendeeLastName: deletedName.last,
    attendeeEmail: deletedAddress(account.id),
  };
  await tx.update(sessionBookings).set(names).where(eq(sessionBookings.id, booking.id));
  return { ...booking, ...names };
}

type BookedSession = { booking: Booking; session: LiveSession };

const byAttendee = { kind: "by_attendee", isCourseEnding: true } as const;

async function cancel(
  tx: Transaction,
  services: Services,
  { adminDecision }: Release,
  booked: BookedSession,
): Promise<void> {
  const now = services.clock.now();
  const isKept = adminDecision && !adminDecision.refund;
  await releasePlace(tx, services, booked, isKept ? { kind: "by_admin", isRefunded: false } : byAttendee);
  if (!adminDecision) return;
  await tx
    .update(sessionBookings)
    .set({ archivedAt: now, ...(!adminDecision.refund && { refundWaivedAt: now }) })
    .where(eq(sessionBookings.id, booked.booking.id));
}

async function withdrawPurchases(
  tx: Transaction,
  services: Services,
  { purchases: bought }: Belongings,
  { refund }: AdminDecision,
): Promise<void> {
  const now = services.clock.now();
  for (const purchase of bought.filter(isOpening)) {
    if (refund) await refundUnused(tx, services, { kind: "purchase", id: purchase.id, locked: { purchase } });
    await tx
      .update(purchases)
      .set({ archivedAt: now, refundWaivedAt: refund ? null : now })
      .where(eq(purchases.id, purchase.id));
    await endPass(tx, services, purchase);
  }
}
