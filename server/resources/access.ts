import type { Queryable } from "@db/client";
import { collectionPurchases, type resources } from "@db/schema";
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { SessionUser } from "../core/context";

export type ResourceViewer = Pick<SessionUser, "id" | "role"> | null;
type Downloadable = Pick<typeof resources.$inferSelect, "id" | "priceMinor" | "withdrawnAt">;

export async function ownedResources(db: Queryable, userId: string): Promise<Set<string>> {
  const owned = await db
    .select({ resourceId: collectionPurchases.resourceId })
    .from(collectionPurchases)
    .where(
      and(
        eq(collectionPurchases.userId, userId),
        isNotNull(collectionPurchases.resourceId),
        inArray(collectionPurchases.status, ["paid", "free"]),
        isNull(collectionPurchases.archivedAt),
      ),
    );
  return new Set(owned.flatMap(({ resourceId }) => resourceId ?? []));
}

/** The access rule for page, list and download: free for members, or bought. */
export function isDownloadable(viewer: ResourceViewer, resource: Downloadable, owned: ReadonlySet<string>): boolean {
  if (!viewer) return false;
  if (viewer.role === "admin" || owned.has(resource.id)) return true;
  return resource.priceMinor === 0 && resource.withdrawnAt === null;
}

export async function canDownload(db: Queryable, viewer: ResourceViewer, resource: Downloadable): Promise<boolean> {
  return viewer !== null && isDownloadable(viewer, resource, await ownedResources(db, viewer.id));
}
