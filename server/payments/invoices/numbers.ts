import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Invoice, invoiceNumbers } from "@db/schema";
import { sql } from "drizzle-orm";
import { DateTime } from "luxon";

type NumberedKind = Pick<Invoice, "kind" | "year">;

/**
 * Takes the next number of a kind and year. Its row stays locked until the transaction ends: who comes next waits, and a
 * transaction that fails has taken none. Call it last.
 */
export async function takeNumber(tx: Transaction, { kind, year }: NumberedKind): Promise<number> {
  const rows = await tx
    .insert(invoiceNumbers)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceNumbers.kind, invoiceNumbers.year],
      set: { last: sql`${invoiceNumbers.last} + 1` },
    })
    .returning({ last: invoiceNumbers.last });
  return one(rows, "number").last;
}

/** Returns a number as it is printed: "INV-2026-0001". */
export const printNumber = (prefix: string, year: number, number: number): string =>
  [prefix, year, String(number).padStart(4, "0")].filter((part) => part !== "").join("-");

export const yearOf = (instant: Date, zone: string): number => DateTime.fromJSDate(instant, { zone }).year;

/** Returns the day of an instant in the site's zone, as a database keeps days. */
export const dayIn = (instant: Date, zone: string): string =>
  DateTime.fromJSDate(instant, { zone }).toFormat("yyyy-MM-dd");
