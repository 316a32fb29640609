import type { Booking } from "@db/schema";
import type { Settings } from "./env";
import type { CollectionName } from "./collections";

/** The page that shows a booking's state; its unguessable id is the key. */
export const confirmationPath = (bookingId: string) => `/booking-confirmation?bookingId=${bookingId}`;

type Managed = Pick<Booking, "id">;

/** The page where a member manages one of her bookings. */
export const bookingPath = ({ id }: Managed) => `/bookings/${id}`;

/** The same for the holder of the link, without signing in: for mails to the attendee only. */
export const managePath = ({ id, manageKey }: Managed & Pick<Booking, "manageKey">) =>
  `${bookingPath({ id })}?key=${manageKey}`;

/** All of a member's bookings. */
export const myBookingsPath = "/user/bookings";

/** The printable receipt of one of them. */
export const bookingReceiptPath = ({ id }: Managed) => `${myBookingsPath}/${id}/receipt`;

type Keyed = { id: string; manageKey: string };

/** The page of an entry, for the holder of its key: the place in line, or the offer. */
export const entryPath = ({ id, manageKey }: Keyed) => `/waitlist/${id}?key=${manageKey}`;

/** The booking form for the place that an entry is offered. */
export const acceptPath = ({ id, manageKey }: Keyed) => `/waitlist/${id}/accept?key=${manageKey}`;

const pages: Record<CollectionName, string> = { birth: "/birth-recordings", stress: "/stress-recordings" };

/** The collection's own page. */
export const collectionPath = (collection: CollectionName): string => pages[collection];

/** Where a purchase leads to once it is paid. Its parameters prove nothing: the server asks Stripe. */
export const purchaseReturnPath = ({ id, collection }: { id: string; collection: CollectionName }): string =>
  `${collectionPath(collection)}?success=true&purchaseId=${id}`;

/** Where it leads to when the payment page is left. */
export const purchaseCancelPath = ({ id, collection }: { id: string; collection: CollectionName }): string =>
  `${collectionPath(collection)}?purchase=true&cancelled=${id}`;

/** The admin's page that compares our books with Stripe's. */
export const ledgerPath = "/admin/payments";

type Site = Pick<Settings, "siteUrl">;

/** The pages behind mailed links; opening them changes nothing. */
export const verifyLink = (site: Site, token: string): string => linkTo(site, "/verify-email", token);
export const resetLink = (site: Site, token: string): string => linkTo(site, "/reset-password", token);
export const signInLink = (site: Site, token: string): string => linkTo(site, "/sign-in-link", token);
export const changeEmailLink = (site: Site, token: string): string => linkTo(site, "/change-email", token);

const linkTo = ({ siteUrl }: Site, path: string, token: string) => `${siteUrl}${path}?token=${token}`;
