import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Booking, bookingColumns, bookingPayers, type LiveSession, paysFor, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { lockAgainstDeletion } from "../../../accounts/accounts";
import type { Context } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { confirmationPath } from "../../../core/paths";
import { withMemberTerms } from "../../../catalogue/discounts/member-discount";
import { lockSession, sessionGone } from "../../../catalogue/schedule/find-session";
import { readPricing } from "../../../catalogue/schedule/price-rates";
import { type OrderFacts, placeOrder, unprepared } from "../../order/place-order";
import { limitHolds } from "../pay/hold-cap";
import { getPending, payForPlace } from "../pay/pending-payment";
import type { NewBooking } from "../schemas";
import { bookPlace } from "./book-place";
import { hasBooked, recallFull, rememberFull } from "./full-sessions";
import { courseOnly, readBookingFacts, refusalOf, soldOut } from "./refusals";

export type BookingResult = { next: string; bookingId: string };

/** A booking with its session, as it was locked. */
export type BookedPlace = { booking: Booking; session: LiveSession };

export const bookingFailed = "Failed to book session. Please try again.";

/** Books a free place, or holds one and opens a checkout. The same form key again returns the same result. */
export async function createBooking(ctx: Context, input: NewBooking): Promise<BookingResult> {
  const refusal = await findKnownRefusal(ctx, input);
  if (refusal) throw refusal;
  const booked = await placeOrder(ctx, input, {
    isAttended: true,
    prepare: unprepared,
    failure: bookingFailed,
    soldOut,
    async take(tx, ordered) {
      const session = await lockSession(tx, input.sessionId);
      if (session.offerId !== null) throw sessionGone();
      return bookLocked(tx, ctx, session, ordered);
    },
  });
  return finishBooking(ctx, booked);
}

/** Opens the payment page of a place that is held, or leads to the confirmation. Throws payment_provider_failed. */
export async function finishBooking(ctx: Context, { booking, session }: BookedPlace): Promise<BookingResult> {
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

/** Books a place in a locked session: no other booking comes between the count and the insert. */
export async function bookLocked(
  tx: Transaction,
  ctx: Context,
  session: LiveSession,
  input: NewBooking & OrderFacts,
): Promise<BookedPlace> {
  const { quantity, formKey, email = ctx.user?.email ?? "" } = input;
  if (ctx.user) await lockAgainstDeletion(tx, ctx.user);
  const facts = await readBookingFacts(tx, ctx, { session, formKey, email });
  if (facts.repeatedId) return { session, booking: await findRepeated(tx, ctx, facts.repeatedId) };
  const isPaymentWaiting = facts.isPaymentWaiting && !input.another;
  const refusal = await refusalOf(tx, ctx, { session, places: facts.places, quantity, isPaymentWaiting });
  if (refusal?.code === "sold_out") await rememberFull(ctx, tx, session);
  if (refusal) throw refusal;
  if (facts.onlyCourse !== null) throw courseOnly(facts.onlyCourse);
  const pricing = await withMemberTerms(tx, ctx, await readPricing(tx, session));
  const booking = await bookPlace(tx, ctx, pricing, {
    ...input,
    taken: facts.places.taken,
    limitHold(now) {
      limitHolds(session, facts.holder, facts.holds, { quantity, now });
      return { holdBrowser: facts.holder.browser, holdNetwork: facts.holder.network };
    },
  });
  return { booking, session };
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
