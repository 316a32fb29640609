import type { products } from "@db/schema";
import { kinds, productPath } from "./kinds";

type Product = Pick<typeof products.$inferSelect, "id" | "kind" | "slug" | "address">;

/** Returns the address that follows payment. Its parameters prove nothing: the server asks Stripe. */
export const purchaseReturnPath = (product: Product, purchaseId: string): string =>
  `${productPath(product)}?success=true&purchaseId=${purchaseId}`;

export const purchaseCancelPath = (product: Product, purchaseId: string): string =>
  `${productPath(product)}?purchase=true&cancelled=${purchaseId}`;

/** Returns the address of the form that buys a gift card, after its payment page was left. */
export const giftCancelPath = (card: Product, purchaseId: string, passId: string | undefined): string =>
  `${productPath(card)}?${passId ? `pass=${passId}&` : ""}cancelled=${purchaseId}`;

type CollectionAddress = Pick<Product, "slug" | "address">;

const recordingsEnd = /-recordings$/;

/** Returns the back office's page of a collection's recordings. */
export const libraryPath = (collection: CollectionAddress & { id: string }): string =>
  `/admin${kinds.collection.pathOf(collection)}`;

/** Returns the address of a collection's own picture, for caches another one with each file; null without one. */
export const picturePath = ({ slug, pictureId }: { slug: string; pictureId: string | null }): string | null =>
  pictureId && `/media/collections/${slug}/picture?v=${pictureId.slice(0, 8)}`;

/** Returns the back office's page of who has bought a collection. */
export function buyersPath({ slug, address }: CollectionAddress): string {
  if (address && recordingsEnd.test(address)) return `/admin${address.replace(recordingsEnd, "-purchases")}`;
  return `/admin/collections/${slug}/purchases`;
}
