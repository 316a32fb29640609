import { and, asc, inArray } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import type { Context } from "../core/context";
import { whereBookingOf } from "../schedule/booking-owner";
import { bookingPath } from "../core/paths";
import { takenStatuses } from "../schedule/places";
import type { MyPlace } from "../schedule/schemas";

/** In which of these sessions a member has a place, in one query: booked wins over held for a payment. */
export async function findMyPlaces(ctx: Context, sessionIds: string[]): Promise<Map<string, MyPlace>> {
  if (!ctx.user || sessionIds.length === 0) return new Map();
  const { id, sessionId, status } = sessionBookings;
  const rows = await ctx.db
    .select({ id, sessionId, status })
    .from(sessionBookings)
    .where(and(inArray(sessionId, sessionIds), inArray(status, [...takenStatuses]), whereBookingOf(ctx.user)))
    .orderBy(asc(sessionBookings.createdAt));
  const places = new Map<string, MyPlace>();
  for (const row of rows) {
    const state = row.status === "pending" ? "held" : "booked";
    const known = places.get(row.sessionId);
    if (!known || (known.state === "held" && state === "booked")) {
      places.set(row.sessionId, { state, path: bookingPath(row) });
    }
  }
  return places;
}
