import type { DiscountTerms } from "@db/schema";
import { type Currency, formatAmount } from "../../core/money";
import { describeTerms } from "./quote";

/** `paymentStatus` is absent for purchases. */
type AgreedPrice = {
  totalMinor: number;
  currency: Currency;
  status: string;
  paymentStatus?: string;
  completedAt: Date | null;
  /** The pass that has paid, and its credits if they are known; absent for purchases. */
  passId?: string | null;
  credits?: number | null;
  /** Whether that is a membership that covers it; absent for purchases. */
  isByMembership?: boolean;
  /** The course that a place is a date of, whose purchase pays; absent for purchases. */
  coursePurchaseId?: string | null;
};

/**
 * Returns whether an order is free. A cancelled one is if it was completed and its payment status is not that of a paid
 * one.
 */
export function isFreeOrder({
  totalMinor,
  status,
  paymentStatus = status,
  completedAt,
}: Omit<AgreedPrice, "currency">) {
  return totalMinor === 0 || paymentStatus === "free" || (paymentStatus === "cancelled" && completedAt !== null);
}

export function printTotal(agreedPrice: AgreedPrice): string {
  const { currency, passId, credits, coursePurchaseId, isByMembership, ...agreed } = agreedPrice;
  if (coursePurchaseId) return "Paid with its course";
  if (passId && isFreeOrder(agreed)) return isByMembership ? coveredByMembership : paidWithPass;
  const amount = isFreeOrder(agreed) ? "Free" : formatAmount({ amountMinor: agreed.totalMinor, currency });
  if (isByMembership) return `${amount} and a membership`;
  return passId ? `${amount} and ${credits ? printCredits(credits) : "a pass"}` : amount;
}

type RatedPrice = { priceRateName: string | null; listPriceMinor: number; currency: Currency };

/** Returns the rate at which a product was bought, for those who pay and who are paid: "Low income at £90.00". */
export const printRate = ({ priceRateName, listPriceMinor: amountMinor, currency }: RatedPrice): string | null =>
  priceRateName === null ? null : `${priceRateName} at ${formatAmount({ amountMinor, currency })}`;

export const printCredits = (credits: number): string => (credits === 1 ? "1 credit" : `${credits} credits`);

const coveredByMembership = "Covered by a membership";
const paidWithPass = "Paid with a pass";

type DiscountedPrice = AgreedPrice & { discountTerms: DiscountTerms | null; appliedDiscountCode: string | null };

export function printDiscount({ discountTerms, appliedDiscountCode, ...agreed }: DiscountedPrice): string | null {
  const isWaived = agreed.totalMinor > 0 && isFreeOrder(agreed);
  return discountTerms && !isWaived
    ? `${describeTerms(discountTerms)} with ${appliedDiscountCode ?? "a membership"}`
    : null;
}
