import type { Booking } from "@db/schema";
import type { Context } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import type { Services } from "../../../core/services";
import { readSiteSettings, type SiteSettings } from "../../../core/site-settings";
import { inTransaction } from "../../../core/transaction";
import { releaseUnpaidOrRefuse } from "../../../payments/release";
import { cancellationOf } from "../cancellation";
import { lockBooking, type LockedBooking, requireManaged } from "../lock";
import { isGone, lockTicket, releasePlace, releaseTicket } from "./release";
import type { ManagedRef, TicketRef } from "../schemas";

/** `paid_meanwhile`: the hold to be released has just been paid for and stays booked. */
type CancelOutcome = { outcome: "cancelled" | "paid_meanwhile" };

/** Cancels and refunds a booking; safe to repeat. An unpaid hold ends once Stripe has closed its checkout. */
export async function cancelBooking(ctx: Context, { bookingId, key }: ManagedRef): Promise<CancelOutcome> {
  const found = await requireManaged(ctx.db, ctx, { bookingId, key });
  return found.status === "pending" ? releaseHold(ctx, found) : cancelPaidOrFree(ctx, found);
}

/** Ends an unpaid hold. A date that is held with its course ends with all of it. */
export async function releaseHold(
  ctx: Services,
  { id, coursePurchaseId }: Pick<Booking, "id" | "coursePurchaseId">,
): Promise<CancelOutcome> {
  const cause = coursePurchaseId === null ? { kind: "booking" as const, id } : ofCourse(coursePurchaseId);
  const released = await releaseUnpaidOrRefuse(ctx, cause);
  return { outcome: released === "kept" ? "paid_meanwhile" : "cancelled" };
}

const ofCourse = (id: string) => ({ kind: "purchase" as const, id });

const failed = "Failed to cancel. Please try again.";

async function cancelPaidOrFree(ctx: Services, { id }: Booking): Promise<CancelOutcome> {
  const site = await readSiteSettings(ctx);
  return inTransaction(
    ctx,
    async (tx) => {
      const locked = await lockBooking(tx, id);
      if (!locked) throw notFound();
      if (locked.booking.status === "cancelled") return { outcome: "cancelled" };
      assertCancellable(ctx, locked, site);
      await releasePlace(tx, ctx, locked, { kind: "by_attendee" });
      return { outcome: "cancelled" };
    },
    failed,
  );
}

/** Cancels one ticket and refunds its share; the last one ends the booking. Throws closed for an unpaid hold, too. */
export async function cancelTicket(ctx: Context, { bookingId, key, ticketId }: TicketRef): Promise<void> {
  const site = await readSiteSettings(ctx);
  await inTransaction(
    ctx,
    async (tx) => {
      await requireManaged(tx, ctx, { bookingId, key });
      const locked = await lockTicket(tx, { bookingId, ticketId });
      if (isGone(locked)) return;
      assertCancellable(ctx, locked, site);
      await releaseTicket(tx, ctx, locked, { kind: "by_attendee" });
    },
    failed,
  );
}

function assertCancellable({ clock }: Services, locked: LockedBooking, site: SiteSettings): void {
  const { kind } = cancellationOf({ ...locked, site, now: clock.now() });
  if (kind === "hold") throw new DomainError("closed", refusals.hold);
  if (kind !== "allowed") throw new DomainError("closed", refusals[kind === "write" ? "write" : "none"]);
}

const notFound = () => new DomainError("not_found", "Booking not found");

const refusals = {
  write: "You can no longer cancel this booking online. Please write to me.",
  none: "There is nothing left to cancel.",
  hold: "This booking isn’t paid yet. Please cancel the whole booking and book again.",
};
