import { z } from "zod";

/** The page of a list, from 1. A page that is none is the first; one past the end is shown as the last. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);

/** How many sessions a page of any list has. */
export const pageLength = 20;

export type Page = { number: number; count: number; from: number; to: number; total: number };

/** The page that is shown of so many rows, and how many rows come before it. A page past the end is the last one. */
export function pageOf(wanted: number, total: number, length = pageLength): { page: Page; offset: number } {
  const count = Math.max(1, Math.ceil(total / length));
  const number = Math.min(wanted, count);
  const offset = (number - 1) * length;
  const page = { number, count, from: offset + 1, to: Math.min(total, offset + length), total };
  return { page, offset };
}

/** What stands in an address is anybody's to write: what can be no choice is none, and no error. */
export const oneOf = <Value extends string>(...values: readonly Value[]) =>
  z
    .string()
    .optional()
    .transform((chosen) => values.find((value) => value === chosen) ?? "");

/** In what order they stand: by one of these, the other way round with a "-"; the newest first where none is chosen. */
export const orderSorts = ["date", "customer", "-customer"] as const;
