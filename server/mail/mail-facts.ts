import type { Booking } from "@db/schema";
import type { Site } from "@emails/parts/props";
import type { Settings } from "../core/env";

/** What every message says of the site. */
export const siteFacts = ({ siteName, siteUrl, marketing }: Settings): Site => ({
  name: siteName,
  url: siteUrl,
  contactUrl: marketing.contact,
});

/** Short enough to be read out on the telephone; the booking's id begins with it. */
export const referenceOf = ({ id }: { id: string }) => id.slice(0, 8).toUpperCase();

/** Who has booked, as the instructor reads it. */
export const attendeeOf = (booking: Booking) => ({
  name: `${booking.attendeeFirstName} ${booking.attendeeLastName}`.trim(),
  email: booking.attendeeEmail,
});
