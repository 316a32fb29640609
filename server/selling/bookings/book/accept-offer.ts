import { one } from "@db/one";
import { inTransaction } from "../../../core/transaction";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import {
  type Booking,
  bookingColumns,
  bookingPayers,
  type LiveSession,
  paysFor,
  sessionBookings,
  sessionWaitlist,
} from "@db/schema";
import { lockAgainstDeletion } from "../../../accounts/accounts";
import { redeemCode } from "../../../catalogue/discounts/discount-codes";
import { findCards } from "../../../catalogue/gift-cards/find-cards";
import { codesIn } from "../../../catalogue/gift-cards/schemas";
import { codeToRedeem } from "../../../catalogue/discounts/prices";
import { withMemberTerms } from "../../../catalogue/discounts/member-discount";
import { quotedFor } from "../../../catalogue/discounts/quote-choice";
import { isWhollyByPass } from "../../../platform/money/quote";
import { lockPassesInLine } from "../../../catalogue/passes/lock";
import { bookPlace } from "./book-place";
import { findHealthStatement } from "./booking-form";
import { type BookingResult, sessionEnded } from "./create-booking";
import { confirmationPath } from "../../../core/paths";
import { chosenPass } from "../pay/pay-by-pass";
import { payForPlace } from "../pay/pending-payment";
import { limitConsents } from "../../../platform/mail/confirm-consent";
import { limitBookingRate } from "../../../core/rate-limits";
import { DomainError } from "../../../core/errors";
import type { Context } from "../../../core/context";
import { bookingIdOf, type Entry, lockEntry, moveEntry, refuseAnswer, requireEntry } from "../../waitlist/entries";
import { offerPlaces } from "../../waitlist/offers";
import { readPricing } from "../../../catalogue/schedule/price-rates";
import { type Acceptance, choiceIn } from "../schemas";

type BookedOffer = { booking: Booking; session: LiveSession };

/** Takes an offered place; safe to repeat. Throws not_found, closed and what `createBooking` throws. */
export async function acceptOffer(ctx: Context, input: Acceptance): Promise<BookingResult> {
  await limitBookingRate(ctx, input);
  const { booking, session } = await bookOfferedPlace(ctx, await limitConsents(ctx, input));
  const isHeld = booking.status === "pending";
  const next = isHeld ? await payForPlace(ctx, booking, session) : confirmationPath(booking.id);
  return { next, bookingId: booking.id };
}

async function bookOfferedPlace(ctx: Context, { id, key, ...input }: Acceptance): Promise<BookedOffer> {
  const health = await findHealthStatement(ctx.db, ctx);
  const cards = await findCards(ctx, codesIn(input));
  return inTransaction(
    ctx,
    async (tx) => {
      const found = await requireEntry(tx, { id, key });
      // The form of the course takes its offers.
      if (found.courseId) throw new DomainError("not_found", "Waitlist entry not found");
      const { session, entry } = await lockEntry(tx, ctx, found);
      if (entry.status === "accepted") return { booking: await bookingOf(tx, entry), session };
      await assertNewForm(tx, session, input);
      if (ctx.user) await lockAgainstDeletion(tx, ctx.user);
      const { quantity } = input;
      assertAcceptable(entry, session, input, ctx.clock.now());
      // Done first, so that the places are not counted twice.
      const accepted = await moveEntry(tx, entry, "accepted", { endedAt: ctx.clock.now() });
      const pricing = await withMemberTerms(tx, ctx, await readPricing(tx, session));
      const quoted = quotedFor(ctx, pricing, choiceIn(input));
      const code = isWhollyByPass(input.quote) ? undefined : codeToRedeem(quoted, input);
      const terms = code ? await redeemCode(tx, code, ctx.clock.now()) : null;
      // The places that are left over are offered on.
      if (quantity < entry.quantity) await lockPassesInLine(tx, session, { id: entry.id, passId: chosenPass(input) });
      const booking = await bookPlace(tx, ctx, pricing, {
        ...input,
        sessionId: session.id,
        health,
        terms,
        quoted,
        cards,
      });
      await tx
        .update(sessionWaitlist)
        .set({ bookingId: booking.id, quantity })
        .where(eq(sessionWaitlist.id, accepted.id));
      if (quantity < entry.quantity) await offerPlaces(tx, ctx, session);
      return { booking, session };
    },
    "Failed to book session. Please try again.",
  );
}

/** Session and entry are locked: when an answer and the end of the offer coincide, one of them wins. */
function assertAcceptable(
  entry: Entry,
  session: LiveSession,
  { quantity }: Pick<Acceptance, "quantity">,
  now: Date,
): void {
  if (entry.status !== "offered") throw refuseAnswer(entry.status);
  if (session.cancelledAt) throw sessionEnded("cancelled");
  if (!session.isPublished || session.startTime <= now) throw sessionEnded("closed");
  if (quantity > entry.quantity) throw new DomainError("invalid", tooMany(entry), { field: "quantity" });
}

const tooMany = ({ quantity }: Entry) =>
  quantity === 1
    ? "One ticket is held for you."
    : `${quantity} tickets are held for you. Please choose at most ${quantity}.`;

/** A form key whose checkout could not be opened is used up; the error page brought a new one. */
async function assertNewForm(tx: Transaction, { id }: LiveSession, { formKey }: Pick<Acceptance, "formKey">) {
  const isRepeated = and(eq(sessionBookings.sessionId, id), eq(sessionBookings.formKey, formKey));
  if ((await tx.$count(sessionBookings, isRepeated)) === 0) return;
  throw new DomainError("payment_provider_failed", "Failed to create checkout session");
}

async function bookingOf(tx: Transaction, entry: Entry): Promise<Booking> {
  return one(
    await tx
      .select(bookingColumns)
      .from(sessionBookings)
      .leftJoin(bookingPayers, paysFor)
      .where(eq(sessionBookings.id, bookingIdOf(entry))),
    "booking",
  );
}
