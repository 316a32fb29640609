import type { MediaFile } from "./media-kinds";

/** Where a recording's video and captions are played from; both ask who asks on every request. */
export const videoPath = (recordingId: string): string => `/media/recordings/${recordingId}/video`;
export const captionsPath = (recordingId: string): string => `/media/recordings/${recordingId}/captions`;

/** Where everybody sees a picture that is not a recording's: the value of a session's `thumbnailUrl`. */
export const imagePath = ({ storageKey }: Pick<MediaFile, "storageKey">): string =>
  `/media/images/${storageKey.slice(storageKey.indexOf("/") + 1)}`;
