import { type Currency, currencies, currencySymbols, isCurrency } from "../../core/money";
import { type ReadValue, shorten } from "./read-values";

/** What stands before the pence or cents in a column of amounts; null where nothing in the column shows it. */
export type DecimalSign = "." | "," | null;

/** A sign or code on either side, points, commas, spaces or apostrophes within, and a dash in place of no cents. */
const amount =
  /^((?:US)?[£€$]|[A-Za-z]{3})?\s*([\d.,\s'’]+?)(?:[.,][-–—]{1,2})?\s*([A-Za-z]{3}|[£€$])?(?:\s*([A-Za-z]{3}))?$/;

/** Returns the decimal sign that the amounts of a column show, if they agree. */
export function findDecimalSign(column: string[]): DecimalSign {
  const found = new Set(column.map((text) => signOf(numberOf(text))));
  found.delete(null);
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

/** Both signs, a sign twice, a leading 0, and any number of digits but three behind a sign leave no doubt. */
function signOf(number: string): DecimalSign {
  const [, whole = "", sign, part = ""] = /^(.*)([.,])(\d*)$/.exec(number) ?? [];
  if (sign !== "." && sign !== ",") return null;
  const other = sign === "." ? "," : ".";
  if (whole.includes(sign)) return other;
  return whole.includes(other) || /^0*$/.test(whole) || part.length !== 3 ? sign : null;
}

const numberOf = (text: string): string => (amount.exec(text)?.[2] ?? "").replace(/[\s'’]/g, "");

type RowAmount = {
  text: string;
  /** What the row's own column says; empty if nothing. */
  currency: string;
  chosen: Currency;
  decimalSign: DecimalSign;
};

/** Reads an amount in the currency of its row, or else in the chosen one. */
export function readMoney({ text, currency, chosen, decimalSign }: RowAmount): ReturnType<typeof readAmount> {
  const code = currency.toUpperCase();
  if (code !== "" && !isCurrency(code))
    return { problem: `The currency “${shorten(currency)}” is not GBP, EUR or USD.` };
  return readAmount(text, isCurrency(code) ? code : chosen, decimalSign);
}

/** Reads "15", "1,234.50", "12,50", "1'234.50", "£15", "EUR 15" and "15,- €"; the currency is the file's unless it says another. */
export function readAmount(
  text: string,
  assumed: Currency,
  decimalSign: DecimalSign,
): ReadValue<{ amountMinor: number; currency: Currency }> {
  if (text === "") return { value: { amountMinor: 0, currency: assumed } };
  const [, before = "", , after = "", code = ""] = amount.exec(text) ?? [];
  const named = new Set([before, after, code].filter(Boolean).map((sign) => currencyOf(sign.replace(/^US/, ""))));
  const [currency] = named.size > 1 ? [null] : named;
  const number = numberOf(text);
  if (isUnclear(number) && decimalSign === null) {
    const message = "It is not clear whether its last three digits are thousands.";
    return { problem: `“${shorten(text)}” can be read in two ways. ${message} Please write it with two decimals.` };
  }
  const amountMinor = minorOf(number, signOf(number) ?? decimalSign);
  if (amountMinor === null || currency === null) return { problem: `“${shorten(text)}” is not an amount.` };
  if (currency && currency !== assumed) {
    return { problem: `“${shorten(text)}” is in ${currency}, but this row is in ${assumed}.` };
  }
  return { value: { amountMinor, currency: assumed } };
}

const isUnclear = (number: string): boolean => /[.,]/.test(number) && signOf(number) === null;

function currencyOf(sign: string): Currency | null | undefined {
  if (sign === "") return undefined;
  const bySymbol = currencies.find((currency) => currencySymbols[currency] === sign);
  return bySymbol ?? (isCurrency(sign.toUpperCase()) ? (sign.toUpperCase() as Currency) : null);
}

/** Commas group thousands before a decimal point, points before a decimal comma. A third decimal must be 0. */
function minorOf(number: string, decimalSign: DecimalSign): number | null {
  const read =
    decimalSign === ","
      ? /^(\d{1,3}(?:\.\d{3})*|\d+)(?:,(\d{1,2})0?)?$/.exec(number)
      : /^(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{1,2})0?)?$/.exec(number);
  if (!read) return null;
  const [, whole = "", part = ""] = read;
  const minor = Number(whole.replace(/[.,]/g, "")) * 100 + Number(part.padEnd(2, "0"));
  return minor <= maxMinor ? minor : null;
}

const maxMinor = 99_999_999;
