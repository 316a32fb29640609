import { type Currency, formatAmount } from "../core/money";
import { describeTerms, type DiscountTerms } from "./discount";

/** What was agreed for a booking or a purchase, and how it stands: of a booking its payment status says so. */
type Agreed = {
  totalMinor: number;
  currency: Currency;
  status: string;
  paymentStatus?: string;
  completedAt: Date | null;
};

/**
 * Whether nothing is asked for it: its price came to nothing, or the instructor has marked it as free. The total that
 * was agreed stays as it was then, so it alone doesn't say what is to be paid. What was complete and counts as
 * cancelled had been free: of what was paid, the status goes on to say so.
 */
export function isFreeOrder({ totalMinor, status, paymentStatus = status, completedAt }: Omit<Agreed, "currency">) {
  return totalMinor === 0 || paymentStatus === "free" || (paymentStatus === "cancelled" && completedAt !== null);
}

/** What is to be paid or was: "£14.40", "Free" where nothing is. */
export const printTotal = ({ currency, ...agreed }: Agreed): string =>
  isFreeOrder(agreed) ? "Free" : formatAmount({ amountMinor: agreed.totalMinor, currency });

type Discounted = Agreed & { discountTerms: DiscountTerms | null; appliedDiscountCode: string | null };

/** "20% off with WINTER20"; none where it is not the code that makes it cost what it does. */
export function printDiscount({ discountTerms, appliedDiscountCode, ...agreed }: Discounted): string | null {
  const isWaived = agreed.totalMinor > 0 && isFreeOrder(agreed);
  return discountTerms && !isWaived ? `${describeTerms(discountTerms)} with ${appliedDiscountCode}` : null;
}
