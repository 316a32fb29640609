import type { Queryable, Transaction } from "@db/client";
import { mediaFiles, recordingCaptions } from "@db/schema";
import { and, asc, eq, inArray } from "drizzle-orm";
import { withField } from "../../../core/errors";
import { requireUnusedFile } from "../../../platform/media/media-files";
import type { RecordingForm } from "./form-schemas";

export type Captions = Pick<typeof recordingCaptions.$inferSelect, "language" | "fileId">;

/** Returns a recording's captions with the names of their files. */
export const captionsOf = (db: Queryable, recordingId: string): Promise<(Captions & { file: string })[]> =>
  db
    .select({
      language: recordingCaptions.language,
      fileId: recordingCaptions.fileId,
      file: mediaFiles.originalName,
    })
    .from(recordingCaptions)
    .innerJoin(mediaFiles, eq(mediaFiles.id, recordingCaptions.fileId))
    .where(eq(recordingCaptions.recordingId, recordingId))
    .orderBy(asc(recordingCaptions.language));

/** Returns the captions that a form asks for: what was there, without what it removes, with the file that it adds. */
export function wantedCaptions(before: Captions[], form: RecordingForm): Captions[] {
  const { captionsId, captionsLanguage, removeCaptions = "" } = form;
  const removed = removeCaptions.split(" ");
  const kept = before.filter(({ language, fileId }) => !removed.includes(language) || fileId === captionsId);
  if (!captionsId || !captionsLanguage) return kept;
  const others = kept.filter(({ language }) => language !== captionsLanguage);
  return [...others, { language: captionsLanguage, fileId: captionsId }];
}

type Change = { before: Captions[]; after: Captions[]; spoken: string | null };

/** Saves a recording's captions. Returns the files that are no longer among them. Throws invalid, with the field. */
export async function saveCaptions(
  tx: Transaction,
  recordingId: string,
  { before, after, spoken }: Change,
): Promise<string[]> {
  const isIn = (list: Captions[], { language, fileId }: Captions) =>
    list.some((other) => other.language === language && other.fileId === fileId);
  const gone = before.filter((captions) => !isIn(after, captions));
  const added = after.filter((captions) => !isIn(before, captions));
  const languages = gone.map(({ language }) => language);
  const isGone = and(eq(recordingCaptions.recordingId, recordingId), inArray(recordingCaptions.language, languages));
  await tx.delete(recordingCaptions).where(isGone);
  for (const { language, fileId } of added) {
    await withField("captions", requireUnusedFile(tx, fileId, "captions"));
    await tx.insert(recordingCaptions).values({ recordingId, language, fileId, spoken });
  }
  return gone.map(({ fileId }) => fileId);
}
