/** The page that shows how a booking stands, to whoever has its unguessable id. */
export const confirmationPath = (bookingId: string) => `/booking-confirmation?bookingId=${bookingId}`;
