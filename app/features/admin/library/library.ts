import type { RecordingValues } from "@server/content/recordings/library/schemas";

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
