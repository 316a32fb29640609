/** An amount as it is typed: "60", "12.50", "12,5". */
export const typedAmount = /^\d{1,6}([.,]\d{1,2})?$/;

/** Its minor units, by its digits and never by a fraction: "12.5" is 1250. */
export function minorOf(typed: string): number {
  const [whole = "", part = ""] = typed.split(/[.,]/);
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** How somebody would have typed it: "60", "12.50". */
export const typedOf = (amountMinor: number): string =>
  amountMinor % 100 === 0 ? String(amountMinor / 100) : decimals(amountMinor);

/** Always with both digits, and without a float: 1440 is "14.40". */
export const decimals = (amountMinor: number): string =>
  `${Math.trunc(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, "0")}`;
