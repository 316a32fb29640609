import { and, eq, isNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { mediaFiles } from "@db/schema";
import { DomainError } from "../core/errors";
import type { MediaFile } from "./media-kinds";

/** A picture by the name that media-address.ts gives it. Throws not_found. */
export async function getImage(db: Queryable, name: string): Promise<MediaFile> {
  const [file] = await db
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.storageKey, `image/${name}`), eq(mediaFiles.kind, "image"), isNull(mediaFiles.deletedAt)));
  if (!file) throw new DomainError("not_found", "Not found");
  return file;
}
