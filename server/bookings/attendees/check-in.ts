import { eq } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { recordAudit } from "../../audit/record-audit";
import { DomainError } from "../../errors";
import type { MemberContext } from "../../trpc/context";
import { lockAttendee } from "./lock-attendee";

type Wish = { bookingId: string; isHere: boolean };

/** Ticks an attendee off at the door, or takes that back; twice is once. Throws not_found, closed (she has no place). */
export async function checkIn(ctx: MemberContext, { bookingId, isHere }: Wish): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { booking } = await lockAttendee(tx, bookingId);
    if (booking.status !== "confirmed" && booking.status !== "completed") {
      throw new DomainError("closed", "This booking has no place in the session.");
    }
    if ((booking.checkedInAt !== null) === isHere) return;
    await tx
      .update(sessionBookings)
      .set({ checkedInAt: isHere ? now : null })
      .where(eq(sessionBookings.id, bookingId));
    const action = isHere ? "booking.checked_in" : "booking.check_in_undone";
    await recordAudit(tx, { actorId: ctx.user.id, action, subjectType: "booking", subjectId: bookingId }, now);
  });
}
