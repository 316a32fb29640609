import type { Booking } from "@db/schema";
import type { Settings } from "./env";

/** Returns the page of a confirmation, whose key is the unguessable id. */
export const confirmationPath = (bookingId: string) => `/booking-confirmation?bookingId=${bookingId}`;

type BookingId = Pick<Booking, "id">;

export const bookingPath = ({ id }: BookingId) => `/bookings/${id}`;

/** Returns where a session is shown to visitors: of one for a single person, its offer. */
export const sessionPath = ({ id, offerId }: { id: string; offerId: string | null }): string =>
  offerId === null ? `/sessions/${id}` : oneToOnePath(offerId);

/** Returns an address for mails to those who have asked for a time: it opens the request without signing in. */
export const requestPath = ({ id, manageKey }: ManageKey): string => `/my-request/${id}?key=${manageKey}`;

export const requestBookPath = ({ id, manageKey }: ManageKey): string => `/my-request/${id}/book?key=${manageKey}`;

/** Returns the page of a one-to-one offer, by its slug or id. */
export const oneToOnePath = (name: string): string => `/one-to-one/${name}`;

export const joinPath = ({ id }: BookingId) => `/join/${id}`;

export const movePath = (booking: BookingId) => `${bookingPath(booking)}/move`;

/** Returns an address for mails to the attendee only: it opens the booking without signing in. */
export const managePath = ({ id, manageKey }: BookingId & Pick<Booking, "manageKey">) =>
  `${bookingPath({ id })}?key=${manageKey}`;

export const myBookingsPath = "/user/bookings";

export const bookingReceiptPath = ({ id }: BookingId) => `${myBookingsPath}/${id}/receipt`;

type ManageKey = { id: string; manageKey: string };

export const entryPath = ({ id, manageKey }: ManageKey) => `/waitlist/${id}?key=${manageKey}`;

export const acceptPath = ({ id, manageKey }: ManageKey) => `/waitlist/${id}/accept?key=${manageKey}`;

/** Returns the page of a guest's pass, which is named by its purchase. */
export const heldPassPath = (purchaseId: string): string => `/my-pass/${purchaseId}`;

/** Returns an address for mails to the holder only: it opens the pass without signing in. */
export const heldPassLink = ({ id, manageKey }: ManageKey): string => `${heldPassPath(id)}?key=${manageKey}`;

/** Returns the page of a gift card for the guest who has bought it. */
export const heldGiftPath = (cardId: string): string => `/my-gift-card/${cardId}`;

/** Returns the page of a gift card for the member who has bought it. */
export const myGiftPath = (cardId: string): string => `/user/gift-cards/${cardId}`;

export const heldCoursePath = (purchaseId: string): string => `/my-course/${purchaseId}`;

/** Returns an address for mails to the buyer only: it opens the course without signing in. */
export const heldCourseLink = ({ id, manageKey }: ManageKey): string => `${heldCoursePath(id)}?key=${manageKey}`;

export const myPassesPath = "/user/passes";

export const myMembershipPath = "/user/membership";

export const purchaseReceiptPath = (purchaseId: string): string => `/user/purchases/${purchaseId}/receipt`;

export const resourceFilePath = (id: string, fileId: string): string => `/media/resources/${id}/${fileId}`;

export const ledgerPath = "/admin/payments";

type Site = Pick<Settings, "siteUrl">;

/** Returns a link that changes nothing when it is opened; a button does. */
export const verifyLink = (site: Site, token: string): string => linkTo(site, "/verify-email", token);
export const resetLink = (site: Site, token: string): string => linkTo(site, "/reset-password", token);
export const signInLink = (site: Site, token: string): string => linkTo(site, "/sign-in-link", token);
export const changeEmailLink = (site: Site, token: string): string => linkTo(site, "/change-email", token);

const linkTo = ({ siteUrl }: Site, path: string, token: string) => `${siteUrl}${path}?token=${token}`;
