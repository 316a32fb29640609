import type { ListedCaptions, RecordingValues } from "@server/selling/recordings/library/form-schemas";

/** Returns the values of a recording's form by the names of its fields. */
export const recordingFields = ({ files, captions, isMeasured: _, ...typed }: RecordingValues) => ({
  title: typed.title,
  description: typed.description,
  source: typed.source,
  videoUrl: typed.videoUrl,
  length: typed.length,
  posterAt: typed.posterAt,
  chapters: typed.chapters,
  isDownloadable: typed.isDownloadable,
  isFree: typed.isFree,
  opens: typed.opens,
  opensOn: typed.opensOn,
  opensAfterDays: typed.opensAfterDays,
  orderIndex: typed.orderIndex,
  videoId: files.video?.id,
  soundId: files.sound?.id,
  posterId: files.poster?.id,
  captionsWere: captionsInWords(captions),
});

/** Returns captions as a notice of a conflict names them. */
export const captionsInWords = (captions: ListedCaptions[]): string =>
  captions.map(({ name, file }) => `${name} (${file})`).join(", ");

/** Returns the name of the tick that removes the captions in a language. */
export const removalName = (language: string): string => `removeCaptions-${language}`;

export const openingLabels = {
  now: "At once",
  day: "On a day",
  days: "Some days after it was bought",
};
