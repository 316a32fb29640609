import { inTransaction } from "../../core/transaction";
import { eq } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { audit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { lockAttendee } from "./lock-attendee";

type Wish = { bookingId: string; note?: string | undefined };

/** Keeps what the instructor notes about an attendee; an empty note is none. Throws not_found. */
export async function noteAttendee(ctx: MemberContext, { bookingId, note }: Wish): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { booking } = await lockAttendee(tx, bookingId);
    const attendeeNote = note || null;
    if (booking.attendeeNote === attendeeNote) return;
    await tx.update(sessionBookings).set({ attendeeNote }).where(eq(sessionBookings.id, bookingId));
    await audit(tx, ctx, "booking.noted", bookingId);
  });
}
