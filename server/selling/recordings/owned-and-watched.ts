import { purchases, playbackProgress } from "@db/schema";
import { eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Queryable } from "@db/client";
import { mergeAccess, type ProductAccess, selectGranted, whereBought } from "../../catalogue/entitlements/bought";

type StoredProgress = Pick<typeof playbackProgress.$inferSelect, "positionSeconds" | "finishedAt" | "updatedAt">;

type MemberLibrary = {
  /** What was bought or is granted, by the product's id. */
  bought: ReadonlyMap<string, ProductAccess>;
  /** How far was watched, by the recording's id. */
  progress: ReadonlyMap<string, StoredProgress>;
};

export const nothingOwned: MemberLibrary = { bought: new Map(), progress: new Map() };

/** Reads by one statement what a member has bought, what their membership grants, and how far they have watched which recordings. */
export async function readOwnedAndWatched(db: Queryable, userId: string, now: Date): Promise<MemberLibrary> {
  const rows = await findOwnedAndWatched(db, userId, now);
  const bought = mergeAccess(rows.flatMap(({ productId, ...row }) => (productId ? [{ ...row, productId }] : [])));
  const progress = new Map(
    rows.flatMap(({ recordingId, ...watched }) => (recordingId ? [[recordingId, watched] as const] : [])),
  );
  return { bought, progress };
}

const noInstant = (name: string): SQL.Aliased<Date | null> =>
  sql`null::timestamptz`.mapWith(purchases.opensAt).as(name);

function findOwnedAndWatched(db: Queryable, userId: string, now: Date) {
  const { recordingId, positionSeconds, finishedAt, updatedAt } = playbackProgress;
  const watched = db
    .select({
      recordingId,
      positionSeconds,
      finishedAt,
      updatedAt,
      productId: sql<string | null>`null::uuid`.as("product_id"),
      opensAt: noInstant("opens_at"),
      openedAt: noInstant("opened_at"),
      completedAt: noInstant("completed_at"),
      createdAt: sql<Date>`null::timestamptz`.mapWith(purchases.createdAt).as("created_at"),
      byMembership: sql<boolean>`false`.as("by_membership"),
    })
    .from(playbackProgress)
    .where(eq(playbackProgress.userId, userId));
  const { opensAt, openedAt, completedAt, createdAt } = purchases;
  const unwatched = {
    recordingId: sql<string>`null`,
    positionSeconds: sql<number>`null`,
    finishedAt: sql<Date | null>`null`,
    updatedAt: sql<Date>`null`,
  };
  const owned = db
    .select({
      ...unwatched,
      productId: sql<string | null>`${purchases.productId}`,
      opensAt,
      openedAt,
      completedAt,
      createdAt,
      byMembership: sql<boolean>`false`,
    })
    .from(purchases)
    .where(whereBought({ id: userId }));
  const granted = selectGranted(db, userId, now).as("granted");
  const { productId, byMembership } = granted;
  const byMember = db
    .select({
      ...unwatched,
      productId: sql<string | null>`${productId}`,
      opensAt: granted.opensAt,
      openedAt: granted.openedAt,
      completedAt: granted.completedAt,
      createdAt: granted.createdAt,
      byMembership: sql<boolean>`${byMembership}`,
    })
    .from(granted);
  return unionAll(watched, owned, byMember);
}
