import { products, recordings } from "@db/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import { DomainError } from "../../../core/errors";
import type { KindOfProduct } from "./kind";

export const collection: KindOfProduct = {
  type: "Recording",
  noun: "collection",
  use: "watch the collection",
  bought: "has bought a collection, and can watch it",
  isSoldToGuests: false,
  isClaimedByAccount: true,
  isHadOnce: true,
  isBoundToAddress: false,
  isDiscounted: true,
  isOnDates: false,
  unlockedTitle: "Collection Unlocked",
  aim: "watch",
  isYours: (series) => `Every ${series} recording is yours for life.`,
  isDigital: true,
  checkoutText: "All recordings, lifetime access",
  receiptText: "Lifetime access to the whole series",
  inText: (title) => `the ${title}`,
  notForSale: "This collection is no longer for sale.",
  revenue: null,
  mail: (title) => ({
    kind: "recordings",
    bought: "lifetime access",
    openNow: `Every recording in ${title} is unlocked.`,
    openForLife: `Every recording in ${title} is unlocked for you, for life, including the ones still to come.`,
    use: "Watch now",
    see: "See the recordings",
    open: "Open the collection",
  }),
  pathOf: ({ slug, address }) => address ?? `/collections/${slug}`,
  count: (db, productId) => db.$count(recordings, eq(recordings.productId, productId)),
  async requireForSale(db, { id, isOn }) {
    if (!isOn) throw new DomainError("not_found", collection.notForSale);
    const isPremium = and(eq(recordings.productId, id), eq(recordings.isFree, false));
    if ((await db.$count(recordings, isPremium)) > 0) return;
    throw new DomainError("not_found", (await collection.count(db, id)) > 0 ? allFree : empty);
  },
  /** It may be given before it has recordings. */
  requireGivable: () => Promise.resolve(),
  async reasonToKeep(db, id, bought) {
    const isSpecified = and(eq(products.id, id), isNotNull(products.address));
    if ((await db.$count(products, isSpecified)) > 0)
      return "This collection belongs to the site. Switch it off instead.";
    if (bought || (await collection.count(db, id)) === 0) return bought;
    return "This collection has recordings. Delete them first, or switch it off.";
  },
};

const empty = "This collection has no recordings yet, so it is not for sale.";
const allFree = "All recordings of this collection are free, so there is nothing to buy.";
