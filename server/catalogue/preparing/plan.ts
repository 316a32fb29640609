import type { MediaFacts, PictureFacts, SoundFacts } from "./facts";
import type { VersionName } from "./versions";

/** One reading of a source: measured first where sound is written, then all versions at once. */
export type PreparingStep = {
  source: "video" | "sound";
  measures: boolean;
  /** Written in one run. */
  versions: ("large" | "small" | "sound")[];
  hasPoster: boolean;
};

export type SourceFacts = { video: MediaFacts | null; sound: MediaFacts | null };

/** Returns what has to be done for the versions that are wanted and possible. */
export function planSteps({ video, sound }: SourceFacts, wanted: VersionName[]): PreparingStep[] {
  const isWanted = (name: VersionName) => wanted.includes(name);
  const pictures = (["large", "small"] as const).filter(isWanted);
  // The sound of its own is heard instead of the video's.
  const ofVideo = isWanted("sound") && sound === null && video?.sound ? (["sound"] as const) : [];
  const ofSound = isWanted("sound") && sound !== null ? (["sound"] as const) : [];
  const steps: PreparingStep[] = [
    stepOf("video", video, [...pictures, ...ofVideo], isWanted("poster")),
    stepOf("sound", sound, [...ofSound], false),
  ].flatMap((step) => step ?? []);
  return steps;
}

function stepOf(
  source: PreparingStep["source"],
  facts: MediaFacts | null,
  versions: PreparingStep["versions"],
  hasPoster: boolean,
) {
  if (facts === null || (versions.length === 0 && !hasPoster)) return null;
  return { source, versions, hasPoster, measures: facts.sound !== null && versions.length > 0 };
}

/** What a version with a picture has at most: the sides in pixels, the rates in bits and pictures per second. */
export type PictureLimits = {
  short: number;
  long: number;
  bits: number;
  frames: number;
  soundBits: number;
};

const kbit = 1000;

/** `bits` are those of picture and sound together. */
export const pictureLimits = {
  large: { short: 1080, long: 1920, bits: 5000 * kbit, frames: 60, soundBits: 128 * kbit },
  small: { short: 360, long: 640, bits: 500 * kbit, frames: 30, soundBits: 64 * kbit },
} as const satisfies Record<"large" | "small", PictureLimits>;

export const soundBits = 96 * kbit;

/** Returns whether the picture can be taken over as it is. */
export function isPictureKept(facts: MediaFacts, limits: PictureLimits): boolean {
  const { picture } = facts;
  if (picture?.codec !== "h264" || picture.isHdr || !["yuv420p", "yuvj420p"].includes(picture.pixelFormat))
    return false;
  const size = sizeWithin(picture, limits);
  // Phones write 29.97 pictures as 30.02.
  const isSlowEnough = picture.framesPerSecond <= limits.frames + 1;
  return size === null && isSlowEnough && bitsPerSecond(facts) <= limits.bits;
}

const bitsPerSecond = ({ bytes, seconds }: MediaFacts): number => (bytes * 8) / seconds;

/** Returns whether the sound can be taken over as it is, unless its loudness is off. */
export const isSoundKept = ({ codec, profile, channels }: SoundFacts): boolean =>
  codec === "aac" && profile === "LC" && channels <= 2;

type Size = { width: number; height: number };

/** Returns the size to which a picture is made smaller, in even numbers; null for one that fits. */
export function sizeWithin({ width, height }: Size, { short, long }: Pick<PictureLimits, "short" | "long">) {
  const scale = Math.min(1, short / Math.min(width, height), long / Math.max(width, height));
  if (scale === 1 && width % 2 === 0 && height % 2 === 0) return null;
  // Rounded down, but not because of the last digit of a fraction.
  const even = (side: number) => Math.max(2, Math.floor((side * scale) / 2 + 1e-6) * 2);
  return { width: even(width), height: even(height) };
}

/** Returns the rate to which pictures are thinned out evenly, such as 25 of 50; null for one that fits. */
export function frameRateWithin({ framesPerSecond }: PictureFacts, { frames }: PictureLimits): number | null {
  if (framesPerSecond <= frames + 1) return null;
  return framesPerSecond / Math.ceil(framesPerSecond / (frames + 1));
}

/** Returns the second of the picture, within the video. */
export const posterSecondOf = ({ seconds }: MediaFacts, chosen: number): number =>
  Math.max(0, Math.min(chosen, seconds - 0.5));

const minuteMs = 60_000;
/** The queue takes a job for lost after four hours. */
const longestMs = 210 * minuteMs;

/** Returns the time that all steps together may take: enough for a slow machine, and an end for what hangs. */
export function deadlineMs({ video, sound }: SourceFacts): number {
  const seconds = (video?.seconds ?? 0) + (sound?.seconds ?? 0);
  return Math.min(longestMs, 10 * minuteMs + seconds * 10 * 1000);
}

/** Returns how many bytes the versions take at most. */
export function bytesOfVersions({ video, sound }: SourceFacts, wanted: VersionName[]): number {
  const ofBits = (bits: number, seconds: number) => (bits * seconds) / 8;
  const large = video ? Math.min(ofBits(pictureLimits.large.bits, video.seconds), video.bytes * 4) : 0;
  const small = video ? ofBits(pictureLimits.small.bits, video.seconds) : 0;
  const bytes = { large, small, sound: ofBits(soundBits, (sound ?? video)?.seconds ?? 0), poster: 500_000 };
  return wanted.reduce((sum, name) => sum + bytes[name], 0);
}
