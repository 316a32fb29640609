import type { Rendition } from "@db/schema";
import type { MediaFile } from "./media-kinds";

/** The widths in pixels in which a picture is kept, as JPEG and WebP. Pages name them in addresses. */
export const pictureWidths = [480, 960, 1600] as const;

const contentTypes: Partial<Record<string, string>> = { jpg: "image/jpeg", webp: "image/webp" };

/**
 * Returns the file of a picture in a width and type, such as "480.webp"; the file that stands for the picture where
 * there is no other.
 */
export function renditionOf(file: MediaFile, name: string | undefined): MediaFile {
  const found = name === undefined ? undefined : file.renditions?.find(({ key }) => key.endsWith(`-${name}`));
  const contentType = contentTypes[name?.split(".")[1] ?? ""];
  if (!found || !contentType) return file;
  const { key: storageKey, bytes } = found;
  return { ...file, storageKey, bytes, contentType, etag: `${file.etag.slice(0, -1)}-${name}"` };
}

/** Returns the storage keys of everything that is kept of a file. */
export const keysOf = ({ storageKey, renditions }: Pick<MediaFile, "storageKey" | "renditions">): string[] => [
  ...new Set([storageKey, ...(renditions ?? []).map(({ key }: Rendition) => key)]),
];
