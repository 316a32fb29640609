import { and, eq } from "drizzle-orm";
import { liveSessions, sessionBookings } from "@db/schema";
import { DomainError } from "../core/errors";
import { type Receipt, receiptOf } from "../payments/receipt";
import { displayStart } from "../core/dates";
import type { MemberContext } from "../core/context";
import { whereLines } from "../schedule/session-facts";
import { whereBookingOf } from "../schedule/booking-owner";

/** The receipt of a member's own booking. Throws not_found: also for another's, and where nothing was paid. */
export async function getBookingReceipt(ctx: MemberContext, { bookingId }: { bookingId: string }): Promise<Receipt> {
  const [row] = await ctx.db
    .select({ booking: sessionBookings, session: liveSessions })
    .from(sessionBookings)
    .innerJoin(liveSessions, eq(liveSessions.id, sessionBookings.sessionId))
    .where(and(eq(sessionBookings.id, bookingId), whereBookingOf(ctx.user)));
  if (!row) throw new DomainError("not_found", "Receipt not found");
  const { booking, session } = row;
  const { monthLong, day, year, time, zone } = displayStart(session, ctx);
  const when = `${monthLong} ${day}, ${year} at ${time} ${zone}`;
  return receiptOf(
    ctx,
    { ...booking, isFree: booking.paymentStatus === "free" },
    { bookingId },
    {
      customer: {
        name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim(),
        email: booking.attendeeEmail,
      },
      item: { title: session.title, details: [when, whereLines(session).join(", ")] },
    },
  );
}
