import { z } from "zod";
import { discountCode } from "../../discounts/schemas";
import { oneOf, orderSorts, pageNumber } from "../../core/pagination";
import { isQuoteKey } from "../../money/quote";
import { searchText, typedEmail, typedText } from "../../core/input-schemas";
import { collectionName, type CollectionName } from "../../core/collections";

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

/** How a purchase stands, for a visitor who comes back from its payment. */
export type PurchaseReturn = {
  collection: CollectionName;
  /** `paid_twice`: she had it already, and all of this payment goes back. */
  state: "unlocked" | "pending" | "unpaid" | "unconfirmed" | "refunded" | "paid_twice";
  /** Nothing was to be paid. */
  isFree: boolean;
  /** Whose it is, as far as the visitor may know. */
  buyer: "me" | "nobody" | "somebody else";
};

const validEmail = "Please enter a valid email address.";

/** Whom the instructor gives a collection. */
export const grantForm = z.object({
  collection: collectionName,
  email: typedEmail(validEmail),
  formKey: z.uuid(),
});
export type Grant = z.infer<typeof grantForm>;

const reason = typedText(500).optional();

/** The instructor's question whether a purchase is to go, and the money with it. */
export const deletePurchaseForm = z.object({ refund: z.enum(["yes", "no"]).default("yes"), reason });
export const purchaseDeletion = purchaseRef.extend({ isRefunded: z.boolean(), reason });

/** A page of one collection's purchases. */
export const purchaseQuery = z.object({
  collection: collectionName,
  search: searchText,
  status: oneOf("paid", "free", "pending", "failed", "cancelled", "refunded"),
  sort: oneOf(...orderSorts),
  page: pageNumber,
});
export type PurchaseQuery = z.infer<typeof purchaseQuery>;
/** A purchase as its member's list prints it. */
export type MyPurchase = {
  id: string;
  title: string;
  /** "December 1, 2026" */
  date: string;
  amount: string;
  isRefunded: boolean;
  receiptPath: string;
};
