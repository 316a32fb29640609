import { findOnlyCourse, readCoursesOf } from "./courses-of";
import { availabilityOf, fewPlacesLeft, isJoinable } from "./places";
import { decimals } from "../../platform/money/convert-price";
import { priceRangeOf, printRange } from "../../platform/money/session-price";
import { describePrices } from "../../platform/money/describe-prices";
import { priceContext } from "../../platform/money/price-context";
import { readPricing } from "./price-rates";
import { shareImagePath } from "./share-session";
import { readSiteSettings } from "../../core/site-settings";
import type { Context } from "../../core/context";
import { mapUrlOf, splitDescription, splitLines } from "./session-facts";
import { displayStart, formatDuration, placeLabel } from "../../core/dates";
import { plateUrl } from "../../platform/artwork/plate";
import { recordingLinkFor } from "./session-links";
import { requireSession } from "./find-session";
import { countShownPlaces } from "./shown-places";
import { endOf } from "./session-event";

export type SessionDetails = Awaited<ReturnType<typeof getSession>>;

/** Returns what visitors see of a session. Throws not_found. */
export async function getSession(ctx: Context, { id }: { id: string }) {
  const session = await requireSession(ctx.db, id);
  const places = (await countShownPlaces(ctx, [id])).get(id);
  const pricing = await readPricing(ctx.db, session);
  const range = priceRangeOf(pricing, priceContext(ctx));
  const site = await readSiteSettings(ctx);
  const now = ctx.clock.now();
  const availability = availabilityOf(session, places, now, places?.held);
  const end = endOf(session);
  const courses = await readCoursesOf(ctx.db, id);
  return {
    id,
    title: session.title,
    category: session.category,
    ...splitDescription(session.description),
    whatToBring: splitLines(session.whatToBring),
    isOnline: session.locationType === "online",
    hasJoinLink: session.zoomLink !== null,
    start: displayStart(session, ctx),
    endIso: displayStart({ ...session, startTime: end }, ctx).iso,
    duration: formatDuration(session.durationMinutes),
    place: placeLabel(session),
    venue: session.location,
    address: session.address,
    mapUrl: mapUrlOf(session),
    city: session.city,
    postCode: session.postCode,
    price: printRange(range),
    prices: describePrices(ctx, pricing),
    offer: {
      price: decimals(range.lowest.amountMinor),
      highest: range.highest && decimals(range.highest.amountMinor),
      currency: range.lowest.currency,
      validFrom: session.createdAt.toISOString(),
    },
    availability,
    courses,
    onlyCourse: findOnlyCourse(courses),
    hasWaitlist: isJoinable(site, availability) && findOnlyCourse(courses) === null,
    hasEnded: end <= now,
    placesLeft: fewPlacesLeft(session, places, now, places?.held),
    recordingUrl: await recordingLinkFor(ctx, session),
    image: session.thumbnailUrl ?? plateUrl(session.category, "wide", id),
    shareImage: shareImagePath(session, { ...ctx.settings, siteName: site.name }),
  };
}
