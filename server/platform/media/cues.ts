import { cueTimesIn, type CueTimes, looksLikeTimes } from "./cue-times";

/** What is said from one second of a recording on. */
export type Cue = { start: number; end: number; text: string };

type ReadCaptions = {
  /** In the order of their times. */
  cues: Cue[];
  /** What was left out, each as a sentence that names its line. */
  skipped: string[];
  /** Whether players read the same of the text as it stands. */
  isPlayable: boolean;
};

const maxCues = 5000;

/**
 * Reads WebVTT or SubRip captions, as leniently as browsers and ffmpeg do together. A cue that makes no sense is left out.
 * Returns a sentence for a text without any. Styles, regions and notes are left out; markup inside a cue is removed.
 */
export function readCues(content: string): ReadCaptions | { problem: string } {
  const lines = content
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const isWebVtt = isWebVttStart(lines[0] ?? "");
  const cues: Cue[] = [];
  const skipped: string[] = [];
  let isPlayable = isWebVtt;
  for (const { at, end } of blocksOf(lines)) {
    const times = cueTimesIn(lines[at] ?? "");
    if (!times || times.end <= times.start) {
      skipped.push(`Line ${at + 1} ${problemOf(times)}.`);
      continue;
    }
    const said = lines.slice(at + 1, end);
    const kept = textLines(said, isWebVtt);
    isPlayable &&= times.isWebVtt && isShownWhole(said, kept);
    cues.push({
      start: times.start,
      end: times.end,
      text: kept
        .map(isWebVtt ? plainText : plainSubRip)
        .join("\n")
        .trim(),
    });
    if (cues.length > maxCues) return { problem: `There can be ${maxCues} captions at most.` };
  }
  if (cues.length === 0) return { problem: skipped[0] ?? "There is no caption in this file." };
  const inOrder = cues.toSorted((a, b) => a.start - b.start);
  return { cues: inOrder, skipped, isPlayable: isPlayable && skipped.length === 0 };
}

/** Returns whether a text begins as WebVTT does. */
export const isWebVttStart = (text: string): boolean => /^WEBVTT(?:[ \t\n]|$)/.test(text);

/** A cue begins with the line of its times, and ends before the next one and its name. */
function blocksOf(lines: string[]): { at: number; end: number }[] {
  const starts = lines.flatMap((line, at) => (looksLikeTimes(line) ? [at] : []));
  return starts.map((at, nth) => {
    const next = starts[nth + 1];
    return { at, end: next === undefined ? lines.length : next - (hasName(lines, at, next) ? 1 : 0) };
  });
}

/** Returns whether the line above a cue names it: one of its own, or a number. */
function hasName(lines: string[], before: number, at: number): boolean {
  const name = lines[at - 1] ?? "";
  if (at - 1 <= before || name.trim() === "") return false;
  return lines[at - 2]?.trim() === "" || (/^\d+$/.test(name.trim()) && at - 2 > before);
}

const problemOf = (times: CueTimes | null): string =>
  times === null
    ? "needs the times of a caption, such as “00:00:04.000 --> 00:00:08.500”"
    : `ends ${times.end === times.start ? "when" : "before"} it begins`;

/** Returns the lines of a cue: those behind an empty one still belong to it, unless they are a note or a style. */
function textLines(lines: string[], isWebVtt: boolean): string[] {
  let isNote = false;
  return lines.filter((line, nth) => {
    const isFirst = (lines[nth - 1] ?? "") === "";
    if (isFirst) isNote = isWebVtt && nth > 0 && /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(line);
    return !isNote && line.trim() !== "";
  });
}

/** Players show what stands above the first empty line, and take an arrow for the times of another cue. */
function isShownWhole(said: string[], kept: string[]): boolean {
  const end = said.indexOf("");
  const shown = (end < 0 ? said : said.slice(0, end)).filter((line) => line.trim() !== "");
  return shown.length === kept.length && !kept.some((line) => line.includes("-->"));
}

const entities = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", nbsp: " ", quot: '"', lrm: "", rlm: "" }));

/** A "<" that no ">" follows begins no markup, and ends the one before it: so this takes as long as the line is. */
const plainText = (line: string): string =>
  line
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal?: string, hex?: string, name?: string) =>
      name
        ? (entities.get(name) ?? whole)
        : (characterOf(Number.parseInt(decimal ?? hex ?? "", hex ? 16 : 10)) ?? whole),
    );

/** Some programs place SubRip captions as ASS does: "{\an8}" moves one to the top. */
const plainSubRip = (line: string): string => plainText(line.replace(/\{\\[^{}]*\}/g, ""));

const characterOf = (code: number): string | null => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null);

/** Returns what is said, for searches. */
export const spokenText = (cues: Cue[]): string =>
  cues
    .map(({ text }) => text)
    .filter(Boolean)
    .join("\n");

/** Returns the cues as WebVTT, as players read it. */
export const writeWebVtt = (cues: Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, text }) => `${clock(start)} --> ${clock(end)}\n${escapeCue(text)}\n`).join("\n")}`;

const escapeCue = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

function clock(seconds: number): string {
  const total = Math.round(seconds * 1000);
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  const thousandths = String(total % 1000).padStart(3, "0");
  return `${two(total / 3_600_000)}:${two((total / 60_000) % 60)}:${two((total / 1000) % 60)}.${thousandths}`;
}
