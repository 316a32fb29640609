import { normalEmail } from "../../core/email-address";
import { versionOf } from "../../core/forms";
import { type Currency, formatAmount, formatPrice, type Money } from "../../core/money";

/** What is to be read before a price is saved. `key` proves that it was seen; nothing is saved yet. */
export type PriceCheck = { outcome: "check"; key: string; notes: string[] };

/** Returns what is still to be read of notes on a price; null if that is nothing. */
export function checkPrice(notes: string[], agreedPrice: string | undefined): PriceCheck | null {
  const key = versionOf(notes);
  return notes.length > 0 && agreedPrice !== key ? { outcome: "check", key, notes } : null;
}

/** How many of the last prices a new one is compared with. */
export const mostCompared = 10;

/** `last`: the last prices in the currency of the new one, in minor units. */
type ComparedPrice = { price: Money; printed: string; last: number[]; what: string };

/** Says how a price compares with the last ones, if it is ten times as much or a tenth; a free one is not compared. */
export function noteUnusual({ price: { amountMinor, currency }, printed, last, what }: ComparedPrice): string[] {
  const usual = last.toSorted((a, b) => a - b)[Math.floor(last.length / 2)];
  if (amountMinor === 0 || usual === undefined) return [];
  if (amountMinor < usual * 10 && amountMinor * 10 > usual) return [];
  const [times, or] = amountMinor > usual ? ["ten times", "more"] : ["a tenth of", "less"];
  const about = formatPrice({ amountMinor: usual, currency });
  return [`${printed} is ${times} what your last ${what} cost, or ${or}: about ${about}.`];
}

type PaidPlace = { email: string; totalMinor: number; quantity: number; currency: Currency };

/** Says what people have paid, and that they keep it. */
export function notePaid(paid: PaidPlace[]): string[] {
  if (paid.length === 0) return [];
  const [amount, ...others] = new Set(paid.map(printEach));
  const what = amount && others.length === 0 ? ` ${amount}` : "";
  return [`${countPeople(paid, "has", "have")} paid${what}. They keep what they paid.`];
}

const printEach = ({ totalMinor, quantity, currency }: PaidPlace): string =>
  totalMinor % quantity === 0
    ? formatPrice({ amountMinor: totalMinor / quantity, currency })
    : formatAmount({ amountMinor: totalMinor, currency });

export function countPeople(places: { email: string }[], one: string, several: string): string {
  const count = new Set(places.map(({ email }) => normalEmail(email))).size;
  return count === 1 ? `1 person ${one}` : `${count} people ${several}`;
}
