import { z } from "zod";
import { typedContact } from "../../core/contact";
import { discountCode } from "../../catalogue/discounts/schemas";
import { oneOf, orderSorts, pageNumber } from "../../core/pagination";
import { typedCards } from "../../catalogue/gift-cards/schemas";
import { parseMinor, typedAmount } from "../../platform/money/convert-price";
import { isQuoteKey } from "../../platform/money/quote";
import { refundChoice } from "../../payments/schemas";
import { chosenPrice } from "../../platform/money/price-schemas";
import { besideOtherErrors, searchText, typedLine, typedText } from "../../core/input-schemas";
import { collectionSlug, productRef } from "../../catalogue/products/schemas";
import { typedEmail } from "../../core/email-address";
import type { ListedInvoice } from "../../payments/invoices/listed-invoices";

export const purchaseForm = z.object({
  discountCode: discountCode.optional(),
  ...typedCards,
  ...chosenPrice,
  quote: z.string().refine(isQuoteKey),
  formKey: z.uuid(),
  /** The version of the words beside the box, if it is ticked. */
  waiverVersion: z.string().max(10).optional(),
  /** When access begins without it, as the form showed. */
  opensOn: z.string().max(30).optional(),
});

/** The form of a visitor without an account. */
export const guestPurchaseForm = purchaseForm.extend(typedContact);

export const newPurchase = guestPurchaseForm
  .partial({ firstName: true, lastName: true, email: true })
  .extend({ product: productRef });
export type NewPurchase = z.infer<typeof newPurchase>;

/** The code is not validated here, so that the form can show what is wrong with it. */
export const purchaseFormQuery = z.object({
  product: productRef,
  discountCode: z.string().optional(),
  ...typedCards,
  ...chosenPrice,
});
export type PurchaseFormQuery = z.infer<typeof purchaseFormQuery>;
export const purchaseRef = z.object({ purchaseId: z.uuid() });

export const heldPassRef = purchaseRef.extend({
  key: z
    .string()
    .regex(/^\w{1,100}$/)
    .optional(),
});
export type HeldPassRef = z.infer<typeof heldPassRef>;

export type PurchaseReturn = {
  productId: string;
  noun: string;
  /** "watch", in "To watch, please sign in". */
  aim: string;
  /** The title above what was got without paying. */
  unlockedTitle: string;
  /** "Every birth recording is", before "yours for life". */
  isYours: string;
  /** Whether its page asks a buyer who is signed out to set up an account. */
  isClaimedByAccount: boolean;
  /** Whether the buyer is led to their resources after a moment. */
  leadsToResources: boolean;
  path: string;
  /** `paid_twice`: owned already, so this payment is refunded. */
  state: "unlocked" | "waiting" | "pending" | "unpaid" | "unconfirmed" | "refunded" | "paid_twice";
  isFree: boolean;
  /** When access begins, in the state `waiting`. */
  opensOn: string | null;
  buyer: "me" | "unknown" | "other";
  /** Where the buyer finds their pass or gift card; null for other products, and for strangers. */
  heldPath: string | null;
};

const invalidEmail = "Please enter a valid email address.";

export const grantForm = z.object({
  item: productRef,
  email: typedEmail(invalidEmail),
  formKey: z.uuid(),
});
export type Grant = z.infer<typeof grantForm>;

const reason = typedText(500).optional();

const wrongAmount = "Enter what was paid, such as 120";
const given = {
  pass: z.uuid("Choose a pass"),
  email: typedEmail(invalidEmail),
  /** Needed for an address without an account. */
  name: typedLine(100).default(""),
  reason: typedText(500, "Enter a reason"),
  formKey: z.uuid(),
};

const isAmountTyped = ({ payment, amount = "" }: { payment?: string; amount?: string }) =>
  payment !== "outside" || (typedAmount.test(amount) && parseMinor(amount) > 0);

export const givenPassForm = z
  .object({
    ...given,
    payment: z.enum(["free", "outside"], "Choose whether it was paid"),
    amount: z.string().trim().max(20).default(""),
  })
  .refine(isAmountTyped, { message: wrongAmount, path: ["amount"], ...besideOtherErrors });
export const givenPass = z.object({ ...given, paidMinor: z.number().int().min(0).max(99_999_999) });
export type GivenPass = z.infer<typeof givenPass>;

export const deletePurchaseForm = z.object({ refund: refundChoice, reason });
export const purchaseDeletion = purchaseRef.extend(deletePurchaseForm.shape);

export const purchaseQuery = z.object({
  collection: collectionSlug,
  search: searchText,
  status: oneOf("paid", "free", "pending", "failed", "cancelled", "refunded"),
  sort: oneOf(...orderSorts),
  page: pageNumber,
});
export type PurchaseQuery = z.infer<typeof purchaseQuery>;
export type MyPurchase = {
  id: string;
  reference: string;
  title: string;
  date: string;
  amount: string;
  isRefunded: boolean;
  /** The day on which access begins, while the buyer waits for it. */
  opensOn: string | null;
  receiptPath: string;
  invoices: ListedInvoice[];
};
