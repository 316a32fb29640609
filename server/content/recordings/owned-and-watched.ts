import { purchases, playbackProgress } from "@db/schema";
import { eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { type ProductAccess, accessBy, whereBought } from "../../core/bought";

type StoredProgress = Pick<typeof playbackProgress.$inferSelect, "positionSeconds" | "finishedAt" | "updatedAt">;

type MemberLibrary = {
  /** What was bought, by the product's id. */
  bought: ReadonlyMap<string, ProductAccess>;
  /** How far was watched, by the recording's id. */
  progress: ReadonlyMap<string, StoredProgress>;
};

export const nothingOwned: MemberLibrary = { bought: new Map(), progress: new Map() };

/** Reads by one statement what a member has bought and how far they have watched which recordings. */
export async function readOwnedAndWatched(db: Queryable, userId: string): Promise<MemberLibrary> {
  const rows = await findOwnedAndWatched(db, userId);
  const bought = new Map(
    rows.flatMap(({ productId, ...beginning }) => (productId ? [[productId, accessBy(beginning)] as const] : [])),
  );
  const progress = new Map(
    rows.flatMap(({ recordingId, ...watched }) => (recordingId ? [[recordingId, watched] as const] : [])),
  );
  return { bought, progress };
}

const noInstant = (name: string): SQL.Aliased<Date | null> =>
  sql`null::timestamptz`.mapWith(purchases.opensAt).as(name);

function findOwnedAndWatched(db: Queryable, userId: string) {
  const { recordingId, positionSeconds, finishedAt, updatedAt } = playbackProgress;
  const watched = db
    .select({
      ...{ recordingId, positionSeconds, finishedAt, updatedAt },
      productId: sql<string | null>`null::uuid`.as("product_id"),
      opensAt: noInstant("opens_at"),
      openedAt: noInstant("opened_at"),
      completedAt: noInstant("completed_at"),
      createdAt: sql<Date>`null::timestamptz`.mapWith(purchases.createdAt).as("created_at"),
    })
    .from(playbackProgress)
    .where(eq(playbackProgress.userId, userId));
  const { opensAt, openedAt, completedAt, createdAt } = purchases;
  const owned = db
    .select({
      ...{ recordingId: sql<string>`null`, positionSeconds: sql<number>`null`, finishedAt: sql<Date | null>`null` },
      ...{ updatedAt: sql<Date>`null`, productId: sql<string | null>`${purchases.productId}` },
      ...{ opensAt, openedAt, completedAt, createdAt },
    })
    .from(purchases)
    .where(whereBought({ id: userId }));
  return unionAll(watched, owned);
}
