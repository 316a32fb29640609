import type { Queryable } from "@db/client";
import { collectionPurchases, type recordings } from "@db/schema";
import { whereOpen } from "../../core/bought";
import type { SessionUser } from "../../core/context";
import { readSiteSettings } from "../../core/site-settings";

export type Collection = (typeof recordings.$inferSelect)["collection"];

export type Viewer = Pick<SessionUser, "id" | "role"> | null;
type Watchable = { collection: Collection; isFree: boolean };

export async function ownedCollections(db: Queryable, userId: string): Promise<Set<Collection>> {
  const owned = await db
    .select({ collection: collectionPurchases.collection })
    .from(collectionPurchases)
    .where(whereOpen({ id: userId }));
  return new Set(owned.flatMap(({ collection }) => collection ?? []));
}

/** A recording is free only while its collection is on. */
export function isWatchable(watcher: Viewer, recording: Watchable, owned: ReadonlySet<Collection>): boolean {
  if (!watcher) return false;
  return recording.isFree || watcher.role === "admin" || owned.has(recording.collection);
}

async function hasFullAccess(db: Queryable, watcher: Viewer, collection: Collection): Promise<boolean> {
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
