import { expect, test } from "vitest";
import type { SessionDetails } from "@server/catalogue/schedule/get-session";
import { eventData } from "~/features/schedule/event-data";
import type { Site } from "~/lib/site";

const site = { name: "Breathroom", url: "https://breathroom.example" } as Site;

const session = {
  id: "7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
  title: "Evening Wind-Down",
  summary: "Long exhales.",
  isOnline: true,
  start: { iso: "2026-12-01T19:30:00+00:00" },
  endIso: "2026-12-01T21:00:00+00:00",
  place: "London, E8 3PN",
  venue: "The Weavers’ Room",
  address: "14 Lamb Lane",
  city: "London",
  postCode: "E8 3PN",
  offer: { price: "18.00", highest: null, currency: "GBP", validFrom: "2026-10-01T00:00:00.000Z" },
  availability: "open",
  image: "/plates/breathwork/wide/7b0c3a52.svg",
  shareImage: "/share/sessions/7b0c3a52/0123.png",
} as SessionDetails;

const page = `${site.url}/sessions/${session.id}`;

/** Required and recommended properties of an event in Google's documentation of structured data. */
const wanted: Record<string, RegExp | object> = {
  "@context": /^https:\/\/schema\.org$/,
  "@type": /^Event$/,
  name: /./,
  description: /./,
  startDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
  endDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
  eventStatus: /^https:\/\/schema\.org\/Event(Scheduled|Cancelled|Rescheduled|Postponed|MovedOnline)$/,
  eventAttendanceMode: /^https:\/\/schema\.org\/(Online|Offline|Mixed)EventAttendanceMode$/,
  organizer: { "@type": /^(Organization|Person)$/, name: /./, url: /^https:/ },
  performer: { "@type": /^(Organization|Person|PerformingGroup)$/, name: /./ },
  offers: {
    "@type": /^Offer$/,
    url: /^https:/,
    price: /^\d+(\.\d\d)?$/,
    priceCurrency: /^[A-Z]{3}$/,
    availability: /^https:\/\/schema\.org\/(InStock|SoldOut|PreOrder)$/,
    validFrom: /^\d{4}-\d\d-\d\dT/,
  },
};

function expectWanted(data: object, shape: typeof wanted) {
  for (const [name, rule] of Object.entries(shape)) {
    const value = (data as Record<string, unknown>)[name];
    if (rule instanceof RegExp) expect(value, name).toEqual(expect.stringMatching(rule));
    else expectWanted(value as object, rule as typeof wanted);
  }
}

test.each<[string, Partial<SessionDetails>, object]>([
  ["online", {}, { "@type": "VirtualLocation", url: page }],
  [
    "in person",
    { isOnline: false },
    {
      "@type": "Place",
      name: "The Weavers’ Room",
      address: {
        "@type": "PostalAddress",
        streetAddress: "14 Lamb Lane",
        addressLocality: "London",
        postalCode: "E8 3PN",
      },
    },
  ],
])("an event %s has every required and recommended property", (_kind, values, location) => {
  const data = eventData({ ...session, ...values }, site);
  expectWanted(data, wanted);
  expect(data.location).toEqual(location);
  expect(data.image).toEqual([
    "https://breathroom.example/share/sessions/7b0c3a52/0123.png",
    "https://breathroom.example/plates/breathwork/wide/7b0c3a52.svg",
  ]);
});

test.each([
  ["open", "EventScheduled", "InStock"],
  ["sold_out", "EventScheduled", "SoldOut"],
  ["held", "EventScheduled", "SoldOut"],
  ["closed", "EventScheduled", "SoldOut"],
  ["cancelled", "EventCancelled", "SoldOut"],
] as const)("maps a session that is %s to %s and %s", (availability, status, offer) => {
  const data = eventData({ ...session, availability }, site);
  expectWanted(data, wanted);
  expect(data.eventStatus).toBe(`https://schema.org/${status}`);
  expect(data.offers.availability).toBe(`https://schema.org/${offer}`);
});

test("gives the range of several prices", () => {
  const offer = { ...session.offer, price: "12.00", highest: "30.00" };
  expect(eventData({ ...session, offer }, site).offers).toMatchObject({
    "@type": "AggregateOffer",
    lowPrice: "12.00",
    highPrice: "30.00",
    priceCurrency: "GBP",
  });
});
