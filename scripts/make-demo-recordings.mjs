// npm run demo:recordings: makes the demo's recordings again, as dev/seed/media/recordings.json describes them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drawBreath, framesPerSecond, size } from "./lib/breathing-art.mjs";
import { sampleRate, synthesize } from "./lib/breathing-tone.mjs";
import { root } from "./lib/project.mjs";
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();

const folder = path.join(root, "dev", "seed", "media");
const recordings = JSON.parse(await readFile(path.join(folder, "recordings.json"), "utf8"));
const chosen = process.argv.slice(2);

/** The same input gives the same file. */
const output = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact", "-y"];
const pcm = ["-f", "s16le", "-ar", String(sampleRate), "-ac", "1"];

const temporary = await mkdtemp(path.join(tmpdir(), "breathroom-recordings-"));
try {
  for (const recording of recordings) {
    if (chosen.length === 0 || chosen.includes(recording.name)) await make(recording);
  }
} finally {
  await rm(temporary, { recursive: true });
}

async function make(recording) {
  const { name, kind, captions } = recording;
  for (const language of captions.length > 0 ? ["en", "it"] : []) {
    await writeFile(path.join(folder, `${name}.${language}.vtt`), writeCaptions(recording, language));
  }
  const sound = path.join(temporary, `${name}.pcm`);
  await writeFile(sound, synthesize(recording));
  const file = path.join(folder, kind === "video" ? `${name}.webm` : `${name}.mp3`);
  await (kind === "video" ? encodeVideo(recording, sound, file) : encodeSound(sound, file));
  console.log(`${path.relative(root, file)}: ${Math.round((await stat(file)).size / 1000)} kB`);
}

function encodeSound(sound, file) {
  return runFfmpeg([...pcm, "-i", sound, "-c:a", "libmp3lame", "-q:a", "9", ...output, file]);
}

async function encodeVideo(recording, sound, file) {
  const frames = await drawBreath(recording);
  const pictures = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${size.width}x${size.height}`];
  const picture = [
    "-c:v",
    "libvpx-vp9",
    "-crf",
    "58",
    "-b:v",
    "0",
    "-g",
    "240",
    "-pix_fmt",
    "yuv420p",
    "-cpu-used",
    "4",
  ];
  const tone = ["-c:a", "libopus", "-b:a", "8k"];
  const input = ["-r", String(framesPerSecond), "-i", "pipe:0", ...pcm, "-i", sound];
  const count = recording.durationSeconds * framesPerSecond;
  await runFfmpeg([...pictures, ...input, ...picture, ...tone, ...output, file], async (pipe) => {
    for (let index = 0; index < count; index += 1) {
      if (!pipe.write(frames[index % frames.length])) await once(pipe, "drain");
    }
  });
}

async function runFfmpeg(options, feed) {
  const ffmpeg = spawn(process.env.FFMPEG_PATH || "ffmpeg", ["-hide_banner", "-loglevel", "error", ...options], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(ffmpeg, "exit");
  await feed?.(ffmpeg.stdin);
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

/** A caption is shown until the next one, for ten seconds at most. */
function writeCaptions({ captions, durationSeconds }, language) {
  const cues = captions.map((caption, index) => {
    const next = captions[index + 1]?.seconds ?? durationSeconds;
    const end = Math.min(caption.seconds + 10, next);
    return `${clock(caption.seconds)} --> ${clock(end)}\n${caption[language]}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

function clock(seconds) {
  const two = (part) => String(part).padStart(2, "0");
  return `00:${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.000`;
}
