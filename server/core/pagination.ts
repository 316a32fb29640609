import { asc, desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { one } from "@db/one";
import { z } from "zod";

/** An invalid page counts as the first; one past the end as the last. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);

export const pageLength = 20;

/** What a search finds is counted and paged no further than this. */
const maxFound = 1000;

/** `hasMore`: more than `total` were found; the pages end there. */
export type FoundRows = { total: number; hasMore?: true };

export type Page = FoundRows & { number: number; count: number; from: number; to: number };

type PagedQuery = { page: Page; limit: number; offset: number };

export function pageOf(wanted: number, found: number | FoundRows, length = pageLength): PagedQuery {
  const { total, ...more } = typeof found === "number" ? { total: found } : found;
  const count = Math.max(1, Math.ceil(total / length));
  const number = Math.min(wanted, count);
  const offset = (number - 1) * length;
  const page = { number, count, from: offset + 1, to: Math.min(total, offset + length), total, ...more };
  return { page, limit: length, offset };
}

type Direction = "asc" | "desc";

export const sortedBy = (direction: Direction, ...columns: SQLWrapper[]): SQL[] =>
  columns.map((column) => (direction === "asc" ? asc(column) : desc(column)));

type Window = { limit: number; offset: number; direction: Direction };

/** Reads a page from the nearer end of its list, as PostgreSQL reads all rows before it too. */
export async function fromNearerEnd<Row>(
  { page: { total, hasMore }, limit, offset }: PagedQuery,
  direction: Direction,
  read: (window: Window) => Promise<Row[]>,
): Promise<Row[]> {
  if (hasMore || offset <= total / 2) return read({ limit, offset, direction });
  const end = Math.min(offset + limit, total);
  const turned = direction === "asc" ? "desc" : "asc";
  const rows = await read({ limit: end - offset, offset: total - end, direction: turned });
  return rows.reverse();
}

export const countFound = async (db: Queryable, ids: SQLWrapper): Promise<FoundRows> =>
  foundOf(await countToMore(db, ids));

/** Counts the rows of a query that selects ids, and stops when there are more than are paged. */
export async function countToMore(db: Queryable, ids: SQLWrapper): Promise<number> {
  const counted = sql`select count(*) as found from (${ids} limit ${maxFound + 1}) as ids`;
  const { rows } = await db.execute<{ found: string }>(counted);
  return Number(one(rows, "count").found);
}

export const foundOf = (count: number): FoundRows =>
  count > maxFound ? { total: maxFound, hasMore: true } : { total: count };

export const oneOf = <Value extends string>(...values: readonly Value[]) =>
  z
    .string()
    .optional()
    .transform((chosen) => values.find((value) => value === chosen) ?? "");

export const orderSorts = ["date", "customer", "-customer"] as const;
