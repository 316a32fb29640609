import { stat } from "node:fs/promises";
import path from "node:path";
import { DomainError } from "../../core/errors";
import type { Ffmpeg } from "../../platform/media/find-ffmpeg";
import type { OpenSource } from "./facts";
import { ProgramError, ProgramLateError, runProgram } from "./ffmpeg";
import { type Loudness, readLoudness } from "./loudness";
import { deadlineMs, planSteps, type PreparingStep } from "./plan";
import { demuxerOf, probe, unreadable } from "./probe";
import {
  draftNames,
  makingArguments,
  measuringArguments,
  posterArguments,
  toneMappingFilter,
} from "./version-arguments";
import type { VersionName } from "./versions";

export type VersionDraft = { name: VersionName; path: string; contentType: string; bytes: number };

export type OpenSources = { video: OpenSource | null; sound: OpenSource | null };

type Making = {
  programs: Ffmpeg;
  sources: OpenSources;
  wanted: VersionName[];
  /** The second of the picture; null where none was chosen. */
  posterSecond: number | null;
  folder: string;
  signal: AbortSignal;
  onProgress: (percent: number) => void;
};

type Drafts = {
  drafts: VersionDraft[];
  /** The loudness of each source that was measured, before anything was changed. */
  loudness: Partial<Record<PreparingStep["source"], Loudness | null>>;
};

/** Writes the wanted versions of a recording into a folder. Throws invalid, with what to do, or storage_full. */
export async function makeVersions(making: Making): Promise<Drafts> {
  const { sources, wanted } = making;
  const facts = { video: sources.video?.facts ?? null, sound: sources.sound?.facts ?? null };
  const steps = planSteps(facts, wanted);
  const deadline = performance.now() + deadlineMs(facts);
  const progress = progressOver(steps, making);
  const loudness: Drafts["loudness"] = {};
  for (const step of steps) {
    const source = sources[step.source];
    if (!source) throw new Error("a step has no source");
    const task = { ...making, source, deadlineMs: () => deadline - performance.now() };
    if (step.measures) loudness[step.source] = await measure(task, progress.next(measuringShare));
    await make(task, step, { loudness: loudness[step.source] ?? null, onSeconds: progress.next(makingShare) });
  }
  const hasPoster = (await sizeOf(path.join(making.folder, draftNames.poster))) > 0;
  const names = [...steps.flatMap(({ versions }) => versions), ...(hasPoster ? (["poster"] as const) : [])];
  return { drafts: await Promise.all(names.map((name) => describeDraft(making.folder, name))), loudness };
}

type Task = Making & { source: OpenSource; deadlineMs: () => number };

async function measure(task: Task, onSeconds: (seconds: number) => void): Promise<Loudness | null> {
  return readLoudness(await convert(task, measuringArguments(task.source), onSeconds));
}

type Terms = { loudness: Loudness | null; onSeconds: (seconds: number) => void };

async function make(task: Task, { versions, hasPoster }: PreparingStep, { loudness, onSeconds }: Terms): Promise<void> {
  const { source, folder, posterSecond: chosen } = task;
  const canToneMap = source.facts.picture?.isHdr === true && (await hasFilter(task, toneMappingFilter));
  if (versions.length > 0) {
    await convert(task, makingArguments(source, { versions, loudness, canToneMap, folder }), onSeconds);
    await refuseShortened(task, versions);
  }
  if (hasPoster && chosen !== null) await takePoster(task, { chosen, canToneMap });
}

type PosterTerms = { chosen: number; canToneMap: boolean };

/** Takes the first picture where there is none at the chosen second. One that can't be taken costs no version. */
async function takePoster(task: Task, { chosen, canToneMap }: PosterTerms): Promise<void> {
  const { source, folder, signal } = task;
  for (const second of new Set([chosen, 0])) {
    try {
      await convert(task, posterArguments(source, { chosen: second, canToneMap, folder }), () => undefined);
      if ((await sizeOf(path.join(folder, draftNames.poster))) > 0) return;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "invalid") throw error;
      signal.throwIfAborted();
    }
  }
}

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;

