import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { isCapacityExceeded } from "@db/errors";
import { one } from "@db/one";
import { type Booking, bookingMoves, bookingTickets, type LiveSession, sessionBookings } from "@db/schema";
import { and, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { readSiteSettings, type SiteSettings } from "../core/site-settings";
import { inTransaction } from "../core/transaction";
import { limitBookingRate } from "../rate-limits/rate-limits";
import { whereManagedBy } from "../schedule/booking-owner";
import { lockSessions } from "../schedule/find-session";
import { countPlacesOf, fits, isOpen } from "../schedule/places";
import { offerPlaces } from "../waitlist/offers";
import { confirmHealth, findHealthStatement } from "./booking-form";
import { cancellationOf } from "./cancellation";
import { mailMoved } from "./mail-moved";
import { requireManaged } from "./lock";
import { healthOf, isLikeBooked } from "./moves";
import type { NewMove } from "./schemas";
import { listTickets } from "./tickets";

/**
 * Moves a booking with its tickets and money to another session and offers the old places. The same form again has no
 * effect. Throws not_found, closed, sold_out, changed_meanwhile, health_unconfirmed, busy.
 */
export async function moveToSession(ctx: Context, input: NewMove): Promise<void> {
  const { attendeeEmail: email } = await requireManaged(ctx.db, ctx, input);
  await limitBookingRate(ctx, { email });
  const site = await readSiteSettings(ctx);
  try {
    await inTransaction(
      ctx,
      async (tx) => {
        const { booking, from, to } = await lockMove(tx, ctx, input);
        if (booking.sessionId === input.to || (await isRepeated(tx, input))) return;
        if (booking.sessionId !== input.from || !from) throw new DomainError("closed", refusals.moved);
        if (!to) throw new DomainError("closed", refusals.gone);
        assertMovable(ctx, { booking, session: from, site });
        await assertFree(tx, ctx, { booking, from, to, version: input.version });
        await move(tx, ctx, { booking, from, to, site }, input);
      },
      "Failed to move your booking. Please try again.",
    );
  } catch (error) {
    if (isCapacityExceeded(error)) throw new DomainError("sold_out", refusals.full, { cause: error });
    throw error;
  }
}

const refusals = {
  moved: "This booking has just been moved. Please check it and try again.",
  hold: "This booking is not paid yet. Please complete the payment first.",
  write: "You can no longer move this booking online. Please write to me.",
  none: "There is nothing left to move.",
  gone: "This date can no longer be booked. Please choose another.",
  unlike: "This date no longer has the same price or category. Please choose another.",
  full: "This date is fully booked now. Please choose another.",
  changed: "This date has just changed. Please check it and try again.",
};

type Move = { booking: Booking; from: LiveSession; to: LiveSession };

/** Locks both sessions in the order of their ids, then the booking. */
async function lockMove(tx: Transaction, ctx: Context, { bookingId, key, ...input }: NewMove) {
  const sessions = await lockSessions(tx, [input.from, input.to]);
  const isTheirs = and(eq(sessionBookings.id, bookingId), whereManagedBy(ctx, key));
  const [booking] = await tx.select().from(sessionBookings).where(isTheirs).for("update");
  if (!booking) throw new DomainError("not_found", "Booking not found");
  return { booking, from: sessions.get(input.from), to: sessions.get(input.to) };
}

async function isRepeated(tx: Transaction, { bookingId, formKey }: NewMove): Promise<boolean> {
  const isIt = and(eq(bookingMoves.bookingId, bookingId), eq(bookingMoves.formKey, formKey));
  return (await tx.$count(bookingMoves, isIt)) > 0;
}

type Movable = { booking: Booking; session: LiveSession; site: SiteSettings };

/** A booking can be moved as long as it can be cancelled. */
function assertMovable({ clock }: Context, movable: Movable): void {
  const { kind } = cancellationOf({ ...movable, now: clock.now() });
  if (kind !== "allowed") throw new DomainError("closed", refusals[kind]);
}

/** Open offers and unpaid holds count as taken, so that no one is overtaken. */
async function assertFree(
  tx: Transaction,
  { clock }: Context,
  { booking, from, to, version }: Move & { version: number },
): Promise<void> {
  if (!isOpen(to, clock.now())) throw new DomainError("closed", refusals.gone);
  const tickets = (await listTickets(tx, booking)).length;
  if (!isLikeBooked(booking, { tickets, from, to })) throw new DomainError("closed", refusals.unlike);
  if (to.version !== version) throw new DomainError("changed_meanwhile", refusals.changed);
  if (!fits(to, await countPlacesOf(tx, to.id), booking.quantity)) throw new DomainError("sold_out", refusals.full);
}

async function move(
  tx: Transaction,
  ctx: Context,
  { booking: before, from, to, site }: Move & { site: SiteSettings },
  input: NewMove,
): Promise<void> {
  const now = ctx.clock.now();
  const { healthVersion, sealedHealthNote } = confirmHealth(
    ctx.settings,
    await findHealthStatement(tx, { ...ctx, ...healthOf(before) }),
    { ...input, bookingId: before.id },
  );
  const booking = one(
    await tx
      .update(sessionBookings)
      .set({
        sessionId: to.id,
        movedAt: now,
        ...(await freeFormKey(tx, before, to)),
        ...(healthVersion !== null && { healthVersion }),
        ...(sealedHealthNote !== null && { sealedHealthNote, healthNote: null }),
      })
      .where(eq(sessionBookings.id, before.id))
      .returning(),
    "booking",
  );
  // A check-in was for the old date; one that a device sends late is ignored.
  await tx
    .update(bookingTickets)
    .set({ checkedInAt: null, checkInSetAt: now })
    .where(eq(bookingTickets.bookingId, booking.id));
  const recorded = await tx
    .insert(bookingMoves)
    .values({
      bookingId: booking.id,
      fromSessionId: from.id,
      toSessionId: to.id,
      formKey: input.formKey,
      movedAt: now,
    })
    .returning({ id: bookingMoves.id });
  await offerPlaces(tx, ctx, from);
  await mailMoved(tx, ctx, { moveId: one(recorded, "move").id, before, booking, from, to, site });
}

/** Form keys are unique within a session, and a forged one may be in use there. */
async function freeFormKey(tx: Transaction, { formKey }: Booking, { id }: LiveSession): Promise<{ formKey?: string }> {
  const isUsed = and(eq(sessionBookings.sessionId, id), eq(sessionBookings.formKey, formKey));
  return (await tx.$count(sessionBookings, isUsed)) > 0 ? { formKey: randomUUID() } : {};
}
