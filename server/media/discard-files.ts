import { and, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@db/client";
import { mediaFiles } from "@db/schema";
import { enqueueJob } from "../jobs/enqueue-job";
import { isUnused } from "./unused-files";

/**
 * Marks files as gone that nothing points at any more, and has a job remove them once the transaction has committed:
 * a file goes after the row that used it, never before. Files that something else uses stay. Call it after the row that
 * pointed at them is deleted or points elsewhere. Answers how many are to go.
 */
export async function discardFiles(tx: Transaction, now: Date, ids: (string | null)[]): Promise<number> {
  const given = ids.filter((id) => id !== null);
  // Locked first and looked at in a statement of its own, which sees whoever has begun to use one meanwhile.
  await tx
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(inArray(mediaFiles.id, given))
    .orderBy(mediaFiles.id)
    .for("update");
  const gone = await tx
    .update(mediaFiles)
    .set({ deletedAt: now })
    .where(and(inArray(mediaFiles.id, given), isNull(mediaFiles.deletedAt), isUnused(tx)))
    .returning({ id: mediaFiles.id });
  for (const { id } of gone) await enqueueJob(tx, "remove-file", { fileId: id });
  return gone.length;
}
