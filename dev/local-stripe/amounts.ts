/** The smallest amounts that can be charged, in minor units. */
export const minimumCharge: Record<string, number> = { gbp: 30, eur: 50, usd: 50 };

export const maximumCharge = 99_999_999;

export function formatAmount(minor: number, currency: string): string {
  return new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency: currency.toUpperCase(),
    currencyDisplay: "narrowSymbol",
  }).format(minor / 100);
}
