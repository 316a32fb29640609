import { z } from "zod";
import { DomainError } from "../../core/errors";
import type { Ffmpeg } from "../../platform/media/find-ffmpeg";
import type { MediaFacts, PictureFacts, SoundFacts } from "./facts";
import { inputArguments, maxPixels, memoryArguments, ProgramError, ProgramLateError, runProgram } from "./ffmpeg";

/**
 * The reader for each type that was detected at the upload. It is forced, so that a file that has become something else,
 * such as a playlist that names others, is damaged and nothing more.
 */
const demuxers: Partial<Record<string, string>> = {
  "video/mp4": "mov",
  "video/quicktime": "mov",
  "video/webm": "matroska",
  "video/matroska": "matroska",
  "audio/mpeg": "mp3",
  "audio/mp4": "mov",
  "audio/wav": "wav",
  "audio/flac": "flac",
  "audio/ogg": "ogg",
};

export function demuxerOf(contentType: string): string {
  const demuxer = demuxers[contentType];
  if (demuxer === undefined) throw new DomainError("invalid", unreadable);
  return demuxer;
}

export const unreadable =
  "This file can’t be read: it may be damaged or cut off. Please export it again, as an MP4 for a video or an M4A for a sound, and upload that file.";

/** What pictures are kept in; few films are. */
const stills = ["mjpeg", "png", "bmp", "gif", "webp", "tiff", "jpegls"];

const streamShape = z.object({
  index: z.number().int().min(0),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  pix_fmt: z.string().optional(),
  color_transfer: z.string().optional(),
  color_space: z.string().optional(),
  color_primaries: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  sample_aspect_ratio: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  channels: z.number().int().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
});
type Stream = z.infer<typeof streamShape>;

const probeShape = z.object({
  format: z.object({ duration: z.string().optional(), size: z.string().optional() }),
  streams: z.array(streamShape).max(100).default([]),
});

const streamEntries = Object.keys(streamShape.shape).filter(
  (name) => !["disposition", "side_data_list"].includes(name),
);
const entries = [
  "format=duration,size",
  `stream=${streamEntries.join(",")}`,
  "stream_disposition=attached_pic",
  "stream_side_data=rotation",
].join(":");

const probeDeadlineMs = 60_000;

type ProbedFile = { path: string; demuxer: string };

/** Reads what a file says of itself. Throws invalid, with what to do, for one that can't be prepared. */
export async function probe(
  programs: Ffmpeg,
  { path, demuxer }: ProbedFile,
  wanted: { kind: "video" | "sound"; signal: AbortSignal },
): Promise<MediaFacts> {
  const input = inputArguments({ path, demuxer });
  const args = ["-v", "error", ...memoryArguments, "-show_entries", entries, "-of", "json", ...input];
  const { stdout } = await runProgram(programs, "ffprobe", {
    args,
    signal: wanted.signal,
    deadlineMs: probeDeadlineMs,
  }).catch((cause: unknown) => {
    if (!(cause instanceof ProgramError || cause instanceof ProgramLateError)) throw cause;
    throw new DomainError("invalid", unreadable, { cause });
  });
  return readFacts(stdout, wanted.kind);
}

/** Reads ffprobe's answer. Throws invalid. */
export function readFacts(answer: string, kind: "video" | "sound"): MediaFacts {
  const parsed = probeShape.safeParse(jsonIn(answer));
  if (!parsed.success) throw new DomainError("invalid", unreadable, { cause: parsed.error });
  const { format, streams } = parsed.data;
  const pictures = streams.filter((stream) => stream.codec_type === "video" && stream.disposition?.attached_pic !== 1);
  // Some programs put a cover before the film without saying what it is.
  const picture = pictures.find(({ codec_name: codec = "" }) => !stills.includes(codec)) ?? pictures[0];
  const sound = streams.find((stream) => stream.codec_type === "audio");
  refuseUnplayable(kind, picture, sound);
  return {
    seconds: secondsIn(format.duration),
    bytes: Number(format.size ?? 0),
    picture: kind === "video" && picture ? pictureIn(picture) : null,
    sound: sound ? soundIn(sound) : null,
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuseUnplayable(kind: "video" | "sound", picture: Stream | undefined, sound: Stream | undefined): void {
  if (kind === "video" && !picture) {
    const instead = sound ? " Please upload it as the recording’s sound instead." : "";
    throw new DomainError("invalid", `There is no picture in this video.${instead || ` ${exportAgain}`}`);
  }
  if (kind === "sound" && !sound) throw new DomainError("invalid", `There is no sound in this file. ${exportAgain}`);
}

const exportAgain = "Please export it again and upload that file.";
const longestSeconds = 24 * 3600;

function secondsIn(duration: string | undefined): number {
  const seconds = Number(duration);
  if (!(seconds > 0)) throw new DomainError("invalid", `This file does not say how long it is. ${exportAgain}`);
  if (seconds > longestSeconds) {
    throw new DomainError("invalid", "This file says that it is longer than a day. Please upload it in parts.");
  }
  return seconds;
}

const longestSide = 8192;
const shortestSide = 16;

function pictureIn(stream: Stream): PictureFacts {
  const { index, codec_name: codec = "", width = 0, height = 0, side_data_list: sideData = [] } = stream;
  refuseSize(width, height);
  const [across = 1, down = 1] = ratioIn(stream.sample_aspect_ratio, ":") ?? [];
  const shown = { width: Math.round((width * across) / down), height };
  const rotation = sideData.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const isOnItsSide = Math.abs(rotation) % 180 === 90;
  const rate = ratioIn(stream.avg_frame_rate, "/") ?? ratioIn(stream.r_frame_rate, "/");
  return {
    index,
    codec,
    profile: stream.profile ?? "",
    pixelFormat: stream.pix_fmt ?? "",
    ...(isOnItsSide ? { width: shown.height, height: shown.width } : shown),
    framesPerSecond: rate ? rate[0] / rate[1] : 25,
    // PQ and HLG.
    isHdr: ["smpte2084", "arib-std-b67"].includes(stream.color_transfer ?? ""),
    assumedColours: [
      ...(isSaid(stream.color_space) ? [] : ["colorspace=bt2020nc"]),
      ...(isSaid(stream.color_primaries) ? [] : ["color_primaries=bt2020"]),
    ],
  };
}

const isSaid = (colour: string | undefined): boolean => !["unknown", "reserved", "", undefined].includes(colour);

function refuseSize(width: number, height: number): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short >= shortestSide && long <= longestSide && width * height <= maxPixels) return;
  const [w, h] = [width, height].map((pixels) => pixels.toLocaleString("en"));
  throw new DomainError(
    "invalid",
    `The picture of this video has ${w} × ${h} pixels. Please export it with at most 1920 × 1080 and upload that file.`,
  );
}

/** Reads a ratio such as "30000/1001"; null for one that says nothing. */
function ratioIn(text: string | undefined, separator: string): [number, number] | null {
  const [above = 0, below = 0] = (text ?? "").split(separator).map(Number);
  return above > 0 && below > 0 ? [above, below] : null;
}

const soundIn = ({ index, codec_name: codec = "", profile = "", channels = 2 }: Stream): SoundFacts => ({
  index,
  codec,
  profile,
  channels,
});
