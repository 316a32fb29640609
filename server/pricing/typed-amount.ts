/** An amount as it is typed: "60", "12.50", "12,5". */
export const typedAmount = /^\d{1,6}([.,]\d{1,2})?$/;

/** Its minor units, by its digits and never by a fraction: "12.5" is 1250. */
export function minorOf(typed: string): number {
  const [whole = "", part = ""] = typed.split(/[.,]/);
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** How somebody would have typed it: "60", "12.50". */
export function typedOf(amountMinor: number): string {
  return amountMinor % 100 === 0 ? String(amountMinor / 100) : (amountMinor / 100).toFixed(2);
}
