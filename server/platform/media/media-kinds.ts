import type { mediaFiles } from "@db/schema";
import { DomainError } from "../../core/errors";

export type MediaFile = typeof mediaFiles.$inferSelect;
export type MediaKind = MediaFile["kind"];

const pictures = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };
const allPictures = { ...pictures, "image/avif": "avif", "image/gif": "gif" };

/** What browsers play as it is. */
const playedVideos = { "video/webm": "webm", "video/mp4": "mp4", "video/x-m4v": "mp4" };

export const extensionsOf: Record<MediaKind, Partial<Record<string, string>>> = {
  video: { ...playedVideos, "video/quicktime": "mov", "video/matroska": "mkv" },
  sound: {
    // Some phones record sound as an MP4 file that does not say that it is sound only.
    "audio/mpeg": "mp3",
    "audio/mp4": "m4a",
    "audio/x-m4a": "m4a",
    "video/mp4": "m4a",
    "audio/wav": "wav",
    "audio/flac": "flac",
    "audio/ogg": "ogg",
    "audio/ogg; codecs=opus": "ogg",
  },
  version: { "video/mp4": "mp4", "audio/mp4": "m4a", "image/jpeg": "jpg" },
  image: allPictures,
  portrait: allPictures,
  logo: pictures,
  share: pictures,
  captions: { "text/vtt": "vtt" },
  download: {
    "application/pdf": "pdf",
    "audio/mpeg": "mp3",
    "audio/mp4": "m4a",
    "audio/x-m4a": "m4a",
    "audio/ogg": "ogg",
    "audio/wav": "wav",
    ...pictures,
  },
};

const noPicture = "Browsers can’t show this picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.";
const noLogo = "This type of picture can’t be used. Please choose a PNG, JPEG or WebP file.";

export const wrongType: Record<MediaKind, string> = {
  video: "This video can’t be used. Please choose an MP4, MOV, WebM or MKV file.",
  sound: "This sound can’t be used. Please choose an MP3, M4A, WAV, FLAC or OGG file.",
  version: "This file can’t be used.",
  image: noPicture,
  portrait: noPicture,
  logo: noLogo,
  share: noLogo,
  download:
    "This type of file can’t be offered. Please choose a PDF, an MP3, M4A, OGG or WAV, or a JPEG, PNG or WebP picture.",
  captions: "This is not a captions file. Please choose a WebVTT or SRT file.",
};

const unplayedVideo = "Browsers can’t play this video. Please choose an MP4 or WebM file.";

/**
 * Returns the extension under which a file of this type is kept. `isPrepared` says whether videos that browsers can't
 * play are turned into ones that they can. Throws invalid.
 */
export function requireExtension(kind: MediaKind, type: string, isPrepared: boolean): string {
  const isUnprepared = kind === "video" && !isPrepared;
  const allowed: Partial<Record<string, string>> = isUnprepared ? playedVideos : extensionsOf[kind];
  const extension = allowed[type];
  if (extension !== undefined) return extension;
  throw new DomainError("invalid", isUnprepared ? unplayedVideo : wrongType[kind]);
}

/** The types under which browsers and programs know what is kept, where the detected one differs. */
const typesOfExtensions: Partial<Record<string, string>> = { mp4: "video/mp4", m4a: "audio/mp4", ogg: "audio/ogg" };

/** Returns the content type of a file that is kept under this extension. */
export const contentTypeOf = (extension: string, detected: string): string => typesOfExtensions[extension] ?? detected;

const bytesPerMb = 1024 * 1024;
const pictureMb = 10;
const captionsMb = 1;
const downloadMb = 50;

/** Returns whether files of a kind are uploaded: a version is made. */
export const isUploadKind = (text: unknown): text is MediaKind =>
  typeof text === "string" && text !== "version" && Object.hasOwn(extensionsOf, text);

/** The limits of the site's settings, where the instructor sets them. */
export type SizeLimits = { maxVideoMb: number };

export function maxBytesOf({ maxVideoMb }: SizeLimits, kind: MediaKind): number {
  const megabytes = { video: maxVideoMb, sound: maxVideoMb, captions: captionsMb, download: downloadMb };
  return (kind in megabytes ? megabytes[kind as keyof typeof megabytes] : pictureMb) * bytesPerMb;
}

/** Throws invalid, in the specification's words. */
export function refuseTooLarge(limits: SizeLimits, kind: MediaKind, bytes: number): void {
  const most = maxBytesOf(limits, kind);
  if (bytes <= most) return;
  throw new DomainError(
    "invalid",
    `File size exceeds the maximum allowed size of ${most / bytesPerMb}MB. Your file is ${sizeAbove(bytes, most)} MB.`,
  );
}

/** Rounds to the first decimal that shows the size to be above the limit, such as 10.01 for a limit of 10. */
function sizeAbove(bytes: number, most: number): number {
  const rounded = [1, 2, 3, 4, 5, 6].map((digits) => Number((bytes / bytesPerMb).toFixed(digits)));
  return rounded.find((size) => size > most / bytesPerMb) ?? bytes / bytesPerMb;
}

const imageFolder = "/media/images/";

export const imagePath = ({ id, storageKey }: Pick<MediaFile, "id" | "storageKey">): string =>
  `${imageFolder}${id}${storageKey.slice(storageKey.lastIndexOf("."))}`;

const imageName = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:-(\d+))?\.([a-z]+)$/;

/**
 * Reads the last part of a picture's address, such as "ID.jpg" or "ID-480.webp"; null for another name. The ending of
 * the first may be that of a file that was written anew since.
 */
export function readImageName(name: string): { id: string; rendition: string | undefined } | null {
  const [, id, width, extension] = imageName.exec(name) ?? [];
  return id === undefined ? null : { id, rendition: width && `${width}.${extension}` };
}

/** Returns the id of the picture at an address of the site; null for another address, or none. */
export const imageIdOf = (address: string | null): string | null =>
  address?.startsWith(imageFolder) ? (readImageName(address.slice(imageFolder.length))?.id ?? null) : null;
