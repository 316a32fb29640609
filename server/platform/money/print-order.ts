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
  /** What pays for a booking beside money, or in place of it, and how much; absent for purchases. */
  payerKind?: keyof typeof payers | null;
  payerShare?: number | null;
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
  const { currency, payerKind, payerShare, ...agreed } = agreedPrice;
  const payer = payerKind ? payers[payerKind] : null;
  if (payer && isFreeOrder(agreed)) return payer.alone;
  const amount = isFreeOrder(agreed) ? "Free" : formatAmount({ amountMinor: agreed.totalMinor, currency });
  return payer ? `${amount} and ${payer.beside(payerShare ?? 0)}` : amount;
}

type RatedPrice = { priceRateName: string | null; listPriceMinor: number; currency: Currency };

/** Returns the rate at which a product was bought, for those who pay and who are paid: "Low income at £90.00". */
export const printRate = ({ priceRateName, listPriceMinor: amountMinor, currency }: RatedPrice): string | null =>
  priceRateName === null ? null : `${priceRateName} at ${formatAmount({ amountMinor, currency })}`;

export const printCredits = (credits: number): string => (credits === 1 ? "1 credit" : `${credits} credits`);

const payers = {
  pass: { alone: "Paid with a pass", beside: printCredits },
  membership: { alone: "Covered by a membership", beside: () => "a membership" },
  course: { alone: "Paid with its course", beside: () => "its course" },
};

type DiscountedPrice = AgreedPrice & { discountTerms: DiscountTerms | null; appliedDiscountCode: string | null };

export function printDiscount({ discountTerms, appliedDiscountCode, ...agreed }: DiscountedPrice): string | null {
  const isWaived = agreed.totalMinor > 0 && isFreeOrder(agreed);
  return discountTerms && !isWaived
    ? `${describeTerms(discountTerms)} with ${appliedDiscountCode ?? "a membership"}`
    : null;
}
