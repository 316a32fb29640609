import { giftCardTerms } from "@db/schema";
import { eq } from "drizzle-orm";
import { DomainError } from "../../../core/errors";
import type { KindOfProduct } from "./kind";

export const giftCard: KindOfProduct = {
  type: "Gift card",
  noun: "gift card",
  use: "pay with the gift card",
  end: "It ends: what is left on it is gone. What was paid with it stays",
  bought: "has bought a gift card, which can be used",
  isSoldToGuests: true,
  isClaimedByAccount: false,
  isHadOnce: false,
  isBoundToAddress: false,
  isDiscounted: false,
  isOnDates: false,
  unlockedTitle: "Your Gift Card Is Ready",
  aim: "see it",
  isYours: () => "Your gift card is ready.",
  isDigital: false,
  checkoutText: "Gift card",
  receiptText: "Gift card",
  inText: (title) => `the gift card “${title}”`,
  notForSale: "This gift card is no longer for sale.",
  // It is income once something is bought with it: see docs/decisions/081.
  revenue: null,
  mail: (title) => ({
    kind: "a gift card",
    bought: "gift card",
    openNow: `${title} is paid for.`,
    openForLife: `${title} is paid for. Its code comes in an email of its own, to you or to whom you give it.`,
    use: "See the schedule",
    see: "See the gift card",
    open: "Open the gift card",
  }),
  pathOf: ({ id }) => `/gift-cards/${id}`,
  count: (db, productId) => db.$count(giftCardTerms, eq(giftCardTerms.productId, productId)),
  /** It has no price of its own: `buyGiftCard` sells it for the amount that the buyer chooses. */
  requireForSale: () => Promise.reject(new DomainError("not_found", giftCard.notForSale)),
  requireGivable: (db, product) => giftCard.requireForSale(db, product),
  reasonToKeep: (_db, _id, bought) => Promise.resolve(bought),
};
