/** The smallest total that can be charged, in minor units. */
export const minimumCharge: Record<string, number> = { gbp: 30, eur: 50, usd: 50 };

/** The largest: eight digits. */
export const maximumCharge = 99_999_999;

/** £14.40: symbol and two decimals, from minor units and a currency in lower case. */
export function formatAmount(minor: number, currency: string): string {
  return new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency: currency.toUpperCase(),
    currencyDisplay: "narrowSymbol",
  }).format(minor / 100);
}
