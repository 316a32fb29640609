/** The currencies that a price can be shown and charged in. */
export const currencies = ["GBP", "EUR", "USD"] as const;
export type Currency = (typeof currencies)[number];

/** An amount in minor units (pence, cents), never a fraction. */
export type Money = { amountMinor: number; currency: Currency };

export const currencySymbols: Record<Currency, string> = { GBP: "£", EUR: "€", USD: "$" };

export const isCurrency = (value: unknown): value is Currency => currencies.some((currency) => currency === value);

/** A price as lists show it: "£18", "£14.40", "Free" when there is none. */
export function formatPrice(money: Money): string {
  if (money.amountMinor <= 0) return "Free";
  return format(money, money.amountMinor % 100 === 0 ? 0 : 2);
}

/** An amount as summaries, mails and receipts show it: always with two decimals. */
export function formatAmount(money: Money): string {
  return format(money, 2);
}

function format({ amountMinor, currency }: Money, decimals: number): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amountMinor / 100);
}
