import type { Transaction } from "@db/client";
import { type LiveSession, sessionBookings } from "@db/schema";
import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import { lockAgainstDeletion, lockUndeleted } from "../../../accounts/accounts";
import type { Context } from "../../../core/context";
import {
  type DiscountCode,
  liveUses,
  lockCode,
  lockCodeBehind,
  usesAllowed,
} from "../../../catalogue/discounts/discount-codes";
import { onlyCourseOf } from "../../../catalogue/schedule/courses-of";
import { type Places, takenPlaces } from "../../../catalogue/schedule/places";
import { holderOf, holdsOf } from "../pay/hold-cap";
import { wherePending } from "../pay/pending-payment";
import { wasBookedIn } from "../../../catalogue/schedule/whose-bookings";

type Buyer = Pick<Context, "user">;

/** Locks the account, then the code, after the session; both in one statement. Throws unauthenticated. */
export async function lockBuyer(
  tx: Transaction,
  { user }: Buyer,
  typedCode: string | undefined,
): Promise<DiscountCode | null> {
  if (user && typedCode) {
    const account = tx.$with("account").as(lockUndeleted(tx, user));
    const code = await lockCodeBehind(tx, account, typedCode);
    if (code) return code;
  }
  if (user) await lockAgainstDeletion(tx, user);
  return typedCode ? lockCode(tx, typedCode) : null;
}

type BookingRequest = { session: LiveSession; formKey: string; email: string; code: DiscountCode | null };

/**
 * Reads with one statement what a booking depends on and others may change until the locks are held: the places, an
 * earlier booking by the same form, the code's uses, the visitor's unpaid holds and whether one of them is still open.
 */
export async function readBookingFacts(
  tx: Transaction,
  ctx: Context,
  { session, formKey, email, code }: BookingRequest,
) {
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
      uses: usesOf(tx, code),
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

/** Counts the uses only where the code limits them. */
function usesOf(tx: Transaction, code: DiscountCode | null): SQL<number> {
  if (!code || usesAllowed(code) === null) return sql`0`.mapWith(Number);
  const uses = liveUses(tx, [code.code]).as("uses");
  return sql`(select coalesce(sum(${uses.live}), 0) from ${uses})`.mapWith(Number);
}
