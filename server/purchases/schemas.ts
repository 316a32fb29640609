import { z } from "zod";
import { discountCode } from "../discounts/schemas";
import { isQuoteKey } from "../pricing/quote";
import { collectionName, type CollectionName } from "../recordings/schemas";

/** What the purchase dialog carries along. */
export const purchaseForm = z.object({
  discountCode: discountCode.optional(),
  quote: z.string().refine(isQuoteKey),
  formKey: z.uuid(),
});

export const newPurchase = purchaseForm.extend({ collection: collectionName });
export type NewPurchase = z.infer<typeof newPurchase>;

/** A code that can be none is for the form to say, so it comes as it was typed. */
export const purchaseFormRef = z.object({ collection: collectionName, discountCode: z.string().optional() });
export const purchaseRef = z.object({ purchaseId: z.uuid() });

/** How a purchase stands, for whoever comes back from its payment. */
export type PurchaseReturn = {
  collection: CollectionName;
  /** `paid_twice`: she had it already, and all of this payment goes back. */
  state: "unlocked" | "pending" | "unpaid" | "refunded" | "paid_twice";
  /** Nothing was to be paid. */
  isFree: boolean;
  /** Whose it is, as far as whoever asks may know. */
  buyer: "me" | "nobody" | "somebody else";
};
