import { z } from "zod";

/** An invalid page counts as the first; one past the end as the last. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);

export const pageLength = 20;

export type Page = { number: number; count: number; from: number; to: number; total: number };

export function pageOf(wanted: number, total: number, length = pageLength): { page: Page; offset: number } {
  const count = Math.max(1, Math.ceil(total / length));
  const number = Math.min(wanted, count);
  const offset = (number - 1) * length;
  const page = { number, count, from: offset + 1, to: Math.min(total, offset + length), total };
  return { page, offset };
}

export const oneOf = <Value extends string>(...values: readonly Value[]) =>
  z
    .string()
    .optional()
    .transform((chosen) => values.find((value) => value === chosen) ?? "");

export const orderSorts = ["date", "customer", "-customer"] as const;
