import type { Queryable } from "@db/client";
import type { Context } from "../../../core/context";
import { versionOf } from "../../../core/forms";
import { describeFiles } from "../../../platform/media/media-files";
import { readPreparations } from "../../../catalogue/preparing/preparations";
import { languageName } from "./caption-languages";
import { type Captions, captionsOf } from "./change-captions";
import { typedSeconds } from "./clock-times";
import type { ListedCaptions, OpenedRecording } from "./form-schemas";
import { type Recording, requireRecording } from "./lock-library";
import { typedOpening } from "./opening";
import { orderOf } from "./order";
import type { LibraryRef } from "./schemas";

/** Returns what a recording's form is filled with. Throws not_found. */
export async function getRecordingForm({ db }: Pick<Context, "db">, ref: LibraryRef): Promise<OpenedRecording> {
  const row = await requireRecording(db, ref);
  const { id, title, description, isFree, isDownloadable, chapters, videoUrl, videoId, soundId, posterId } = row;
  const order = await orderOf(db, row.productId);
  const files = await describeFiles(
    db,
    [videoId, soundId, posterId].filter((file) => file !== null),
  );
  const fileOf = (wanted: string | null) => files.find((file) => file.id === wanted) ?? null;
  const captions = await captionsOf(db, id);
  return {
    id,
    title,
    isFree,
    isDownloadable,
    chapters,
    description: description ?? "",
    videoUrl: videoUrl ?? "",
    source: videoUrl === null ? "file" : "address",
    length: typedSeconds(row.durationSeconds),
    isMeasured: await isMeasured(db, row),
    posterAt: typedSeconds(row.posterSecond),
    captions: captions.map(listed),
    ...typedOpening(row),
    orderIndex: order.indexOf(id) + 1,
    version: versionOf(comparedParts(row, captions)),
    files: { video: fileOf(videoId), sound: fileOf(soundId), poster: fileOf(posterId) },
  };
}

const listed = ({ language, file }: Captions & { file: string }): ListedCaptions => ({
  language,
  file,
  name: languageName(language),
});

/** Returns whether a recording's length was read from its file, and is the one that counts. */
export async function isMeasured(db: Queryable, { id, videoUrl, durationSeconds }: Recording): Promise<boolean> {
  if (videoUrl !== null || durationSeconds === null) return false;
  return (await readPreparations(db, [id])).get(id)?.state === "ready";
}

/** Returns what two admins may not change at the same time. A length that is measured meanwhile is no one's change. */
export function comparedParts({ orderIndex: _, durationSeconds, ...typed }: Recording, captions: Captions[]) {
  const length = typed.videoUrl === null ? null : durationSeconds;
  return { ...typed, length, captions: captions.map(({ language, fileId }) => `${language} ${fileId}`).sort() };
}
