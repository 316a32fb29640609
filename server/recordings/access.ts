import { and, eq, inArray, isNull, type Placeholder, type SQL } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { collectionPurchases, type recordings } from "@db/schema";
import type { SessionUser } from "../core/context";
import { readSiteSettings } from "../core/site-settings";

export type Collection = (typeof recordings.$inferSelect)["collection"];

export type Viewer = Pick<SessionUser, "id" | "role"> | null;
type Watchable = { collection: Collection; isFree: boolean };

/** Only a purchase with one of these statuses opens its collection. */
export const openingStatuses = ["paid", "free"] as const;

export async function ownedCollections(db: Queryable, userId: string): Promise<Set<Collection>> {
  const owned = await db
    .select({ collection: collectionPurchases.collection })
    .from(collectionPurchases)
    .where(whereOwned({ id: userId }));
  return new Set(owned.flatMap(({ collection }) => collection ?? []));
}

/** Finds the purchases that open collections to a member, or to one written into a statement that is built once. */
export const whereOwned = ({ id }: { id: string | Placeholder }): SQL | undefined =>
  and(
    eq(collectionPurchases.userId, id),
    inArray(collectionPurchases.status, [...openingStatuses]),
    isNull(collectionPurchases.archivedAt),
  );

/** A recording is free only while its collection is on. */
export function isWatchable(watcher: Viewer, recording: Watchable, owned: ReadonlySet<Collection>): boolean {
  if (!watcher) return false;
  return recording.isFree || watcher.role === "admin" || owned.has(recording.collection);
}

export async function hasFullAccess(db: Queryable, watcher: Viewer, collection: Collection): Promise<boolean> {
  if (!watcher) return false;
  return isWatchable(watcher, { collection, isFree: false }, await ownedCollections(db, watcher.id));
}

type Reading = Parameters<typeof readSiteSettings>[0];

export async function canWatch(reading: Reading, watcher: Viewer, recording: Watchable): Promise<boolean> {
  if (await hasFullAccess(reading.db, watcher, recording.collection)) return true;
  return watcher !== null && recording.isFree && (await isOn(reading, recording.collection));
}

export async function isOn(reading: Reading, collection: Collection): Promise<boolean> {
  return (await readSiteSettings(reading)).collections[collection].isOn;
}
