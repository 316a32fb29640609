import type { RecordingValues } from "@server/recordings/library/schemas";

/** What the form of a recording is filled with, by the names under which it comes back. */
export const recordingFields = ({ files, ...typed }: Omit<RecordingValues, "id">) => ({
  title: typed.title,
  description: typed.description,
  source: typed.source,
  videoUrl: typed.videoUrl,
  length: typed.length,
  isFree: typed.isFree,
  orderIndex: typed.orderIndex,
  videoId: files.video?.id,
  posterId: files.poster?.id,
  captionsId: files.captions?.id,
});
