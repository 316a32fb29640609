import type { Queryable, Transaction } from "@db/client";
import { isCapacityExceeded } from "@db/errors";
import { one } from "@db/one";
import { type Booking, bookingColumns, bookingPayers, type LiveSession, paysFor, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { confirmationPath } from "../../../core/paths";
import { inTransaction } from "../../../core/transaction";
import { termsOfLocked } from "../../../catalogue/discounts/discount-codes";
import { codeToRedeem } from "../../../catalogue/discounts/prices";
import { withMemberTerms } from "../../../catalogue/discounts/member-discount";
import { quotedFor } from "../../../catalogue/discounts/quote-choice";
import { findCards, type FoundCode } from "../../../catalogue/gift-cards/find-cards";
import { codesIn } from "../../../catalogue/gift-cards/schemas";
import { isWhollyByPass } from "../../../platform/money/quote";
import { limitConsents } from "../../../platform/mail/confirm-consent";
import { limitBookingRate } from "../../../core/rate-limits";
import { onlyInCourse } from "../../../catalogue/schedule/courses-of";
import { lockSession, sessionGone } from "../../../catalogue/schedule/find-session";
import { readPricing } from "../../../catalogue/schedule/price-rates";
import { availabilityOf, countOwnHolds, fits, freePlaces, type Places } from "../../../catalogue/schedule/places";
import { bookPlace } from "./book-place";
import { lockBuyer, readBookingFacts } from "./booking-facts";
import { findHealthStatement, type HealthStatement } from "./booking-form";
import { hasBooked, recallFull, rememberFull } from "./full-sessions";
import { limitHolds } from "../pay/hold-cap";
import { getPending, payForPlace } from "../pay/pending-payment";
import { choiceIn, type NewBooking } from "../schemas";

export type BookingResult = { next: string; bookingId: string };

/** Books a free place, or holds one and opens a checkout. The same form key again returns the same result. */
export async function createBooking(ctx: Context, input: NewBooking): Promise<BookingResult> {
  const refusal = await findKnownRefusal(ctx, input);
  if (refusal) throw refusal;
  await limitBookingRate(ctx, input);
  const { booking, session } = await takePlace(ctx, await limitConsents(ctx, input));
  return finishBooking(ctx, booking, session);
}

/** Opens the payment page of a place that is held, or leads to the confirmation. Throws payment_provider_failed. */
export async function finishBooking(ctx: Context, booking: Booking, session: LiveSession): Promise<BookingResult> {
  const bookingId = booking.id;
  if (booking.status === "pending") return { bookingId, next: await payForPlace(ctx, booking, session) };
  if (booking.paymentStatus === "failed") {
    throw new DomainError("payment_provider_failed", "Failed to create checkout session");
  }
  return { bookingId, next: confirmationPath(bookingId) };
}

/** Returns why a session known to be full can't be booked, without a lock and without counting the attempt. */
async function findKnownRefusal(
  ctx: Context,
  { sessionId, formKey, quantity, another }: Pick<NewBooking, "sessionId" | "formKey" | "quantity" | "another">,
): Promise<DomainError | null> {
  const full = await recallFull(ctx, sessionId);
  if (!full || (await hasBooked(ctx, full, formKey))) return null;
  const isAnyHeld = full.places.taken > full.places.booked;
  const isPaymentWaiting = isAnyHeld && !another && (await getPending(ctx, { sessionId })) !== null;
  return refusalOf(ctx.db, ctx, { ...full, quantity, isPaymentWaiting });
}

async function takePlace(ctx: Context, input: NewBooking): Promise<{ booking: Booking; session: LiveSession }> {
  // Read before the session is locked, as no rule needs them to be unchanged until the commit.
  const health = await findHealthStatement(ctx.db, ctx);
  const cards = await findCards(ctx, codesIn(input));
  try {
    return await inTransaction(
      ctx,
      async (tx) => {
        const session = await lockSession(tx, input.sessionId);
        if (session.offerId !== null) throw sessionGone();
        const booking = await bookLocked(tx, ctx, session, { ...input, health, cards });
        return { booking, session };
      },
      "Failed to book session. Please try again.",
    );
  } catch (error) {
    if (isCapacityExceeded(error)) throw soldOut(error);
    throw error;
  }
}

/** Books a place in a locked session: no other booking comes between the count and the insert. */
export async function bookLocked(
  tx: Transaction,
  ctx: Context,
  session: LiveSession,
  input: NewBooking & { health: HealthStatement | null; cards: FoundCode[] },
): Promise<Booking> {
  const pricing = await withMemberTerms(tx, ctx, await readPricing(tx, session));
  const quoted = quotedFor(ctx, pricing, choiceIn(input));
  const typedCode = isWhollyByPass(input.quote) ? undefined : codeToRedeem(quoted, input);
  const code = await lockBuyer(tx, ctx, typedCode);
  const { email = ctx.user?.email ?? "" } = input;
  const facts = await readBookingFacts(tx, ctx, { session, formKey: input.formKey, email, code });
  if (facts.repeatedId) return findRepeated(tx, ctx, facts.repeatedId);
  const refusal = await refusalOf(tx, ctx, {
    session,
    places: facts.places,
    quantity: input.quantity,
    isPaymentWaiting: facts.isPaymentWaiting && !input.another,
  });
  if (refusal?.code === "sold_out") await rememberFull(ctx, tx, session);
  if (refusal) throw refusal;
  if (facts.onlyCourse !== null) throw courseOnly(facts.onlyCourse);
  return bookPlace(tx, ctx, pricing, {
    ...input,
    quoted,
    terms: typedCode ? termsOfLocked(code, { uses: facts.uses, now: ctx.clock.now() }) : null,
    taken: facts.places.taken,
    limitHold(now) {
      limitHolds(session, facts.holder, facts.holds, { quantity: input.quantity, now });
      return { holdBrowser: facts.holder.browser, holdNetwork: facts.holder.network };
    },
  });
}

/** Throws closed if another account posted the form: its booking is not shown to this one. */
async function findRepeated(tx: Transaction, { user }: Context, id: string): Promise<Booking> {
  const booking = one(
    await tx
      .select(bookingColumns)
      .from(sessionBookings)
      .leftJoin(bookingPayers, paysFor)
      .where(eq(sessionBookings.id, id)),
    "booking",
  );
  if (booking.userId !== (user?.id ?? null)) {
    throw new DomainError("closed", "This form has already been sent. Please open it again.");
  }
  return booking;
}

/** `isPaymentWaiting`: an unpaid booking of the same buyer is open, and they have not said that they want another. */
type PlaceRequest = { session: LiveSession; places: Places; quantity: number; isPaymentWaiting: boolean };

async function refusalOf(
  db: Queryable,
  ctx: Context,
  { session, places, quantity, isPaymentWaiting }: PlaceRequest,
): Promise<DomainError | null> {
  if (!session.isPublished) return sessionGone();
  const availability = availabilityOf(session, places, ctx.clock.now());
  if (availability === "cancelled") return sessionEnded("cancelled");
  if (availability === "closed") return sessionEnded("closed");
  if (isPaymentWaiting) return new DomainError("payment_waiting", paymentWaiting);
  if (availability === "held") {
    const ownHolds = await countOwnHolds({ ...ctx, db }, [session.id]);
    return new DomainError("sold_out", ownHolds.size > 0 ? heldByYou : heldByOthers, { ending: "held" });
  }
  if (availability === "sold_out") return soldOut();
  return fits(session, places, quantity) ? null : new DomainError("sold_out", tooFewLeft(freePlaces(session, places)));
}

const heldByOthers = "The last places are being held for others right now.";
const heldByYou = "Your unpaid booking holds a place. No other places are free right now.";

const tooFewLeft = (free: number | null) =>
  free === 1
    ? "Only 1 place is left. Please choose one ticket."
    : `Only ${free} places are left. Please choose fewer tickets.`;

const endings = {
  cancelled: "This session has been cancelled.",
  closed: "Booking has closed for this session.",
};

export const sessionEnded = (ending: keyof typeof endings) => new DomainError("closed", endings[ending], { ending });

const courseOnly = (course: string) => new DomainError("closed", onlyInCourse(course), { ending: "closed" });

const paymentWaiting =
  "You’ve already started paying for this session. Complete that payment first, or book another ticket?";

const soldOut = (cause?: unknown) => new DomainError("sold_out", "SOLD OUT", { cause, ending: "full" });
