import type { DiscountTerms } from "@db/schema";
import type { DiscountCode } from "./lock-code";

/** What a code gives, as bookings keep it. The table's own check sees to it that the columns are there. */
export const termsOf = (code: DiscountCode): DiscountTerms =>
  code.discountType === "percentage"
    ? { type: "percentage", percentage: code.discountPercentage! }
    : { type: "fixed_amount", amountMinor: code.discountAmountMinor!, currency: code.discountCurrency! };
