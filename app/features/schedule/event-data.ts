import type { SessionDetails } from "@server/catalogue/schedule/get-session";
import type { Site } from "~/lib/site";

/**
 * Returns structured data without the join link
 * (https://developers.google.com/search/docs/appearance/structured-data/event).
 */
export function eventData(session: SessionDetails, site: Site) {
  const url = `${site.url}/sessions/${session.id}`;
  const organizer = { "@type": "Organization", name: site.name, url: site.url };
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: session.title,
    description: session.summary,
    startDate: session.start.iso,
    endDate: session.endIso,
    eventStatus: `https://schema.org/${session.availability === "cancelled" ? "EventCancelled" : "EventScheduled"}`,
    eventAttendanceMode: `https://schema.org/${session.isOnline ? "OnlineEventAttendanceMode" : "OfflineEventAttendanceMode"}`,
    location: session.isOnline ? { "@type": "VirtualLocation", url } : placeData(session),
    image: [session.shareImage, session.image].map((path) => new URL(path, site.url).href),
    organizer,
    performer: site.instructor ? { "@type": "Person", name: site.instructor, url: site.url } : organizer,
    offers: {
      url,
      // https://schema.org/AggregateOffer
      ...(session.offer.highest === null
        ? { "@type": "Offer", price: session.offer.price }
        : { "@type": "AggregateOffer", lowPrice: session.offer.price, highPrice: session.offer.highest }),
      priceCurrency: session.offer.currency,
      availability: `https://schema.org/${session.availability === "open" ? "InStock" : "SoldOut"}`,
      validFrom: session.offer.validFrom,
    },
  };
}

function placeData({ venue, place, address, city, postCode }: SessionDetails) {
  return {
    "@type": "Place",
    name: venue ?? place,
    address: {
      "@type": "PostalAddress",
      ...(address && { streetAddress: address }),
      ...(city && { addressLocality: city }),
      ...(postCode && { postalCode: postCode }),
    },
  };
}
