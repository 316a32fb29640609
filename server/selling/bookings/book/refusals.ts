import type { Queryable, Transaction } from "@db/client";
import { type LiveSession, sessionBookings } from "@db/schema";
import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { DomainError } from "../../../core/errors";
import { onlyCourseOf, onlyInCourse } from "../../../catalogue/schedule/courses-of";
import { sessionGone } from "../../../catalogue/schedule/find-session";
import {
  availabilityOf,
  countOwnHolds,
  fits,
  freePlaces,
  type Places,
  takenPlaces,
} from "../../../catalogue/schedule/places";
import { wasBookedIn } from "../../../catalogue/schedule/whose-bookings";
import { holderOf, holdsOf } from "../pay/hold-cap";
import { wherePending } from "../pay/pending-payment";

type BookingRequest = { session: LiveSession; formKey: string; email: string };

/**
 * Reads with one statement what a booking depends on and others may change until the locks are held: the places, an
 * earlier booking by the same form, the visitor's unpaid holds and whether one of them is still open.
 */
export async function readBookingFacts(tx: Transaction, ctx: Context, { session, formKey, email }: BookingRequest) {
  const places = takenPlaces(tx, [session.id]).as("places");
  const repeated = tx
    .select({ id: sessionBookings.id })
    .from(sessionBookings)
    .where(and(eq(sessionBookings.formKey, formKey), wasBookedIn(tx, session.id)));
  const holder = holderOf(ctx, { session: { id: session.offerId ?? session.id }, email });
  const [facts] = await tx
    .select({
      taken: totalOf(places.taken),
      booked: totalOf(places.booked),
      repeatedId: sql<string | null>`${repeated}`,
      onlyCourse: onlyCourseOf(tx, session.id),
      isPaymentWaiting: isPaymentWaiting(tx, ctx, session),
      holds: (session.highestPriceMinor ?? session.priceMinor) > 0 ? holdsOf(tx, session, holder) : sql<[]>`'[]'::json`,
    })
    .from(places);
  if (!facts) throw new Error("an aggregate returned no row");
  const { taken, booked, ...others } = facts;
  const counted: Places = { taken, booked };
  return { ...others, places: counted, holder };
}

const totalOf = (column: unknown): SQL<number> => sql`coalesce(sum(${column}), 0)`.mapWith(Number);

function isPaymentWaiting(tx: Transaction, ctx: Context, { id: sessionId }: LiveSession): SQL<boolean> {
  const isPending = wherePending(ctx, { sessionId });
  if (!isPending) return sql<boolean>`false`;
  return sql<boolean>`${exists(tx.select({ id: sessionBookings.id }).from(sessionBookings).where(isPending))}`;
}

/** `isPaymentWaiting`: an unpaid booking of the same buyer is open, and they have not said that they want another. */
type PlaceRequest = { session: LiveSession; places: Places; quantity: number; isPaymentWaiting: boolean };

/** Returns why a session can't be booked; null if it can. */
export async function refusalOf(
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

export const courseOnly = (course: string) => new DomainError("closed", onlyInCourse(course), { ending: "closed" });

const paymentWaiting =
  "You’ve already started paying for this session. Complete that payment first, or book another ticket?";

export const soldOut = (cause?: unknown) => new DomainError("sold_out", "SOLD OUT", { cause, ending: "full" });
