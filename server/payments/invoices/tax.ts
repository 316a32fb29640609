import type { InvoiceLine, InvoiceTax } from "@db/schema";
import { splitInProportion } from "../../platform/money/quote";

/** Returns the tax within an amount, rounded half up to the penny. `ratePoints`: hundredths of a percent. */
export function taxWithin(grossMinor: number, ratePoints: number | null): number {
  if (ratePoints === null) return 0;
  const whole = 10_000n + BigInt(ratePoints);
  const tax = (2n * BigInt(Math.abs(grossMinor)) * BigInt(ratePoints) + whole) / (2n * whole);
  return grossMinor < 0 ? -Number(tax) : Number(tax);
}

/** Adds up the lines of each rate, the highest first. Tax is rounded once for each rate, not for each line. */
export function taxesOf(lines: Pick<InvoiceLine, "amountMinor" | "ratePoints">[]): InvoiceTax[] {
  const sums = new Map<number | null, number>();
  for (const { ratePoints, amountMinor } of lines) sums.set(ratePoints, (sums.get(ratePoints) ?? 0) + amountMinor);
  return [...sums]
    .map(([ratePoints, grossMinor]) => ({ ratePoints, grossMinor, taxMinor: taxWithin(grossMinor, ratePoints) }))
    .toSorted((a, b) => (b.ratePoints ?? -1) - (a.ratePoints ?? -1));
}

/** Returns what is left of the taxes of invoices after those of credit notes. */
export function taxesLeft(documents: { kind: "invoice" | "credit_note"; taxes: InvoiceTax[] }[]): InvoiceTax[] {
  const left = new Map<number | null, InvoiceTax>();
  for (const { kind, taxes } of documents) {
    const sign = kind === "invoice" ? 1 : -1;
    for (const { ratePoints, grossMinor, taxMinor } of taxes) {
      const before = left.get(ratePoints) ?? { ratePoints, grossMinor: 0, taxMinor: 0 };
      left.set(ratePoints, {
        ratePoints,
        grossMinor: before.grossMinor + sign * grossMinor,
        taxMinor: before.taxMinor + sign * taxMinor,
      });
    }
  }
  return [...left.values()].filter(({ grossMinor }) => grossMinor > 0);
}

/**
 * Splits an amount that goes back over the rates of what is left, and takes each one's share of its tax. Parts that
 * return everything return exactly the tax that was charged.
 */
export function taxesReturned(left: InvoiceTax[], amountMinor: number): InvoiceTax[] {
  const parts = splitInProportion(
    amountMinor,
    left.map(({ grossMinor }) => grossMinor),
  );
  return left
    .map(({ ratePoints, grossMinor, taxMinor }, index) => {
      const part = parts[index] ?? 0;
      return { ratePoints, grossMinor: part, taxMinor: shareOfPart(taxMinor, part, grossMinor) };
    })
    .filter(({ grossMinor }) => grossMinor > 0);
}

/** Returns the share of a part in an amount, rounded half up; the whole of it for the whole. */
export function shareOfPart(amountMinor: number, partMinor: number, wholeMinor: number): number {
  const whole = BigInt(wholeMinor);
  return Number((2n * BigInt(amountMinor) * BigInt(partMinor) + whole) / (2n * whole));
}

export const sumTax = (taxes: InvoiceTax[]): number => taxes.reduce((sum, { taxMinor }) => sum + taxMinor, 0);

/** Prints a rate as "20%" or "5.5%". */
export const printRatePoints = (ratePoints: number): string => `${ratePoints / 100}%`;
