import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { bookingTickets, type Ticket } from "@db/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../audit/record-audit";
import type { MemberContext } from "../../core/context";
import { DomainError } from "../../core/errors";
import { inTransaction } from "../../core/transaction";
import { lockAttendee } from "../lock";
import { isLive } from "../tickets";
import { countArrivals } from "./count-arrivals";
import { ticketView } from "./list-attendees";
import type { CheckIn, Tap } from "./schemas";

export type CheckedIn = {
  ticketId: string;
  isHere: boolean;
  checkedInAt: string | null;
  counts: { booked: number; here: number };
  savedAt: number;
};

/** Sets whether a ticket's holder is here; the newest tap wins. Throws not_found, closed (has no place), busy. */
export async function checkIn(ctx: MemberContext, input: CheckIn): Promise<CheckedIn> {
  const { ticket, booking } = await setCheckIn(ctx, input);
  const savedAt = ctx.clock.now().getTime();
  const counts = await countArrivals(ctx.db, booking.sessionId);
  const { checkedInAt } = ticketView(ctx, booking, ticket);
  return { ticketId: ticket.id, isHere: checkedInAt !== null, checkedInAt, counts, savedAt };
}

async function setCheckIn(ctx: MemberContext, { ticketId, isHere, tap }: CheckIn) {
  return inTransaction(
    ctx,
    async (tx) => {
      const { booking, ticket } = await lockTicket(tx, ticketId);
      const hasPlace = booking.status === "confirmed" || booking.status === "completed";
      if (!hasPlace || !isLive(ticket)) {
        throw new DomainError("closed", "This booking has no place in the session.");
      }
      const tappedAt = tapTime(tap, ctx.clock.now());
      if (ticket.checkInSetAt && ticket.checkInSetAt > tappedAt) return { booking, ticket };
      return { booking, ticket: await applyTap(tx, ctx, ticket, { isHere, tappedAt }) };
    },
    "Please try again.",
  );
}

async function lockTicket(tx: Transaction, ticketId: string) {
  const read = () => tx.select().from(bookingTickets).where(eq(bookingTickets.id, ticketId));
  const [found] = await read();
  const { booking } = await lockAttendee(tx, found?.bookingId ?? ticketId);
  return { booking, ticket: one(await read(), "ticket") };
}

type AppliedTap = { isHere: boolean; tappedAt: Date };

async function applyTap(tx: Transaction, ctx: MemberContext, ticket: Ticket, { isHere, tappedAt }: AppliedTap) {
  const isChange = (ticket.checkedInAt !== null) !== isHere;
  const saved = one(
    await tx
      .update(bookingTickets)
      .set({ checkInSetAt: tappedAt, ...(isChange && { checkedInAt: isHere ? tappedAt : null }) })
      .where(eq(bookingTickets.id, ticket.id))
      .returning(),
    "ticket",
  );
  if (isChange) {
    const action = isHere ? "booking.checked_in" : "booking.check_in_undone";
    await audit(tx, ctx, action, ticket.bookingId, ticket.number > 1 ? { ticket: ticket.number } : undefined);
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
