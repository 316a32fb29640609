import { asc, desc, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { one } from "@db/one";
import { z } from "zod";

/** An invalid page counts as the first; one past the end as the last. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);

export const pageLength = 20;

/** What a search finds is counted and paged no further than this. */
export const maxFound = 1000;

/** `hasMore`: more than `total` were found; the pages end there. */
export type Found = { total: number; hasMore?: true };

export type Page = Found & { number: number; count: number; from: number; to: number };

type Paged = { page: Page; offset: number };

export function pageOf(wanted: number, found: number | Found, length = pageLength): Paged {
  const { total, ...more } = typeof found === "number" ? { total: found } : found;
  const count = Math.max(1, Math.ceil(total / length));
  const number = Math.min(wanted, count);
  const offset = (number - 1) * length;
  const page = { number, count, from: offset + 1, to: Math.min(total, offset + length), total, ...more };
  return { page, offset };
}

export const countFound = async (db: Queryable, ids: SQLWrapper): Promise<Found> => foundOf(await countToMore(db, ids));

/** Counts the rows of a query that selects ids, and stops when there are more than are paged. */
export async function countToMore(db: Queryable, ids: SQLWrapper): Promise<number> {
  const counted = sql`select count(*) as found from (${ids} limit ${maxFound + 1}) as ids`;
  const { rows } = await db.execute<{ found: string }>(counted);
  return Number(one(rows, "count").found);
}

export const foundOf = (count: number): Found =>
  count > maxFound ? { total: maxFound, hasMore: true } : { total: count };

export type Window = {
  limit: number;
  offset: number;
  /** Sorts the columns for the query. */
  sorted: (...columns: SQLWrapper[]) => SQL[];
  /** Puts the rows in the order of the page. */
  inOrder: <Row>(rows: Row[]) => Row[];
};

/** Reads pages past the middle from the end, so that the last one is as quick as the first. */
export function windowOf({ page, offset }: Paged, direction: "asc" | "desc", length = pageLength): Window {
  const isFromEnd = !page.hasMore && offset > page.total / 2;
  const limit = isFromEnd ? Math.min(length, page.total - offset) : length;
  const turned = (direction === "asc") !== isFromEnd ? asc : desc;
  return {
    limit,
    offset: isFromEnd ? page.total - offset - limit : offset,
    sorted: (...columns) => columns.map((column) => turned(column)),
    inOrder: (rows) => (isFromEnd ? rows.toReversed() : rows),
  };
}

type ListRead<Row> = {
  wanted: number;
  total: PromiseLike<number | Found>;
  direction: "asc" | "desc";
  length?: number;
  read: (window: Window) => Promise<Row[]>;
};

/** Reads a page of a list. The first one is the same however many rows there are, so it is read while they are counted. */
export async function readPage<Row>({ wanted, total, direction, length, read }: ListRead<Row>) {
  const readOf = async (paged: Paged) => {
    const window = windowOf(paged, direction, length);
    return window.inOrder(await read(window));
  };
  const [found, first] = await Promise.all([total, wanted === 1 ? readOf(pageOf(1, 0, length)) : null]);
  const paged = pageOf(wanted, found, length);
  return { rows: first ?? (await readOf(paged)), page: paged.page };
}

export const containing = (search: string): string => `%${search.replace(/[\\%_]/g, "\\$&")}%`;

export const oneOf = <Value extends string>(...values: readonly Value[]) =>
  z
    .string()
    .optional()
    .transform((chosen) => values.find((value) => value === chosen) ?? "");

export const orderSorts = ["date", "customer", "-customer"] as const;
