import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { formatPrice } from "../../core/money";
import { findSession } from "../../schedule/find-session";
import { displayStart } from "../../core/dates";
import type { Context } from "../../core/context";
import { countPlacesOf, freePlaces } from "../../schedule/places";

/** What "Add attendee" shows. Throws not_found. */
export async function getAttendeeForm(ctx: Context, { sessionId }: { sessionId: string }) {
  const session = await findSession(ctx.db, sessionId);
  const { enteredPriceMinor: amountMinor, enteredCurrency: currency } = session;
  return {
    title: session.title,
    isCancelled: session.cancelledAt !== null,
    /** Null where it is free of charge anyway. */
    price: amountMinor > 0 ? formatPrice({ amountMinor, currency }) : null,
    /** Null without a limit. */
    free: freePlaces(session, await countPlacesOf(ctx.db, sessionId)),
    formKey: randomUUID(),
  };
}

/** What a message to everybody booked shows: how many that are. Throws not_found. */
export async function getMessageForm(ctx: Context, { sessionId }: { sessionId: string }) {
  const session = await findSession(ctx.db, sessionId);
  const { monthLong, day, year } = displayStart(session, ctx);
  const hasPlace = inArray(sessionBookings.status, ["confirmed", "completed"]);
  const recipients = await ctx.db.$count(sessionBookings, and(eq(sessionBookings.sessionId, sessionId), hasPlace));
  return { title: session.title, date: `${monthLong} ${day}, ${year}`, recipients, formKey: randomUUID() };
}
