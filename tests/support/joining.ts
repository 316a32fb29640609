import type { Booking } from "@db/schema";
import { joinKeyOf } from "@server/sessions/schedule/join-links";

type Keyed = Pick<Booking, "id" | "manageKey">;

/** Returns what mails and calendars link to, without the site. */
export const joinPathOf = (booking: Keyed): string => `/join/${booking.id}?key=${joinKeyOf(booking)}`;
