import { and, eq, lte } from "drizzle-orm";
import { mediaFiles } from "@db/schema";
import type { Services } from "../core/services";
import { isUnused } from "./unused-files";

/** Removes a file that is marked as gone, then its row: until the file is gone there is a row to find it by. */
export async function removeFile({ db, clock, storage }: Services, fileId: string): Promise<void> {
  const isGone = and(eq(mediaFiles.id, fileId), lte(mediaFiles.deletedAt, clock.now()), isUnused(db));
  const [file] = await db.select({ storageKey: mediaFiles.storageKey }).from(mediaFiles).where(isGone);
  if (!file) return;
  await storage.remove(file.storageKey);
  await db.delete(mediaFiles).where(isGone);
}
