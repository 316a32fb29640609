import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { collectionPurchases, type recordings } from "@db/schema";
import type { SessionUser } from "../core/context";

export type Collection = (typeof recordings.$inferSelect)["collection"];

export type Viewer = Pick<SessionUser, "id" | "role"> | null;
type Watchable = { collection: Collection; isFree: boolean };

/** Only a purchase with one of these statuses opens its collection. */
export const openingStatuses = ["paid", "free"] as const;

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
  return new Set(owned.flatMap(({ collection }) => collection ?? []));
}

export function isWatchable(watcher: Viewer, recording: Watchable, owned: ReadonlySet<Collection>): boolean {
  if (!watcher) return false;
  return recording.isFree || watcher.role === "admin" || owned.has(recording.collection);
}

export async function canWatch(db: Queryable, watcher: Viewer, recording: Watchable): Promise<boolean> {
  if (!watcher) return false;
  return isWatchable(watcher, recording, await ownedCollections(db, watcher.id));
}

export async function hasFullAccess(db: Queryable, watcher: Viewer, collection: Collection): Promise<boolean> {
  return canWatch(db, watcher, { collection, isFree: false });
}
