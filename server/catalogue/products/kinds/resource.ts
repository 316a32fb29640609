import { resourceFiles } from "@db/schema";
import { eq } from "drizzle-orm";
import { DomainError } from "../../../core/errors";
import type { KindOfProduct } from "./kind";

export const resource: KindOfProduct = {
  type: "Resource",
  noun: "resource",
  use: "open the resource",
  bought: "has bought a learning resource, and can download it",
  isSoldToGuests: false,
  isClaimedByAccount: false,
  isHadOnce: true,
  isBoundToAddress: false,
  isDiscounted: true,
  isOnDates: false,
  unlockedTitle: "Resource Unlocked",
  aim: "download it",
  isYours: () => "This resource is yours for life.",
  isDigital: true,
  checkoutText: "Learning resource, yours to keep",
  receiptText: "Learning resource, yours to keep",
  inText: (title) => `“${title}”`,
  notForSale: "This resource is not for sale.",
  revenue: { label: "Resources", inText: "resources" },
  mail: (title) => ({
    kind: "a learning resource",
    bought: "learning resource",
    openNow: `${title} is ready for you to download.`,
    openForLife: `${title} is ready for you to download.`,
    use: "Open and download",
    see: "See the resource",
    open: "Open the resource",
  }),
  pathOf: ({ id }) => `/resources/${id}`,
  count: (db, productId) => db.$count(resourceFiles, eq(resourceFiles.productId, productId)),
  async requireForSale(db, { id, withdrawnAt, priceMinor }) {
    if (!withdrawnAt && priceMinor > 0 && (await resource.count(db, id)) > 0) return;
    throw new DomainError("not_found", resource.notForSale);
  },
  requireGivable: (db, product) => resource.requireForSale(db, product),
  reasonToKeep: (_db, _id, bought) => Promise.resolve(bought),
};
