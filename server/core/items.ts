import { z } from "zod";

export const collectionName = z.enum(["birth", "stress"]);

export type CollectionName = z.infer<typeof collectionName>;

const titles: Record<CollectionName, string> = { birth: "Birth Recordings", stress: "Stress & Sleep Recordings" };

/** What the instructor says about a collection; empty texts fall back to those of the software. */
export type CollectionSettings = Record<CollectionName, { name: string; description: string; isOn: boolean }>;

export const collectionTitle = (collection: CollectionName, settings: CollectionSettings): string =>
  settings[collection].name || titles[collection];

/** What a purchase is of: a collection or a resource, with the title that it had. */
type Item = {
  collection: CollectionName | null;
  collectionTitle: string | null;
  resourceId: string | null;
  resourceTitle: string | null;
};
type Named = Pick<Item, "collection" | "collectionTitle" | "resourceTitle">;
type Linked = Pick<Item, "collection" | "resourceId">;

export const itemTitle = ({ collection, collectionTitle: bought, resourceTitle }: Named): string =>
  collection ? (bought ?? titles[collection]) : (resourceTitle ?? "Learning resource");

export const itemInText = (item: Named): string =>
  item.collection ? `the ${itemTitle(item)}` : `“${itemTitle(item)}”`;

export type ProductKind = "session" | "collection" | "resource";

export type ProductWords = {
  /** In lists and files of orders. */
  type: string;
  noun: string;
  /** What its buyer can do, and no longer once they have lost it. */
  use: string;
};

/** What the back office says of each kind of thing that is sold. */
export const productWords: Record<ProductKind, ProductWords> = {
  session: { type: "Session", noun: "session", use: "attend the session" },
  collection: { type: "Recording", noun: "collection", use: "watch the collection" },
  resource: { type: "Resource", noun: "resource", use: "open the resource" },
};

const pages: Record<CollectionName, string> = { birth: "/birth-recordings", stress: "/stress-recordings" };

/** Returns the page of what was bought, and the address of the dialog that sells it without `?purchase=true`. */
export const itemPath = ({ collection, resourceId }: Linked): string =>
  collection ? pages[collection] : `/resources/${resourceId ?? ""}`;

/** The parameters prove nothing: the server asks Stripe. */
export const purchaseReturnPath = ({ id, ...item }: Linked & { id: string }): string =>
  `${itemPath(item)}?success=true&purchaseId=${id}`;

export const purchaseCancelPath = ({ id, ...item }: Linked & { id: string }): string =>
  `${itemPath(item)}?purchase=true&cancelled=${id}`;
