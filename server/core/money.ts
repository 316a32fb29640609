export const currencies = ["GBP", "EUR", "USD"] as const;

export type Currency = (typeof currencies)[number];

/** An amount in minor units (pence, cents). */
export type Money = { amountMinor: number; currency: Currency };

export const currencySymbols: Record<Currency, string> = { GBP: "£", EUR: "€", USD: "$" };

export const sumMinor = (amounts: { amountMinor: number }[]): number =>
  amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

export const isCurrency = (value: unknown): value is Currency => currencies.some((currency) => currency === value);

export function formatPrice(money: Money): string {
  if (money.amountMinor <= 0) return "Free";
  return format(money, money.amountMinor % 100 === 0 ? 0 : 2);
}

export function formatAmount(money: Money): string {
  return format(money, 2);
}

/** Formats an amount of a currency in which nothing is sold, too, without guessing at its decimals. */
export function formatAnyAmount({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  return isCurrency(currency) ? formatAmount({ amountMinor, currency }) : `${amountMinor} ${currency} (minor units)`;
}

const format = ({ amountMinor, currency }: Money, decimals: number) =>
  formatOf(currency, decimals).format(amountMinor / 100);

const formats = new Map<string, Intl.NumberFormat>();

/** Cached: creating one costs fifty times as much as using it. */
function formatOf(currency: Currency, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const made = new Intl.NumberFormat("en-US", { style: "currency", currency, ...digits });
  formats.set(key, made);
  return made;
}
