import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { noSuchObject } from "./api-error";
import type { PageParameters } from "./parameters";
import type { Kind, Objects } from "./store";

type ObjectList<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

type Listing<K extends Kind> = {
  kind: K;
  url: string;
  page?: PageParameters;
  sessionId?: string;
  /** Fields of the objects that must have these values; undefined asks for nothing. */
  where?: Record<string, unknown>;
  oldestFirst?: boolean;
};

/** A page of objects, the newest first unless said otherwise. Throws when a cursor is no such object. */
export async function listObjects<K extends Kind>(db: Queryable, asked: Listing<K>): Promise<ObjectList<Objects[K]>> {
  const { kind, url, page = {}, sessionId, oldestFirst = false } = asked;
  const limit = page.limit ?? 10;
  const isBackwards = page.ending_before !== undefined;
  const cursor = page.starting_after ?? page.ending_before;
  if (cursor !== undefined) await requireCursor(db, kind, cursor, isBackwards);
  const isAscending = oldestFirst !== isBackwards;
  const past = isAscending ? sql`>` : sql`<`;
  const { rows } = await db.execute<{ body: Objects[K] }>(sql`
    select body from local_stripe.objects
    where kind = ${kind}
      ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}
      ${cursor === undefined ? sql`` : sql`and seq ${past} (select seq from local_stripe.objects where id = ${cursor})`}
      ${createdWithin(page.created)}
      and body @> ${JSON.stringify(asked.where ?? {})}::text::jsonb
    order by seq ${isAscending ? sql`asc` : sql`desc`} limit ${limit + 1}`);
  const data = rows.slice(0, limit).map((row) => row.body);
  if (isBackwards) data.reverse();
  return { object: "list", data, has_more: rows.length > limit, url };
}

async function requireCursor(db: Queryable, kind: Kind, id: string, isBackwards: boolean): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from local_stripe.objects where id = ${id} and kind = ${kind}`);
  if (rows.length === 0) throw noSuchObject(kind, id, isBackwards ? "ending_before" : "starting_after");
}

function createdWithin(created: PageParameters["created"]) {
  if (created === undefined) return sql``;
  const { gt, gte, lt, lte } =
    typeof created === "number" ? { gt: undefined, gte: created, lt: undefined, lte: created } : created;
  const at = sql`(body ->> 'created')::bigint`;
  return sql`
    ${gt === undefined ? sql`` : sql`and ${at} > ${gt}`} ${gte === undefined ? sql`` : sql`and ${at} >= ${gte}`}
    ${lt === undefined ? sql`` : sql`and ${at} < ${lt}`} ${lte === undefined ? sql`` : sql`and ${at} <= ${lte}`}`;
}
