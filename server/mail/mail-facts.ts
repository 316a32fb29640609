import type { Booking } from "@db/schema";
import type { Site } from "@emails/parts/props";
import type { Settings } from "../core/env";

export const siteFacts = ({ siteName, siteUrl, marketing }: Settings): Site => ({
  name: siteName,
  url: siteUrl,
  contactUrl: marketing.contact,
});

/** Short enough to read out by telephone. */
export const referenceOf = ({ id }: { id: string }) => id.slice(0, 8).toUpperCase();

export const attendeeOf = (booking: Booking) => ({
  name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim(),
  email: booking.attendeeEmail,
});
