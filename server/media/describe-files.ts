import { and, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { mediaFiles } from "@db/schema";
import type { MediaFile } from "./media-kinds";

/** A file as the instructor's forms name it. */
export type DescribedFile = { id: string; name: string; size: string };

const bytesPerMb = 1024 * 1024;

/** "IMG_0001.MOV", "12.5 MB" */
export function describeFile({ id, originalName, bytes }: Pick<MediaFile, "id" | "originalName" | "bytes">) {
  const size = bytes < bytesPerMb ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / bytesPerMb).toFixed(1)} MB`;
  return { id, name: originalName, size } satisfies DescribedFile;
}

/** Those of the files that are there, by one query. */
export async function describeFiles(db: Queryable, ids: string[]): Promise<DescribedFile[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: mediaFiles.id, originalName: mediaFiles.originalName, bytes: mediaFiles.bytes })
    .from(mediaFiles)
    .where(and(inArray(mediaFiles.id, ids), isNull(mediaFiles.deletedAt)));
  return rows.map(describeFile);
}
