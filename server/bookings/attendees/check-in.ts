import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Booking, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { lockAttendee } from "../lock";
import { countArrivals } from "./list-arrivals";
import { attendeeView } from "./list-attendees";
import type { CheckIn, Tap } from "./schemas";

export type CheckedIn = {
  bookingId: string;
  isHere: boolean;
  checkedInAt: string | null;
  counts: { booked: number; here: number };
  savedAt: number;
};

/** Sets whether an attendee is here; the newest tap wins. Throws not_found, closed (has no place), busy. */
export async function checkIn(ctx: MemberContext, input: CheckIn): Promise<CheckedIn> {
  const booking = await setCheckIn(ctx, input);
  const savedAt = ctx.clock.now().getTime();
  const counts = await countArrivals(ctx.db, booking.sessionId);
  const { checkedInAt } = attendeeView(ctx, booking);
  return { bookingId: booking.id, isHere: checkedInAt !== null, checkedInAt, counts, savedAt };
}

async function setCheckIn(ctx: MemberContext, { bookingId, isHere, tap }: CheckIn): Promise<Booking> {
  return inTransaction(
    ctx,
    async (tx) => {
      const { booking } = await lockAttendee(tx, bookingId);
      if (booking.status !== "confirmed" && booking.status !== "completed") {
        throw new DomainError("closed", "This booking has no place in the session.");
      }
      const tappedAt = tapTime(tap, ctx.clock.now());
      if (booking.checkInSetAt && booking.checkInSetAt > tappedAt) return booking;
      return applyTap(tx, ctx, booking, { isHere, tappedAt });
    },
    "Please try again.",
  );
}

type AppliedTap = { isHere: boolean; tappedAt: Date };

async function applyTap(tx: Transaction, ctx: MemberContext, booking: Booking, { isHere, tappedAt }: AppliedTap) {
  const isChange = (booking.checkedInAt !== null) !== isHere;
  const saved = one(
    await tx
      .update(sessionBookings)
      .set({ checkInSetAt: tappedAt, ...(isChange && { checkedInAt: isHere ? tappedAt : null }) })
      .where(eq(sessionBookings.id, booking.id))
      .returning(),
    "booking",
  );
  if (isChange) {
    const action = isHere ? "booking.checked_in" : "booking.check_in_undone";
    await audit(tx, ctx, action, booking.id);
  }
  return saved;
}

/** In milliseconds: smaller differences between the clocks of device and server are ignored. */
const toleratedSkewMs = 30_000;

/** Returns when a tap was made, by the server's clock. A device's wrong clock still tells how old the tap was. */
export function tapTime(tap: Tap | undefined, now: Date): Date {
  if (!tap) return now;
  const skew = now.getTime() - tap.sentAt;
  const tappedAt = Math.min(tap.tappedAt, tap.sentAt) + (Math.abs(skew) > toleratedSkewMs ? skew : 0);
  return new Date(Math.min(tappedAt, now.getTime()));
}
