import type { Transaction } from "@db/client";
import type { Booking, LiveSession } from "@db/schema";
import type { Settings } from "../core/env";
import { calendarAttachment } from "../schedule/session-event";
import { enqueueMail } from "../mail/outbox";
import type { Services } from "../core/services";
import { referenceOf, siteFacts } from "../mail/mail-facts";
import { sessionFacts } from "../schedule/session-facts";
import { joinLinkFor } from "../schedule/session-links";
import { instructorFacts, paidFacts, ticketFacts } from "./mail-facts";
import { managePath } from "../core/paths";
import { countPlacesOf } from "../schedule/places";

type Booked = { booking: Booking; session: LiveSession };

export async function mailBooking(
  tx: Transaction,
  services: Services,
  { booking, session, occasion }: Booked & { occasion?: string },
): Promise<void> {
  const key = [booking.id, occasion].filter(Boolean).join(":");
  const { settings } = services;
  await mailConfirmation(tx, services, { booking, session, dedupeKey: `booking-confirmation:${key}` });
  const { taken } = await countPlacesOf(tx, session.id);
  await enqueueMail(tx, {
    template: "admin-new-booking",
    to: settings.adminEmail,
    dedupeKey: `admin-new-booking:${key}`,
    replyTo: booking.attendeeEmail,
    props: {
      ...(await sharedFacts(tx, settings, booking)),
      ...instructorFacts(settings, { booking, session }),
      healthNote: booking.healthNote,
      places: session.maxAttendees === null ? `${taken}` : `${taken} of ${session.maxAttendees}`,
    },
  });
}

export async function mailConfirmation(
  tx: Transaction,
  services: Pick<Services, "settings" | "clock">,
  { booking, session, dedupeKey }: Booked & { dedupeKey: string },
): Promise<void> {
  const { settings } = services;
  await enqueueMail(tx, {
    template: "booking-confirmation",
    to: booking.attendeeEmail,
    dedupeKey,
    replyTo: settings.adminEmail,
    attachments: [await calendarAttachment(tx, services, { booking, session })],
    props: {
      ...(await sharedFacts(tx, settings, booking)),
      firstName: booking.attendeeFirstName,
      session: sessionFacts(session, settings, booking.timeZone),
      isOnline: session.locationType === "online",
      joinUrl: joinLinkFor({ booking, session }),
      whatToBring: session.whatToBring?.split("\n").filter(Boolean) ?? [],
      bookingUrl: `${settings.siteUrl}${managePath(booking)}`,
    },
  });
}

const sharedFacts = async (tx: Transaction, settings: Settings, booking: Booking) => ({
  site: siteFacts(settings),
  tickets: await ticketFacts(tx, booking),
  paid: paidFacts(booking),
  reference: referenceOf(booking),
});
