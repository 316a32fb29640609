import { eq } from "drizzle-orm";
import { present } from "../core/errors";
import type { Transaction } from "@db/client";
import { collectionPurchases, sessionBookings, type Account, type Booking, type LiveSession } from "@db/schema";
import { one } from "@db/one";
import { releasePlace } from "../bookings/release";
import { refundAll } from "../payments/refunds";
import { isOpening } from "../recordings/purchases/transitions";
import type { Services } from "../core/services";
import { leaveWaitlists } from "../waitlist/offers";
import { deletedAddress, deletedName, normalEmail } from "../core/email-address";
import type { Belongings } from "./belongings";
import type { Plan } from "./plan";

/** `refund`: of the cancelled places and withdrawn collections. */
export type ByInstructor = { refund: boolean };

type Giving = {
  account: Account;
  belongings: Belongings;
  plan: Plan;
  /** By session id, all of them locked. */
  sessions: Map<string, LiveSession>;
  byInstructor: ByInstructor | null;
};

/**
 * Leaves waitlists and cancels bookings, offering each place to the waitlist. Collections stay paid unless an admin
 * refunds them.
 */
export async function giveBack(tx: Transaction, services: Services, giving: Giving): Promise<void> {
  const { belongings, plan, sessions } = giving;
  await leaveWaitlists(tx, services, belongings.entries, sessions);
  for (const { booking } of plan.cancels) {
    const session = present(sessions.get(booking.sessionId), "the session of a booking");
    await cancel(tx, services, giving, { booking: await renamed(tx, giving.account, booking), session });
  }
  if (giving.byInstructor) await withdrawPurchases(tx, services, belongings, giving.byInstructor);
}

/**
 * Renames the account's own bookings first, so that the mails contain no name. Tickets for other people keep theirs.
 */
async function renamed(tx: Transaction, account: Account, booking: Booking): Promise<Booking> {
  if (normalEmail(booking.attendeeEmail) !== normalEmail(account.email)) return booking;
  return one(
    await tx
      .update(sessionBookings)
      .set({
        attendeeFirstName: deletedName.first,
        attendeeLastName: deletedName.last,
        attendeeEmail: deletedAddress(account.id),
      })
      .where(eq(sessionBookings.id, booking.id))
      .returning(),
    "booking",
  );
}

type Booked = { booking: Booking; session: LiveSession };

async function cancel(tx: Transaction, services: Services, { byInstructor }: Giving, booked: Booked): Promise<void> {
  const now = services.clock.now();
  const isKept = byInstructor && !byInstructor.refund;
  await releasePlace(tx, services, booked, isKept ? { kind: "by_admin", isRefunded: false } : { kind: "by_attendee" });
  if (!byInstructor) return;
  await tx
    .update(sessionBookings)
    .set({ archivedAt: now, refundWaivedAt: byInstructor.refund ? null : now })
    .where(eq(sessionBookings.id, booked.booking.id));
}

async function withdrawPurchases(
  tx: Transaction,
  { clock }: Services,
  { purchases }: Belongings,
  { refund }: ByInstructor,
): Promise<void> {
  const now = clock.now();
  for (const purchase of purchases.filter(isOpening)) {
    if (refund) await refundAll(tx, { purchaseId: purchase.id }, "admin");
    await tx
      .update(collectionPurchases)
      .set({ archivedAt: now, refundWaivedAt: refund ? null : now })
      .where(eq(collectionPurchases.id, purchase.id));
  }
}
