import path from "node:path";
import type { MediaFacts, OpenSource, PictureFacts, SoundFacts } from "./facts";
import { inputArguments, memoryArguments } from "./ffmpeg";
import { isOff, levellingFilter, type Loudness, measuringFilter } from "./loudness";
import {
  frameRateWithin,
  isPictureKept,
  isSoundKept,
  pictureLimits,
  type PictureLimits,
  posterSecondOf,
  sizeWithin,
  soundBits,
  type PreparingStep,
} from "./plan";
import type { VersionName } from "./versions";

/** The name of each version's file while it is made. */
export const draftNames: Record<VersionName, string> = {
  large: "large.mp4",
  small: "small.mp4",
  sound: "sound.m4a",
  poster: "poster.jpg",
};

/** Brings a bright picture (HDR) to what every screen shows, so that its colours don't look washed out. */
const toneMapping = [
  ...["zscale=transfer=linear:npl=100", "format=gbrpf32le", "zscale=primaries=bt709", "tonemap=hable:desat=0"],
  "zscale=transfer=bt709:matrix=bt709:range=limited",
];
/** The filter that not every ffmpeg has. */
export const toneMappingFilter = "zscale";

const toneFilters = ({ isHdr }: PictureFacts, canToneMap: boolean) => (isHdr && canToneMap ? toneMapping : []);

/** Says what a bright picture leaves out of its colours, before anything reads them. */
const colourFilters = ({ isHdr, assumedColours }: PictureFacts): string[] =>
  isHdr && assumedColours.length > 0 ? [`setparams=${assumedColours.join(":")}`] : [];

const quietly = ["-nostdin", "-hide_banner", "-y", "-nostats", "-progress", "pipe:1", ...memoryArguments];

/** Returns the arguments that measure the loudness; the report ends what ffmpeg writes to standard error. */
export const measuringArguments = (source: OpenSource): string[] => [
  ...[...quietly, "-loglevel", "info", ...inputArguments(source)],
  ...["-map", `0:${source.facts.sound?.index ?? 0}`, "-af", measuringFilter, "-f", "null", "-"],
];

/** `canToneMap`: whether this ffmpeg has the filter. */
type MakingTerms = { loudness: Loudness | null; canToneMap: boolean; folder: string };

/** Returns the arguments that write versions into `folder`, all in one run. */
export const makingArguments = (
  source: OpenSource,
  { versions, loudness, canToneMap, folder }: Pick<PreparingStep, "versions"> & MakingTerms,
): string[] => [
  ...[...quietly, "-loglevel", "error", ...inputArguments(source)],
  ...versions.flatMap((name) => [
    ...(name === "sound"
      ? soundAlone(source.facts, loudness)
      : withPicture(source.facts, name, { loudness, canToneMap })),
    // What a camera wrote into the file, such as the place, is private.
    ...["-map_metadata", "-1", "-map_chapters", "-1", "-movflags", "+faststart"],
    ...["-f", name === "sound" ? "ipod" : "mp4", path.join(folder, draftNames[name])],
  ]),
];

function withPicture(
  facts: MediaFacts,
  name: "large" | "small",
  { loudness, canToneMap }: Omit<MakingTerms, "folder">,
): string[] {
  const limits = pictureLimits[name];
  const isKept = isPictureKept(facts, limits);
  const { picture, sound } = facts;
  if (!picture) throw new Error("a version with a picture is made of a video");
  return [
    ...["-map", `0:${picture.index}`, ...(isKept ? ["-c:v", "copy"] : encodingArguments(picture, limits, canToneMap))],
    ...(sound ? soundArguments(sound, { loudness, bits: limits.soundBits, mayKeep: isKept || name === "large" }) : []),
  ];
}

function encodingArguments(picture: PictureFacts, limits: PictureLimits, canToneMap: boolean): string[] {
  const size = sizeWithin(picture, limits);
  const rate = frameRateWithin(picture, limits);
  const filters = [
    ...colourFilters(picture),
    ...(rate === null ? [] : [`fps=${rate.toFixed(3)}`]),
    // Square pixels, also where the size stays.
    `scale=${size?.width ?? picture.width}:${size?.height ?? picture.height}`,
    ...toneFilters(picture, canToneMap),
    ...["setsar=1", "format=yuv420p"],
  ];
  // Five per cent are left for the container.
  const most = Math.round(limits.bits * 0.95 - limits.soundBits);
  return [
    ...["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-crf", "24"],
    ...["-maxrate", String(most), "-bufsize", String(most * 2)],
    // Seeking begins at such a picture.
    ...["-force_key_frames", "expr:gte(t,n_forced*2)", "-vf", filters.join(",")],
  ];
}

function soundAlone({ sound, seconds, bytes }: MediaFacts, loudness: Loudness | null): string[] {
  if (!sound) throw new Error("a sound is made of a file with a sound");
  return soundArguments(sound, { loudness, bits: soundBits, mayKeep: (bytes * 8) / seconds <= soundBits });
}

type SoundTerms = { loudness: Loudness | null; bits: number; mayKeep: boolean };

function soundArguments(sound: SoundFacts, { loudness, bits, mayKeep }: SoundTerms): string[] {
  const chosen = ["-map", `0:${sound.index}`];
  if (mayKeep && isSoundKept(sound) && !isOff(loudness)) return [...chosen, "-c:a", "copy"];
  return [
    ...[...chosen, ...(isOff(loudness) ? ["-af", levellingFilter(loudness)] : [])],
    ...["-c:a", "aac", "-b:a", String(bits), "-ar", "48000", "-ac", String(Math.min(2, sound.channels))],
  ];
}

/** Returns the arguments that write one picture of the video, at the chosen second. */
export function posterArguments(
  source: OpenSource,
  { chosen, canToneMap, folder }: { chosen: number; canToneMap: boolean; folder: string },
): string[] {
  const { picture } = source.facts;
  if (!picture) throw new Error("a picture is taken from a video");
  const size = sizeWithin(picture, { short: 720, long: 1280 }) ?? picture;
  const filters = [
    ...colourFilters(picture),
    `scale=${size.width}:${size.height}`,
    ...toneFilters(picture, canToneMap),
    ...["setsar=1", "format=yuvj420p"],
  ];
  return [
    // Some files show nothing once they are not read from their start.
    ...[...quietly, "-loglevel", "error", ...(chosen > 0 ? ["-ss", String(posterSecondOf(source.facts, chosen))] : [])],
    ...[...inputArguments(source), "-map", `0:${picture.index}`, "-frames:v", "1", "-vf", filters.join(",")],
    ...["-map_metadata", "-1", "-c:v", "mjpeg", "-q:v", "4", "-f", "image2", "-update", "1"],
    path.join(folder, draftNames.poster),
  ];
}
