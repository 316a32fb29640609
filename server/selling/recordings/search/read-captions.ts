import { mediaFiles, recordingCaptions } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "../../../core/services";
import { readText } from "../../../platform/media/read-text";
import { readCues, spokenText } from "../../../platform/media/cues";

const mostAtOnce = 500;

/** Reads what is said in captions that an earlier version has stored, so that searches find it. Safe to repeat. */
export async function readCaptions(services: Pick<Services, "db" | "storage" | "log">): Promise<void> {
  const { db, log } = services;
  const unread = await db
    .select({ fileId: recordingCaptions.fileId, storageKey: mediaFiles.storageKey })
    .from(recordingCaptions)
    .innerJoin(mediaFiles, eq(mediaFiles.id, recordingCaptions.fileId))
    .where(isNull(recordingCaptions.spoken))
    .limit(mostAtOnce);
  for (const { fileId, storageKey } of unread) {
    try {
      const read = readCues(await readText(services, { storageKey }));
      // What can't be understood says nothing that could be found, and is not read again.
      const spoken = "cues" in read ? spokenText(read.cues) : "";
      const isUnread = and(eq(recordingCaptions.fileId, fileId), isNull(recordingCaptions.spoken));
      await db.update(recordingCaptions).set({ spoken }).where(isUnread);
    } catch (error) {
      log.warn({ err: error, fileId }, "captions not read; the next run tries again");
    }
  }
}
