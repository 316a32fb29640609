import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { collectionPurchases, type recordings } from "@db/schema";
import type { SessionUser } from "../core/context";

export type Collection = (typeof recordings.$inferSelect)["collection"];

/** Who asks: null for visitors. */
export type Watcher = Pick<SessionUser, "id" | "role"> | null;
type Watchable = { collection: Collection; isFree: boolean };

/** A purchase in one of these opens its collection, nothing else does. */
export const openingStatuses = ["paid", "free"] as const;

/** The collections that a member has bought or was given. */
export async function ownedCollections(db: Queryable, userId: string): Promise<Set<Collection>> {
  const owned = await db
    .select({ collection: collectionPurchases.collection })
    .from(collectionPurchases)
    .where(
      and(
        eq(collectionPurchases.userId, userId),
        inArray(collectionPurchases.status, [...openingStatuses]),
        isNull(collectionPurchases.archivedAt),
      ),
    );
  return new Set(owned.map(({ collection }) => collection));
}

/** The rule itself, for lists: one query of ownedCollections serves all their recordings. Visitors watch nothing. */
export function isWatchable(watcher: Watcher, recording: Watchable, owned: ReadonlySet<Collection>): boolean {
  if (!watcher) return false;
  return recording.isFree || watcher.role === "admin" || owned.has(recording.collection);
}

/** Tells whether a visitor may watch a recording now; page, video, captions and saved position all ask here. */
export async function canWatch(db: Queryable, watcher: Watcher, recording: Watchable): Promise<boolean> {
  if (!watcher) return false;
  return isWatchable(watcher, recording, await ownedCollections(db, watcher.id));
}

/** Tells whether a visitor has nothing left to unlock in a collection. */
export async function hasFullAccess(db: Queryable, watcher: Watcher, collection: Collection): Promise<boolean> {
  return canWatch(db, watcher, { collection, isFree: false });
}
