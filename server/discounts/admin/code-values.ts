import { minorOf } from "../../money/typed-amount";
import type { DiscountCode } from "../lock-code";
import { validityOf } from "./code-days";
import type { CodeForm } from "./schemas";

/** A code as it was typed, in the columns of its row. `before` is the row that is edited. */
export function codeValues(form: CodeForm, before: DiscountCode | null): Omit<DiscountCode, "id" | "createdAt"> {
  const isPart = form.type === "percentage";
  return {
    code: form.code,
    discountType: form.type,
    discountPercentage: isPart ? form.percentage! : null,
    discountAmountMinor: isPart ? null : minorOf(form.amount!),
    discountCurrency: isPart ? null : form.currency,
    isActive: form.isActive,
    isOneTimeUse: form.isOneTimeUse,
    // Once is a number of uses already.
    maxUses: form.isOneTimeUse ? null : (form.maxUses ?? null),
    ...validityOf(form, before),
  };
}
