import { one } from "@db/one";
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
import { withMemberTerms } from "../../../catalogue/discounts/member-discount";
import { DomainError } from "../../../core/errors";
import type { Context } from "../../../core/context";
import { bookingIdOf, type Entry, lockEntry, moveEntry, refuseAnswer, requireEntry } from "../../waitlist/entries";
import { offerPlaces } from "../../waitlist/offers";
import { readPricing } from "../../../catalogue/schedule/price-rates";
import { type OrderFacts, placeOrder, unprepared } from "../../order/place-order";
import type { Acceptance } from "../schemas";
import { bookPlace } from "./book-place";
import { type BookedPlace, bookingFailed, type BookingResult, finishBooking } from "./create-booking";
import { sessionEnded, soldOut } from "./refusals";

/** Takes an offered place; safe to repeat. Throws not_found, closed and what `createBooking` throws. */
export async function acceptOffer(ctx: Context, input: Acceptance): Promise<BookingResult> {
  const booked = await placeOrder(ctx, input, {
    isAttended: true,
    prepare: unprepared,
    failure: bookingFailed,
    soldOut,
    take: (tx, ordered) => bookOfferedPlace(tx, ctx, ordered),
  });
  return finishBooking(ctx, booked);
}

async function bookOfferedPlace(
  tx: Transaction,
  ctx: Context,
  { id, key, ...input }: Acceptance & OrderFacts,
): Promise<BookedPlace> {
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
  const isAnyLeft = quantity < entry.quantity;
  const facts = { ...input, sessionId: session.id, ...(isAnyLeft && { leftOverOf: entry.id }) };
  const booking = await bookPlace(tx, ctx, pricing, facts);
  await tx.update(sessionWaitlist).set({ bookingId: booking.id, quantity }).where(eq(sessionWaitlist.id, accepted.id));
  if (isAnyLeft) await offerPlaces(tx, ctx, session);
  return { booking, session };
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
