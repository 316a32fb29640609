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

const format = ({ amountMinor, currency }: Money, decimals: number) =>
  formatOf(currency, decimals).format(amountMinor / 100);

const formats = new Map<string, Intl.NumberFormat>();

/** Kept: making one costs fifty times as much as using it. */
function formatOf(currency: Currency, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const made = new Intl.NumberFormat("en-US", { style: "currency", currency, ...digits });
  formats.set(key, made);
  return made;
}
