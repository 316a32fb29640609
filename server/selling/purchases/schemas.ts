import { z } from "zod";
import { discountCode } from "../discounts/schemas";
import { oneOf, orderSorts, pageNumber } from "../../core/pagination";
import { isQuoteKey } from "../money/quote";
import { refundChoice } from "../payments/schemas";
import { searchText, typedText } from "../../core/input-schemas";
import { collectionName, type CollectionName } from "../../core/items";
import { typedEmail } from "../../core/email-address";

export const purchaseForm = z.object({
  discountCode: discountCode.optional(),
  quote: z.string().refine(isQuoteKey),
  formKey: z.uuid(),
  /** Of the words beside the box, if it is ticked. */
  waiverVersion: z.string().max(10).optional(),
  /** When access begins without it, as the form showed. */
  opensOn: z.string().max(30).optional(),
});

const collectionItem = { collection: collectionName };
const resourceItem = { resourceId: z.uuid() };
export type PurchaseItem = { collection: CollectionName } | { resourceId: string };

export const newPurchase = z.union([purchaseForm.extend(collectionItem), purchaseForm.extend(resourceItem)]);
export type NewPurchase = z.infer<typeof newPurchase>;

/** The code is not validated here, so that the form can show what is wrong with it. */
const formQuery = z.object({ discountCode: z.string().optional() });
export const purchaseFormQuery = z.union([formQuery.extend(collectionItem), formQuery.extend(resourceItem)]);
export type PurchaseFormQuery = z.infer<typeof purchaseFormQuery>;
export const purchaseRef = z.object({ purchaseId: z.uuid() });

export type PurchaseReturn = {
  item: PurchaseItem;
  path: string;
  /** `paid_twice`: owned already, so this payment is refunded. */
  state: "unlocked" | "waiting" | "pending" | "unpaid" | "unconfirmed" | "refunded" | "paid_twice";
  isFree: boolean;
  /** When access begins, in the state `waiting`. */
  opensOn: string | null;
  buyer: "me" | "unknown" | "other";
};

const invalidEmail = "Please enter a valid email address.";

export const grantForm = z.object({
  /** A collection's name or a resource's id. */
  item: z.union([collectionName, z.uuid()]),
  email: typedEmail(invalidEmail),
  formKey: z.uuid(),
});
export type Grant = z.infer<typeof grantForm>;

const reason = typedText(500).optional();

export const deletePurchaseForm = z.object({ refund: refundChoice, reason });
export const purchaseDeletion = purchaseRef.extend(deletePurchaseForm.shape);

export const purchaseQuery = z.object({
  collection: collectionName,
  search: searchText,
  status: oneOf("paid", "free", "pending", "failed", "cancelled", "refunded"),
  sort: oneOf(...orderSorts),
  page: pageNumber,
});
export type PurchaseQuery = z.infer<typeof purchaseQuery>;
export type MyPurchase = {
  id: string;
  title: string;
  date: string;
  amount: string;
  isRefunded: boolean;
  /** The day on which access begins, while the buyer waits for it. */
  opensOn: string | null;
  receiptPath: string;
};