async function hasFilter({ programs, signal, deadlineMs: left }: Task, name: string): Promise<boolean> {
  const args = ["-hide_banner", "-h", `filter=${name}`];
  const { stdout } = await runProgram(programs, "ffmpeg", { args, signal, deadlineMs: Math.max(1, left()) });
  return stdout.startsWith(`Filter ${name}`);
}

/** Runs ffmpeg. Returns what it wrote to standard error. */
async function convert(
  { programs, signal, deadlineMs: left }: Task,
  args: string[],
  onSeconds: (seconds: number) => void,
): Promise<string> {
  const onLine = (line: string) => {
    const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1];
    if (microseconds) onSeconds(Number(microseconds) / 1_000_000);
  };
  try {
    return (await runProgram(programs, "ffmpeg", { args, signal, deadlineMs: Math.max(1, left()), onLine })).stderr;
  } catch (cause) {
    throw refusalOf(cause);
  }
}

/** Returns what to do about a program's failure; any other error unchanged. */
function refusalOf(cause: unknown): unknown {
  if (cause instanceof ProgramLateError) return new DomainError("invalid", tooSlow, { cause });
  if (!(cause instanceof ProgramError)) return cause;
  if (/No space left on device|Disk quota exceeded/.test(cause.stderr)) {
    return new DomainError("storage_full", diskFull, { cause });
  }
  return new DomainError("invalid", cause.endedBy ? serverStopped : unreadable, { cause });
}

const tooSlow =
  "Preparing this file took too long, so it was stopped. Please export the video as an MP4 (H.264, at most 1920 × 1080, 5 Mbit/s), which is quick to prepare, and upload that file.";
const diskFull = "The server’s disk is full. Please make room on it, then start again.";
/** What is said of a file that has ended its program or the whole process. */
export const serverStopped =
  "The server stopped preparing this file, maybe because it is short of memory. Please start again; if that does not help, export it with at most 1920 × 1080 and upload that file.";

/** A reader accepts a file whose end is missing, and says so only by writing less. */
async function refuseShortened(
  { programs, source, folder, signal }: Task,
  versions: PreparingStep["versions"],
): Promise<void> {
  // The sound of a video may be shorter than the picture.
  const name = versions.find((version) => (version === "sound") === (source.facts.picture === null));
  if (name === undefined) return;
  const file = { path: path.join(folder, draftNames[name]), demuxer: demuxerOf("video/mp4") };
  const { seconds } = await probe(programs, file, { kind: name === "sound" ? "sound" : "video", signal });
  const missing = source.facts.seconds - seconds;
  if (missing <= Math.max(1, source.facts.seconds * 0.02)) return;
  throw new DomainError(
    "invalid",
    `This file ends after ${clock(seconds)} of ${clock(source.facts.seconds)}: it is cut off or damaged. Please upload it again, or export it again first.`,
  );
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const contentTypes: Record<VersionName, string> = {
  large: "video/mp4",
  small: "video/mp4",
  sound: "audio/mp4",
  poster: "image/jpeg",
};

async function describeDraft(folder: string, name: VersionName): Promise<VersionDraft> {
  const file = path.join(folder, draftNames[name]);
  return { name, path: file, contentType: contentTypes[name], bytes: (await stat(file)).size };
}

/** What each reading of a source counts for, in parts of the whole. */
const measuringShare = 1;
const makingShare = 9;

/** Returns what turns the seconds that each run has written into per cent of everything. */
function progressOver(steps: PreparingStep[], { sources, onProgress }: Making) {
  const shareOf = ({ measures }: PreparingStep) => (measures ? measuringShare : 0) + makingShare;
  const all = steps.reduce((sum, step) => sum + shareOf(step), 0);
  const longest = Math.max(...[sources.video, sources.sound].map((source) => source?.facts.seconds ?? 0));
  let done = 0;
  return {
    next(share: number) {
      const before = done;
      done += share;
      return (seconds: number) => {
        const part = Math.min(1, seconds / longest);
        // The last per cent is for storing what was made.
        onProgress(Math.min(99, Math.floor((100 * (before + share * part)) / all)));
      };
    },
  };
}
