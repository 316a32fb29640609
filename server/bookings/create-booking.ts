import type { Transaction } from "@db/client";
import { isCapacityExceeded } from "@db/errors";
import { type Booking, type DiscountTerms, type LiveSession, sessionBookings } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { type Contact, contactOfMember, type Member, requireAccount } from "../accounts/accounts";
import type { Context } from "../core/context";
import { DomainError } from "../core/errors";
import { confirmationPath } from "../core/paths";
import { inTransaction } from "../core/transaction";
import { agreePrice, quoteWith } from "../discounts/prices";
import { openPayment } from "../payments/checkout";
import { limitBookingRate } from "../rate-limits/rate-limits";
import { lockSession } from "../schedule/find-session";
import { availabilityOf, countOwnHolds, countPlacesOf, fits, freePlaces } from "../schedule/places";
import { confirmHealth } from "./booking-form";
import { limitHolds } from "./hold-cap";
import { mailBooking } from "./mail-booking";
import { payForPlace } from "./pending-payment";
import { wasBookedIn } from "./moves";
import { contactMessages, type NewBooking } from "./schemas";
import { nameTickets } from "./tickets";
import { insertBooking } from "./transitions";
import { minutesAfter } from "../core/dates";

export type BookingResult = { next: string; bookingId: string };

/** Books a free place, or holds one and opens a checkout. The same form key again returns the same result. */
export async function createBooking(ctx: Context, input: NewBooking): Promise<BookingResult> {
  await limitBookingRate(ctx, input);
  const { booking, session } = await takePlace(ctx, input);
  if (booking.status === "pending") return { next: await payForPlace(ctx, booking, session), bookingId: booking.id };
  if (booking.paymentStatus === "failed") {
    throw new DomainError("payment_provider_failed", "Failed to create checkout session");
  }
  return { next: confirmationPath(booking.id), bookingId: booking.id };
}

/** Books or holds a place in a locked session. Throws price_changed, invalid, health_unconfirmed, discount_refused. */
export async function bookPlace(
  tx: Transaction,
  ctx: Context,
  session: LiveSession,
  input: NewBooking,
): Promise<Booking> {
  if (ctx.user) await requireAccount(tx, ctx.user);
  const now = ctx.clock.now();
  const contact = contactOf(ctx.user, input);
  const health = await confirmHealth(tx, ctx, input);
  const quoted = (terms: DiscountTerms | null, quantity = input.quantity) => quoteWith(ctx, session, terms, quantity);
  const price = await agreePrice(tx, quoted, { ...input, now });
  const holdUntil = price.totalMinor > 0 ? minutesAfter(now, ctx.settings.holdMinutes) : null;
  const values = {
    sessionId: session.id,
    userId: ctx.user?.id ?? null,
    attendeeFirstName: contact.firstName,
    attendeeLastName: contact.lastName,
    attendeeEmail: contact.email,
    ...health,
    ...price,
    quantity: input.quantity,
    formKey: input.formKey,
    timeZone: ctx.visitor.timeZone,
    createdAt: now,
    holdUntil,
  };
  const booking = await insertBooking(tx, values, now);
  await nameTickets(tx, booking, input.ticketNames);
  const { id, totalMinor: amountMinor, currency } = booking;
  if (holdUntil) await openPayment(tx, { bookingId: id }, { amountMinor, currency }, holdUntil);
  else await mailBooking(tx, ctx, { booking, session });
  return booking;
}

async function takePlace(ctx: Context, input: NewBooking): Promise<{ booking: Booking; session: LiveSession }> {
  try {
    return await inTransaction(
      ctx,
      async (tx) => {
        const session = await lockSession(tx, input.sessionId);
        const booking = (await findRepeated(tx, ctx, input)) ?? (await bookIfOpen(tx, ctx, session, input));
        return { booking, session };
      },
      "Failed to book session. Please try again.",
    );
  } catch (error) {
    if (isCapacityExceeded(error)) throw soldOut(error);
    throw error;
  }
}

/** Throws closed if another account posted the form: its booking is not shown to this one. */
async function findRepeated(tx: Transaction, { user }: Context, { sessionId, formKey }: NewBooking) {
  const [booking] = await tx
    .select()
    .from(sessionBookings)
    .where(and(eq(sessionBookings.formKey, formKey), wasBookedIn(tx, sessionId)));
  if (booking && booking.userId !== (user?.id ?? null)) {
    throw new DomainError("closed", "This form has already been sent. Please open it again.");
  }
  return booking;
}

/** The session is locked: no other booking comes between the count and the insert. */
async function bookIfOpen(tx: Transaction, ctx: Context, session: LiveSession, input: NewBooking): Promise<Booking> {
  await assertOpen(tx, ctx, session, input.quantity);
  const booking = await bookPlace(tx, ctx, session, input);
  return booking.status === "pending" ? limitHolds(tx, ctx, session, booking) : booking;
}

async function assertOpen(tx: Transaction, ctx: Context, session: LiveSession, quantity: number): Promise<void> {
  if (!session.isPublished) throw new DomainError("not_found", "Session not found");
  const places = await countPlacesOf(tx, session.id);
  const availability = availabilityOf(session, places, ctx.clock.now());
  if (availability === "cancelled") throw new DomainError("closed", "This session has been cancelled.");
  if (availability === "closed") throw new DomainError("closed", "Booking has closed for this session.");
  if (availability === "held") {
    const ownHolds = await countOwnHolds({ ...ctx, db: tx }, [session.id]);
    throw new DomainError("sold_out", ownHolds.size > 0 ? heldByYou : heldByOthers);
  }
  if (availability === "sold_out") throw soldOut();
  if (!fits(session, places, quantity)) throw new DomainError("sold_out", tooFewLeft(freePlaces(session, places)));
}

const heldByOthers = "The last places are being held for others right now.";
const heldByYou = "Your unpaid booking holds a place. No other places are free right now.";

const tooFewLeft = (free: number | null) =>
  free === 1
    ? "Only 1 place is left. Please choose one ticket."
    : `Only ${free} places are left. Please choose fewer tickets.`;

const soldOut = (cause?: unknown) => new DomainError("sold_out", "SOLD OUT", { cause });

/** Members may leave fields out; throws invalid if a guest does. */
function contactOf(user: Member | null, typed: Pick<NewBooking, keyof Contact>): Contact {
  const known = user ? contactOfMember(user) : null;
  const wanted = (field: keyof Contact): string => {
    const value = typed[field] ?? known?.[field];
    if (value === undefined) throw new DomainError("invalid", contactMessages[field]);
    return value;
  };
  return { firstName: wanted("firstName"), lastName: wanted("lastName"), email: wanted("email") };
}
