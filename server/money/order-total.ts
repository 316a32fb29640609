import { type Currency, formatAmount } from "../core/money";
import { describeTerms, type DiscountTerms } from "./discount";

/** `paymentStatus` is absent for purchases. */
type Agreed = {
  totalMinor: number;
  currency: Currency;
  status: string;
  paymentStatus?: string;
  completedAt: Date | null;
};

/**
 * Free means a total of 0 or marked as free by an admin. A completed order that is then cancelled was free; a paid one
 * keeps its payment status.
 */
export function isFreeOrder({ totalMinor, status, paymentStatus = status, completedAt }: Omit<Agreed, "currency">) {
  return totalMinor === 0 || paymentStatus === "free" || (paymentStatus === "cancelled" && completedAt !== null);
}

export const printTotal = ({ currency, ...agreed }: Agreed): string =>
  isFreeOrder(agreed) ? "Free" : formatAmount({ amountMinor: agreed.totalMinor, currency });

type Discounted = Agreed & { discountTerms: DiscountTerms | null; appliedDiscountCode: string | null };

export function printDiscount({ discountTerms, appliedDiscountCode, ...agreed }: Discounted): string | null {
  const isWaived = agreed.totalMinor > 0 && isFreeOrder(agreed);
  return discountTerms && !isWaived ? `${describeTerms(discountTerms)} with ${appliedDiscountCode}` : null;
}
