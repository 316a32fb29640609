import type { Booking } from "./transitions";

type Managed = Pick<Booking, "id">;

/** The page where a member manages one of her bookings. */
export const bookingPath = ({ id }: Managed) => `/bookings/${id}`;

/** The same for whoever has the link, without signing in: for mails to the attendee only. */
export const managePath = ({ id, manageKey }: Managed & Pick<Booking, "manageKey">) =>
  `${bookingPath({ id })}?key=${manageKey}`;

/** All of a member's bookings. */
export const myBookingsPath = "/user/bookings";

/** The printable receipt of one of them. */
export const bookingReceiptPath = ({ id }: Managed) => `${myBookingsPath}/${id}/receipt`;
