import { lockMove } from "../lock";
import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import { isCapacityExceeded, isTimeTaken } from "@db/errors";
import { one } from "@db/one";
import { type Booking, bookingMoves, bookingTickets, type LiveSession, sessionBookings, type Ticket } from "@db/schema";
import { and, eq, type SQL } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { readSiteSettings, type SiteSettings } from "../../../core/site-settings";
import { inTransaction } from "../../../core/transaction";
import { lockPassesInLine } from "../../../catalogue/passes/lock";
import { moveCredits } from "../../../catalogue/passes/move-credits";
import { findSlotToMoveTo, isOneToOne, takeSlot } from "../../free-times/move-slot";
import { countPlacesOf, fits, isOpen } from "../../../catalogue/schedule/places";
import { offerPlaces } from "../../waitlist/offers";
import type { confirmHealth } from "../health/health-notes";
import { mailMoved } from "../mails/mail-moved";
import { changePayers } from "../payers";
import { isLikeBooked } from "./moves";
import type { MoveOf } from "../schemas";
import { listTickets, moveRates } from "../tickets";

/** The sessions and the booking are locked. */
export type Move = {
  booking: Booking;
  from: LiveSession;
  to: LiveSession;
  tickets: Ticket[];
  site: SiteSettings;
  /** Whether the other session has the category and price of the booked one. */
  isLike: boolean;
};

/** Who moves a booking, and by which rules. */
type Mover = {
  by: "attendee" | "instructor";
  isTheirs: SQL | undefined;
  failure: string;
  /** Throws if the booking has to stay with its date. */
  assertMovable: (move: Move) => void;
  /** Throws if it may not move to a session that is unlike the booked one. */
  assertUnlike: () => void;
  /** Returns what is stored with the booking of a health statement. */
  confirmHealth: (tx: Transaction, booking: Booking) => Promise<Partial<ReturnType<typeof confirmHealth>>>;
  record: (tx: Transaction, move: Move) => Promise<void>;
};

/**
 * Moves a booking with its tickets and money to another session and offers the old places. The same form again has no
 * effect. Throws not_found, closed, sold_out, changed_meanwhile, busy, and what the mover's rules throw.
 */
export async function carryOutMove(ctx: Context, input: MoveOf, mover: Mover): Promise<void> {
  const site = await readSiteSettings(ctx);
  const slot = await findSlotToMoveTo(ctx, input);
  try {
    await inTransaction(
      ctx,
      async (tx) => {
        const { booking, from, to: found } = await lockMove(tx, input, mover.isTheirs);
        if (booking.sessionId === input.to || (await isRepeated(tx, input))) return;
        if (booking.sessionId !== input.from || !from) throw new DomainError("closed", refusals.moved);
        const to = found ?? (slot && isOneToOne(from) ? await takeSlot(tx, ctx, { from, slot }) : null);
        if (!to) throw new DomainError("closed", refusals.gone);
        const tickets = await listTickets(tx, booking);
        const isLike = isLikeBooked(booking, { tickets: tickets.length, from, to });
        const move = { booking, from, to, tickets, site, isLike };
        mover.assertMovable(move);
        await assertFree(tx, ctx, { move, version: input.version, mover });
        await lockPassesInLine(tx, from, booking);
        const credits = await moveItsCredits(tx, ctx, move);
        await write(tx, ctx, { move, credits, formKey: input.formKey, mover });
        await mover.record(tx, move);
      },
      mover.failure,
    );
  } catch (error) {
    if (isCapacityExceeded(error) || isTimeTaken(error))
      throw new DomainError("sold_out", refusals.full, { cause: error });
    throw error;
  }
}

const refusals = {
  moved: "This booking has just been moved. Please check it and try again.",
  gone: "This date can no longer be booked. Please choose another.",
  full: "This date is fully booked now. Please choose another.",
  pass: "The pass that paid for this booking can’t pay for this date. Please choose another, or cancel and book anew.",
  changed: "This date has just changed. Please check it and try again.",
};

async function isRepeated(tx: Transaction, { bookingId, formKey }: MoveOf): Promise<boolean> {
  const isSameForm = and(eq(bookingMoves.bookingId, bookingId), eq(bookingMoves.formKey, formKey));
  return (await tx.$count(bookingMoves, isSameForm)) > 0;
}

/** Open offers and unpaid holds count as taken, so that no one is overtaken. */
async function assertFree(
  tx: Transaction,
  { clock }: Context,
  { move: { booking, to, isLike }, version, mover }: { move: Move; version: number; mover: Mover },
): Promise<void> {
  if (!isOpen(to, clock.now())) throw new DomainError("closed", refusals.gone);
  if (!isLike) mover.assertUnlike();
  if (to.version !== version) throw new DomainError("changed_meanwhile", refusals.changed);
  if (!fits(to, await countPlacesOf(tx, to.id), booking.quantity)) throw new DomainError("sold_out", refusals.full);
}

/** Returns the credits that pay for the booking from now on, as its payer holds them. */
async function moveItsCredits(tx: Transaction, ctx: Context, { booking, tickets, to }: Move): Promise<number | null> {
  const { passId } = booking;
  if (passId === null) return null;
  const moved = await moveCredits(tx, ctx, { passId, ticketIds: tickets.map(({ id }) => id), to });
  if (!moved) throw new DomainError("closed", refusals.pass);
  return moved.credits || booking.payerShare;
}

type MoveRecord = { move: Move; credits: number | null; formKey: string; mover: Mover };

async function write(tx: Transaction, ctx: Context, { move, credits, formKey, mover }: MoveRecord): Promise<void> {
  const { booking: before, from, to, site } = move;
  const now = ctx.clock.now();
  const { healthVersion = null, sealedHealthNote = null } = await mover.confirmHealth(tx, before);
  const moved = one(
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
  if (credits !== null) await changePayers(tx, [before.id], { share: credits });
  const booking = { ...before, ...moved, ...(credits !== null && { payerShare: credits }) };
  // At the other session, a ticket counts for the rate of the same name, if there is one.
  if (from.pricing !== "one" || to.pricing !== "one") await moveRates(tx, booking);
  // A check-in was for the old date; one that a device sends late is ignored.
  await tx
    .update(bookingTickets)
    .set({ checkedInAt: null, checkInSetAt: now })
    .where(eq(bookingTickets.bookingId, booking.id));
  const recorded = await tx
    .insert(bookingMoves)
    .values({ bookingId: booking.id, fromSessionId: from.id, toSessionId: to.id, formKey, movedAt: now })
    .returning({ id: bookingMoves.id });
  await offerPlaces(tx, ctx, from);
  const { by } = mover;
  await mailMoved(tx, ctx, { moveId: one(recorded, "move").id, by, before, booking, from, to, site });
}

/** Form keys are unique within a session, and a forged one may be in use there. */
async function freeFormKey(tx: Transaction, { formKey }: Booking, { id }: LiveSession): Promise<{ formKey?: string }> {
  const isUsed = and(eq(sessionBookings.sessionId, id), eq(sessionBookings.formKey, formKey));
  return (await tx.$count(sessionBookings, isUsed)) > 0 ? { formKey: randomUUID() } : {};
}
