import type { Booking } from "@db/schema";
import { joinKeyOf } from "@server/catalogue/schedule/join-links";

type BookingKey = Pick<Booking, "id" | "manageKey">;

/** Returns what mails and calendars link to, without the site. */
export const joinPathOf = (booking: BookingKey): string => `/join/${booking.id}?key=${joinKeyOf(booking)}`;
