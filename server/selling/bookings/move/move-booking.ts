import type { Context } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { limitBookingRate } from "../../../core/rate-limits";
import { whereManagedBy } from "../../../catalogue/schedule/whose-bookings";
import { findHealthStatement } from "../../order/health-statement";
import { confirmHealth } from "../health/health-notes";
import { cancellationOf } from "../cancellation";
import { carryOutMove, type Move } from "./carry-out-move";
import { requireManaged } from "../lock";
import { healthOf } from "./moves";
import type { NewMove } from "../schemas";

/**
 * Moves a booking for the attendee. Throws not_found, closed, sold_out, changed_meanwhile, health_unconfirmed,
 * rate_limited, busy.
 */
export async function moveToSession(ctx: Context, input: NewMove): Promise<void> {
  const { attendeeEmail: email } = await requireManaged(ctx.db, ctx, input);
  await limitBookingRate(ctx, { email });
  await carryOutMove(ctx, input, {
    by: "attendee",
    isTheirs: whereManagedBy(ctx, input.key),
    failure: "Failed to move your booking. Please try again.",
    assertMovable: (move) => assertMovable(ctx, move),
    assertUnlike: () => {
      throw new DomainError("closed", "This date no longer has the same price or category. Please choose another.");
    },
    confirmHealth: async (tx, booking) => {
      const statement = await findHealthStatement(tx, { ...ctx, ...healthOf(booking) });
      return confirmHealth(ctx.settings, statement, { ...input, bookingId: booking.id });
    },
    record: () => Promise.resolve(),
  });
}

const refusals = {
  hold: "This booking is not paid yet. Please complete the payment first.",
  write: "You can no longer move this booking online. Please write to me.",
  none: "There is nothing left to move.",
};

/** A booking can be moved as long as it can be cancelled. */
function assertMovable({ clock }: Context, { booking, from: session, site }: Move): void {
  const { kind } = cancellationOf({ booking, session, site, now: clock.now() });
  if (kind !== "allowed") throw new DomainError("closed", refusals[kind]);
}
