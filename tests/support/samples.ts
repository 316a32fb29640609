import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const ffmpeg = process.env.FFMPEG_PATH ?? "ffmpeg";
const ffprobe = path.join(path.dirname(ffmpeg), "ffprobe");

async function call(program: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  try {
    return await run(program, args, { maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error("The tests of recordings need ffmpeg: run apt-get install ffmpeg as root, or set FFMPEG_PATH.", {
      cause: error,
    });
  }
}

/** The inputs of samples: a moving picture, and a tone whose loudness depends on `volume`. */
export const picture = (size = "320x180", seconds = 2, rate = 25): string[] => [
  ...["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`],
];
export const tone = (seconds = 2, volume = "-4dB"): string[] => [
  ...["-f", "lavfi", "-i", `sine=frequency=440:sample_rate=44100:duration=${seconds},volume=${volume}`],
];

const made = new Map<string, Promise<Buffer>>();

/** Returns a file that ffmpeg writes with these arguments, made once for each worker. */
export function sample(extension: string, args: string[]): Promise<Buffer> {
  const key = [extension, ...args].join(" ");
  const file = made.get(key) ?? make(extension, args);
  made.set(key, file);
  return file;
}

async function make(extension: string, args: string[]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-sample-"));
  try {
    const file = path.join(folder, `sample.${extension}`);
    await call(ffmpeg, ["-v", "error", "-nostdin", "-y", ...args, file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A video that fits both versions as it is. */
export const fittingVideo = () =>
  sample("mp4", [
    ...[...picture(), ...tone(), "-c:v", "libx264", "-preset", "ultrafast", "-crf", "40", "-pix_fmt", "yuv420p"],
    ...["-c:a", "aac", "-b:a", "64k"],
  ]);

/** A video that takes so long to prepare that a test can interrupt it: silence compresses well, and is measured slowly. */
export const longVideo = (seconds = 3600) =>
  sample("mkv", [
    ...["-f", "lavfi", "-i", `color=size=64x64:rate=1:duration=${seconds}`],
    ...["-f", "lavfi", "-i", `anullsrc=sample_rate=44100:duration=${seconds}`, "-c:v", "mpeg4", "-c:a", "flac"],
  ]);

type ProbedStream = {
  codec_type: string;
  codec_name: string;
  profile?: string;
  width?: number;
  height?: number;
  channels?: number;
};

export type ProbedFile = {
  format: { format_name: string; duration?: string; bit_rate?: string };
  streams: ProbedStream[];
};

/** Returns what ffprobe says of a file. */
export async function probeFile(file: string): Promise<ProbedFile> {
  const { stdout } = await call(ffprobe, ["-v", "error", "-show_format", "-show_streams", "-of", "json", file]);
  return JSON.parse(stdout) as ProbedFile;
}

/** Returns the loudness of a file in LUFS. */
export async function loudnessOf(file: string): Promise<number> {
  const { stderr } = await call(ffmpeg, ["-nostdin", "-i", file, "-vn", "-af", "ebur128", "-f", "null", "-"]);
  return Number(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(stderr)?.[1]);
}

/** Returns the names of an MP4 file's outermost boxes, in order. */
export function boxesOf(file: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= file.length;) {
    names.push(file.toString("latin1", at + 4, at + 8));
    const size = file.readUInt32BE(at);
    at += size === 1 ? Number(file.readBigUInt64BE(at + 8)) : size || file.length;
  }
  return names;
}
