import type { CollectionName } from "../schemas";

const pages: Record<CollectionName, string> = { birth: "/birth-recordings", stress: "/stress-recordings" };

/** The collection's own page. */
export const collectionPath = (collection: CollectionName): string => pages[collection];

/** Where a purchase leads to once it is paid. Its parameters prove nothing: the server asks Stripe. */
export const purchaseReturnPath = ({ id, collection }: { id: string; collection: CollectionName }): string =>
  `${collectionPath(collection)}?success=true&purchaseId=${id}`;

/** Where it leads to when the payment page is left. */
export const purchaseCancelPath = ({ id, collection }: { id: string; collection: CollectionName }): string =>
  `${collectionPath(collection)}?purchase=true&cancelled=${id}`;
