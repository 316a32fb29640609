import type { Queryable } from "@db/client";
import { products } from "@db/schema";
import { eq } from "drizzle-orm";
import { ownedProducts } from "../../core/bought";
import type { SessionUser } from "../../core/context";

export type Viewer = Pick<SessionUser, "id" | "role"> | null;
type RecordingTerms = { productId: string; isFree: boolean };

/** Returns whether a viewer may watch a recording, which is free only while its collection is on. */
export function isWatchable(watcher: Viewer, recording: RecordingTerms, owned: ReadonlySet<string>): boolean {
  if (!watcher) return false;
  return recording.isFree || watcher.role === "admin" || owned.has(recording.productId);
}

async function hasFullAccess(db: Queryable, watcher: Viewer, productId: string): Promise<boolean> {
  if (!watcher) return false;
  return isWatchable(watcher, { productId, isFree: false }, await ownedProducts(db, watcher.id));
}

type DatabaseContext = { db: Queryable };

export async function canWatch({ db }: DatabaseContext, watcher: Viewer, recording: RecordingTerms): Promise<boolean> {
  if (await hasFullAccess(db, watcher, recording.productId)) return true;
  return watcher !== null && recording.isFree && (await isOn(db, recording.productId));
}

async function isOn(db: Queryable, productId: string): Promise<boolean> {
  return (await db.query.products.findFirst({ where: eq(products.id, productId) }))?.isOn ?? false;
}
