import { randomUUID } from "node:crypto";
import { quoteWith, showPriceWith } from "../discounts/prices";
import { displayStart, formatDuration, placeLabel } from "../core/dates";
import { requireSession } from "../schedule/find-session";
import type { Context } from "../core/context";
import { contactOfMember } from "../accounts/contact";
import { findHealthStatement } from "./health-statement";
import { availabilityOf, countPlacesOf } from "../schedule/places";

/** What the dialog gets. */
export type BookingForm = Awaited<ReturnType<typeof getBookingForm>>;

type Wanted = { sessionId: string; discountCode?: string | undefined };

/**
 * What "Complete Your Booking" shows and carries: the price as it stands now, with a code where one is given, and a
 * new one-time key. Throws not_found; what is wrong with a code is a part of the answer.
 */
export async function getBookingForm(ctx: Context, { sessionId, discountCode }: Wanted) {
  const session = await requireSession(ctx.db, sessionId);
  const places = await countPlacesOf(ctx.db, sessionId);
  const health = await findHealthStatement(ctx.db, ctx);
  return {
    session: {
      id: session.id,
      title: session.title,
      isOnline: session.locationType === "online",
      duration: formatDuration(session.durationMinutes),
      place: placeLabel(session),
    },
    startsAt: displayStart(session, ctx),
    availability: availabilityOf(session, places, ctx.clock.now()),
    ...(await showPriceWith(ctx, (terms) => quoteWith(ctx, session, terms), discountCode)),
    /** How a member is booked unless she says otherwise; null for guests. */
    contact: ctx.user && contactOfMember(ctx.user),
    /** Null where there is nothing to confirm. */
    health: health && !health.isConfirmed ? { text: health.text, version: health.version } : null,
    formKey: randomUUID(),
  };
}
