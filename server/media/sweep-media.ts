import { and, isNull, lt, lte } from "drizzle-orm";
import { mediaFiles } from "@db/schema";
import type { Services } from "../core/services";
import { discardFiles } from "./discard-files";
import { sweepIncoming } from "./incoming";
import { removeFile } from "./remove-file";
import { isUnused, unusedAfterMs } from "./unused-files";

const mostAtOnce = 200;

/** Removes what uploads left behind for a day: those never finished, those never used, and what crashes left marked. */
export async function sweepMedia(services: Services): Promise<void> {
  const { db, clock, settings } = services;
  const now = clock.now();
  const due = new Date(now.getTime() - unusedAfterMs);
  await db.transaction(async (tx) => {
    const old = await tx
      .select({ id: mediaFiles.id })
      .from(mediaFiles)
      .where(and(isNull(mediaFiles.deletedAt), lt(mediaFiles.createdAt, due), isUnused(tx)))
      .limit(mostAtOnce);
    const ids = old.map(({ id }) => id);
    await discardFiles(tx, now, ids);
  });
  const marked = await db.select({ id: mediaFiles.id }).from(mediaFiles).where(lte(mediaFiles.deletedAt, now));
  for (const { id } of marked) await removeFile(services, id);
  await sweepIncoming(settings, due);
}
