import { randomUUID } from "node:crypto";
import { formatAmount } from "../pricing/money";
import { quoteKey, quotePrice } from "../pricing/quote";
import { displayStart, formatDuration, placeLabel } from "../schedule/format-start";
import { requireSession } from "../schedule/require-session";
import type { Context } from "../trpc/context";
import { availabilityOf, countPlacesOf } from "./places";

/** What "Complete Your Booking" shows and carries: the price as it stands now, and a new one-time key. Throws not_found. */
export async function getBookingForm(ctx: Context, { sessionId }: { sessionId: string }) {
  const session = await requireSession(ctx.db, sessionId);
  const places = await countPlacesOf(ctx.db, sessionId);
  const quote = quotePrice(session, ctx.visitor.currency, ctx.rates);
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
    isFree: quote.total.amountMinor === 0,
    isBelowMinimum: quote.isBelowMinimum,
    listPrice: formatAmount(quote.list),
    total: formatAmount(quote.total),
    quote: quoteKey(quote),
    formKey: randomUUID(),
  };
}
