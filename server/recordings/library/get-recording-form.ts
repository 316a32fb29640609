import { describeFiles } from "../../media/describe-files";
import { versionOf } from "../../core/form-version";
import type { Context } from "../../core/context";
import { requireRecording, typedIn } from "./edit-recording";
import { lengthOf } from "./length";
import { orderOf } from "./order";
import type { LibraryRef, OpenedRecording } from "./schemas";

/** A recording as its form is filled with it. Throws not_found. */
export async function getRecordingForm({ db }: Pick<Context, "db">, ref: LibraryRef): Promise<OpenedRecording> {
  const row = await requireRecording(db, ref);
  const { id, title, description, isFree, videoUrl, durationSeconds, ...media } = row;
  const order = await orderOf(db, ref.collection);
  const { videoId, posterId, captionsId } = media;
  const files = await describeFiles(
    db,
    [videoId, posterId, captionsId].filter((file) => file !== null),
  );
  const fileOf = (wanted: string | null) => files.find((file) => file.id === wanted) ?? null;
  return {
    ...{ id, title, isFree, description: description ?? "", videoUrl: videoUrl ?? "" },
    source: videoUrl === null ? "file" : "address",
    length: lengthOf(durationSeconds),
    orderIndex: order.indexOf(id),
    version: versionOf(typedIn(row)),
    files: { video: fileOf(videoId), poster: fileOf(posterId), captions: fileOf(captionsId) },
  };
}
