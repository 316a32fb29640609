import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { mediaFiles } from "@db/schema";
import { DomainError } from "../core/errors";
import type { MediaFile, MediaKind } from "./media-kinds";

/**
 * The file, locked so that it is not swept away while something begins to point at it: call it in the transaction that
 * does. Throws `invalid` when there is no such file of the kind.
 */
export async function requireFile(tx: Transaction, id: string, kind: MediaKind): Promise<MediaFile> {
  const [file] = await tx
    .select()
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), eq(mediaFiles.kind, kind), isNull(mediaFiles.deletedAt)))
    .for("update");
  if (!file) throw new DomainError("invalid", "This upload is no longer there. Please choose the file again.");
  return file;
}
