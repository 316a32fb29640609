import { liveSessions } from "@db/schema";
import { plateUrl } from "../../platform/artwork/plate";
import type { Context } from "../../core/context";
import { displayStart, formatDuration, locationText, placeLabel } from "../../core/dates";
import { priceRangeOf, printRange } from "../../platform/money/session-price";
import { priceContext } from "../../platform/money/price-context";
import { readEarlyPrices } from "./price-rates";
import { summaryOf } from "./session-facts";
import { availabilityOf, fewPlacesLeft } from "./places";
import type { ListedSession, SessionCard } from "./schemas";
import { countShownPlaces } from "./shown-places";

export async function formatListedSessions(ctx: Context, rows: ListedRow[]): Promise<ListedSession[]> {
  const offerOf = await offersOf(ctx, rows);
  return rows.map((session) => {
    const { day, month, year, weekdayShort, time, iso } = displayStart(session, ctx);
    return {
      id: session.id,
      title: session.title,
      category: session.category,
      summary: summaryOf(session.description),
      start: { day, month, year, weekdayShort, time, iso },
      duration: formatDuration(session.durationMinutes),
      place: placeLabel(session),
      ...offerOf(session),
      image: session.thumbnailUrl ?? plateUrl(session.category, "row", session.id),
    };
  });
}

export async function formatSessionCards(ctx: Context, rows: ListedRow[]): Promise<SessionCard[]> {
  const offerOf = await offersOf(ctx, rows);
  return rows.map((session) => {
    const start = displayStart(session, ctx);
    return {
      id: session.id,
      title: session.title,
      category: session.category,
      summary: summaryOf(session.description),
      start: { date: start.date, time: start.time, iso: start.iso },
      duration: formatDuration(session.durationMinutes),
      location: locationText(session),
      ...offerOf(session),
      image: session.thumbnailUrl ?? plateUrl(session.category, "card", session.id),
    };
  });
}

type Offer = Pick<ListedSession, "price" | "placesLeft">;

async function offersOf(ctx: Context, rows: ListedRow[]): Promise<(session: ListedRow) => Offer> {
  const limited = new Set(rows.filter(({ maxAttendees }) => maxAttendees !== null).map(({ id }) => id));
  const [places, rates] = await Promise.all([countShownPlaces(ctx, [...limited]), readEarlyPrices(ctx.db, rows)]);
  const prices = priceContext(ctx);
  const now = ctx.clock.now();
  return (session) => {
    const taken = places.get(session.id);
    const isSoldOut = availabilityOf(session, taken, now) === "sold_out";
    return {
      price: isSoldOut ? null : printRange(priceRangeOf({ session, priceRates: rates.get(session.id) ?? [] }, prices)),
      placesLeft: fewPlacesLeft(session, taken, now, taken?.held),
    };
  };
}

type SessionRow = typeof liveSessions.$inferSelect;

const { id, title, description, category, startTime, durationMinutes, locationType } = liveSessions;
const { location, address, city, postCode, priceMinor, enteredPriceMinor, enteredCurrency } = liveSessions;
const { maxAttendees, thumbnailUrl, cancelledAt, isFeatured } = liveSessions;
const { pricing, highestPriceMinor, enteredHighestMinor } = liveSessions;

export const listedColumns = {
  id,
  title,
  description,
  category,
  startTime,
  durationMinutes,
  locationType,
  location,
  address,
  city,
  postCode,
  priceMinor,
  enteredPriceMinor,
  enteredCurrency,
  maxAttendees,
  thumbnailUrl,
  cancelledAt,
  isFeatured,
  pricing,
  highestPriceMinor,
  enteredHighestMinor,
};
export type ListedRow = Pick<SessionRow, keyof typeof listedColumns>;
