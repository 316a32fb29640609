import { collectionPurchases, playbackProgress } from "@db/schema";
import { eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { whereBought } from "../../core/bought";
import type { Collection } from "./access";

type Watched = Pick<typeof playbackProgress.$inferSelect, "positionSeconds" | "finishedAt" | "updatedAt">;

type OwnedAndWatched = {
  owned: ReadonlySet<Collection>;
  /** When access begins to what was bought and is not open yet. */
  waiting: ReadonlyMap<Collection, Date>;
  /** By the recording's id. */
  progress: ReadonlyMap<string, Watched>;
};

export const nothingOwned: OwnedAndWatched = { owned: new Set(), waiting: new Map(), progress: new Map() };

/** Reads by one statement which collections a member owns and how far they have watched which recordings. */
export async function readOwnedAndWatched(db: Queryable, userId: string): Promise<OwnedAndWatched> {
  const rows = await findOwnedAndWatched(db, userId);
  const owned = new Set(rows.flatMap(({ collection, opensAt }) => (opensAt ? [] : (collection ?? []))));
  const waiting = new Map(
    rows.flatMap(({ collection, opensAt }) => (collection && opensAt ? [[collection, opensAt]] : [])),
  );
  const progress = new Map(
    rows.flatMap(({ recordingId, ...watched }) => (recordingId ? [[recordingId, watched]] : [])),
  );
  return { owned, waiting, progress };
}

const noOpening: SQL.Aliased<Date | null> = sql`null::timestamptz`.mapWith(collectionPurchases.opensAt).as("opens_at");

function findOwnedAndWatched(db: Queryable, userId: string) {
  const { recordingId, positionSeconds, finishedAt, updatedAt } = playbackProgress;
  const watched = db
    .select({
      ...{ recordingId, positionSeconds, finishedAt, updatedAt },
      collection: sql<Collection | null>`null::collection`.as("collection"),
      opensAt: noOpening,
    })
    .from(playbackProgress)
    .where(eq(playbackProgress.userId, userId));
  const owned = db
    .select({
      ...{ recordingId: sql<string>`null`, positionSeconds: sql<number>`null`, finishedAt: sql<Date | null>`null` },
      ...{ updatedAt: sql<Date>`null`, collection: collectionPurchases.collection },
      opensAt: collectionPurchases.opensAt,
    })
    .from(collectionPurchases)
    .where(whereBought({ id: userId }));
  return unionAll(watched, owned);
}
