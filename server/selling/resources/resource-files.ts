import type { Queryable, Transaction } from "@db/client";
import { purchases, mediaFiles, products, resourceFiles } from "@db/schema";
import { and, asc, eq, inArray } from "drizzle-orm";
import { ownedProducts, whereWaiting } from "../../catalogue/entitlements/bought";
import type { SessionUser } from "../../core/context";
import { DomainError, withField } from "../../core/errors";
import { type DescribedFile, describeFile, discardFiles, requireUnusedFile } from "../../platform/media/media-files";
import type { MediaFile } from "../../platform/media/media-kinds";

export type ResourceFile = DescribedFile & { kind: "PDF" | "Audio" | "Picture" };

export async function listFiles(db: Queryable, ids: string[]): Promise<Map<string, ResourceFile[]>> {
  const files = new Map<string, ResourceFile[]>();
  if (ids.length === 0) return files;
  const rows = await db
    .select({ productId: resourceFiles.productId, file: mediaFiles })
    .from(resourceFiles)
    .innerJoin(mediaFiles, eq(mediaFiles.id, resourceFiles.fileId))
    .where(inArray(resourceFiles.productId, ids))
    .orderBy(asc(resourceFiles.createdAt), asc(resourceFiles.fileId));
  for (const { productId, file } of rows) {
    const described = { ...describeFile(file), kind: kindOf(file) };
    files.set(productId, [...(files.get(productId) ?? []), described]);
  }
  return files;
}

function kindOf({ contentType }: MediaFile): ResourceFile["kind"] {
  if (contentType === "application/pdf") return "PDF";
  return contentType.startsWith("audio/") ? "Audio" : "Picture";
}

const maxFiles = 20;

type FileChange = { id: string; fileId?: string | undefined; removeFiles: string[]; now: Date };

/** Removes files and adds an upload, in the resource's transaction. Returns what changed. Throws invalid. */
export async function changeFiles(tx: Transaction, { id, fileId, removeFiles, now }: FileChange): Promise<boolean> {
  const isOfResource = eq(resourceFiles.productId, id);
  const gone =
    removeFiles.length === 0
      ? []
      : await tx
          .delete(resourceFiles)
          .where(and(isOfResource, inArray(resourceFiles.fileId, removeFiles)))
          .returning();
  const goneIds = gone.map((file) => file.fileId);
  if (goneIds.length > 0) await discardFiles(tx, now, goneIds);
  if (!fileId || goneIds.includes(fileId)) return gone.length > 0;
  const isThere = and(isOfResource, eq(resourceFiles.fileId, fileId));
  if ((await tx.$count(resourceFiles, isThere)) > 0) return gone.length > 0;
  if ((await tx.$count(resourceFiles, isOfResource)) >= maxFiles) {
    throw new DomainError("invalid", `A resource holds at most ${maxFiles} files.`, { field: "file" });
  }
  await withField("file", requireUnusedFile(tx, fileId, "download"));
  await tx.insert(resourceFiles).values({ fileId, productId: id, createdAt: now });
  return true;
}

export async function getResourceFile(
  db: Queryable,
  viewer: ResourceViewer,
  { id, fileId }: { id: string; fileId: string },
): Promise<MediaFile> {
  const [found] = await db
    .select({ resource: products, file: mediaFiles })
    .from(resourceFiles)
    .innerJoin(products, eq(products.id, resourceFiles.productId))
    .innerJoin(mediaFiles, eq(mediaFiles.id, resourceFiles.fileId))
    .where(and(eq(resourceFiles.productId, id), eq(resourceFiles.fileId, fileId)));
  if (!found) throw new DomainError("not_found", "Not found");
  if (await canDownload(db, viewer, found.resource)) return found.file;
  throw viewer
    ? new DomainError("forbidden", "You do not have this resource.")
    : new DomainError("unauthenticated", "Please sign in to download this resource.");
}

type ResourceViewer = Pick<SessionUser, "id" | "role"> | null;
type CheckedResource = Pick<typeof products.$inferSelect, "id" | "priceMinor" | "withdrawnAt">;

/** Returns when access begins to a resource that a member has bought and waits for. */
export async function findOpening(db: Queryable, userId: string, resourceId: string): Promise<Date | null> {
  const isOfResource = eq(purchases.productId, resourceId);
  const [waiting] = await db
    .select()
    .from(purchases)
    .where(and(whereWaiting({ id: userId }), isOfResource));
  return waiting?.opensAt ?? null;
}

/** Returns whether a viewer may download a resource, for page, list and download: it is free for members, or bought. */
export function isDownloadable(viewer: ResourceViewer, resource: CheckedResource, owned: ReadonlySet<string>): boolean {
  if (!viewer) return false;
  if (viewer.role === "admin" || owned.has(resource.id)) return true;
  return resource.priceMinor === 0 && resource.withdrawnAt === null;
}

async function canDownload(db: Queryable, viewer: ResourceViewer, resource: CheckedResource): Promise<boolean> {
  return viewer !== null && isDownloadable(viewer, resource, await ownedProducts(db, viewer.id));
}
