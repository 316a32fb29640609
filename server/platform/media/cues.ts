/** What is said from one second of a recording on. */
export type Cue = { start: number; end: number; text: string };

const timing =
  /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)([.,])(\d{3})[ \t]+-->[ \t]+(?:(\d{2,}):)?([0-5]\d):([0-5]\d)([.,])(\d{3})(?:[ \t].*)?$/;
const maxCues = 5000;

/**
 * Reads WebVTT or SubRip captions. Returns their cues in order, or a sentence that names the line that is wrong. Styles,
 * regions and notes are left out; markup inside a cue is removed.
 */
export function readCues(content: string): { cues: Cue[] } | { problem: string } {
  const lines = content
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const isWebVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "");
  const cues: Cue[] = [];
  let at = isWebVtt ? endOfBlock(lines, 0) : 0;
  while (at < lines.length) {
    if (lines[at]?.trim() === "") at += 1;
    else if (/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(lines[at] ?? "")) at = endOfBlock(lines, at);
    else {
      const end = endOfBlock(lines, at);
      const cue = readCue(lines, { from: at, end, isWebVtt });
      if ("problem" in cue) return cue;
      const before = cues.at(-1);
      if (before && cue.start < before.start) {
        return { problem: `Line ${cue.line} begins before the caption above it.` };
      }
      cues.push({ start: cue.start, end: cue.end, text: cue.text });
      if (cues.length > maxCues) return { problem: `There can be ${maxCues} captions at most.` };
      at = end;
    }
  }
  return cues.length > 0 ? { cues } : { problem: "There is no caption in this file." };
}

function endOfBlock(lines: string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.trim() !== "") at += 1;
  return at;
}

type ReadCue = (Cue & { line: number }) | { problem: string };

/** WebVTT separates thousandths by a dot; players show nothing of a cue that has a comma there. */
function readCue(lines: string[], { from, end, isWebVtt }: { from: number; end: number; isWebVtt: boolean }): ReadCue {
  const hasName = !lines[from]?.includes("-->");
  const at = hasName ? from + 1 : from;
  const parts = timing.exec(lines[at]?.trim() ?? "");
  if (!parts || (isWebVtt && (parts[4] === "," || parts[9] === ","))) {
    return { problem: `Line ${at + 1} needs the times of a caption, such as “00:00:04.000 --> 00:00:08.500”.` };
  }
  const [start, stop] = [secondsOf(parts.slice(1, 6)), secondsOf(parts.slice(6, 11))];
  if (stop <= start) return { problem: `Line ${at + 1} ends before it begins.` };
  const text = lines
    .slice(at + 1, end)
    .map(plainText)
    .join("\n")
    .trim();
  return { start, end: stop, text, line: at + 1 };
}

function secondsOf([hours = "0", minutes = "0", seconds = "0", , thousandths = "0"]: string[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
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
