import { and, eq } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { mediaFiles } from "@db/schema";
import { DomainError } from "../core/errors";
import type { MediaFile, MediaKind } from "./media-kinds";
import { requireFile } from "./require-file";
import { isUnused } from "./unused-files";

/**
 * A file that was uploaded and that nothing uses yet, locked for whoever is about to: two forms can't both take it.
 * Throws `invalid` when there is no such file.
 */
export async function requireUnusedFile(tx: Transaction, id: string, kind: MediaKind): Promise<MediaFile> {
  const file = await requireFile(tx, id, kind);
  // Looked at once it is locked, in a statement that sees whoever had it locked before.
  if ((await tx.$count(mediaFiles, and(eq(mediaFiles.id, id), isUnused(tx)))) > 0) return file;
  throw new DomainError("invalid", "This file is in use elsewhere. Please choose the file again.");
}
