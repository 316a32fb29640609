import { purchases, playbackProgress } from "@db/schema";
import { eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { whereBought } from "../../core/bought";

type StoredProgress = Pick<typeof playbackProgress.$inferSelect, "positionSeconds" | "finishedAt" | "updatedAt">;

type MemberLibrary = {
  /** The ids of the products, which `waiting` has as well. */
  owned: ReadonlySet<string>;
  /** When access begins to what was bought and is not open yet. */
  waiting: ReadonlyMap<string, Date>;
  /** How far was watched, by the recording's id. */
  progress: ReadonlyMap<string, StoredProgress>;
};

export const nothingOwned: MemberLibrary = { owned: new Set(), waiting: new Map(), progress: new Map() };

/** Reads by one statement which products a member owns and how far they have watched which recordings. */
export async function readOwnedAndWatched(db: Queryable, userId: string): Promise<MemberLibrary> {
  const rows = await findOwnedAndWatched(db, userId);
  const owned = new Set(rows.flatMap(({ productId, opensAt }) => (opensAt ? [] : (productId ?? []))));
  const waiting = new Map(
    rows.flatMap(({ productId, opensAt }) => (productId && opensAt ? [[productId, opensAt]] : [])),
  );
  const progress = new Map(
    rows.flatMap(({ recordingId, ...watched }) => (recordingId ? [[recordingId, watched]] : [])),
  );
  return { owned, waiting, progress };
}

const noOpening: SQL.Aliased<Date | null> = sql`null::timestamptz`.mapWith(purchases.opensAt).as("opens_at");

function findOwnedAndWatched(db: Queryable, userId: string) {
  const { recordingId, positionSeconds, finishedAt, updatedAt } = playbackProgress;
  const watched = db
    .select({
      ...{ recordingId, positionSeconds, finishedAt, updatedAt },
      productId: sql<string | null>`null::uuid`.as("product_id"),
      opensAt: noOpening,
    })
    .from(playbackProgress)
    .where(eq(playbackProgress.userId, userId));
  const owned = db
    .select({
      ...{ recordingId: sql<string>`null`, positionSeconds: sql<number>`null`, finishedAt: sql<Date | null>`null` },
      ...{ updatedAt: sql<Date>`null`, productId: sql<string | null>`${purchases.productId}` },
      opensAt: purchases.opensAt,
    })
    .from(purchases)
    .where(whereBought({ id: userId }));
  return unionAll(watched, owned);
}
