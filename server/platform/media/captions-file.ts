import { decodeText } from "../../core/decode-text";
import { DomainError } from "../../core/errors";
import { isWebVttStart, readCues, writeWebVtt } from "./cues";
import { wrongType } from "./media-kinds";

/** Formats that are refused by their name, and how each begins. */
const otherFormats: [RegExp, string][] = [
  [/^\s*\[Script Info\]/i, "an ASS or SSA"],
  [/^\s*\d+:\d\d:\d\d\.\d{3},\d+:\d\d:\d\d\.\d{3}\s*$/m, "an SBV"],
  [/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<tt[\s:>]/i, "a TTML"],
  [/^\s*<SAMI/i, "a SAMI"],
  [/^\s*\{\d+\}\{\d+\}/, "a MicroDVD"],
  [/^\s*(?:\[[a-z]+:[^\]]*\]\s*)*\[\d+:\d\d[.:]\d\d/i, "an LRC"],
  [/^\s*\{\\rtf/, "an RTF"],
];

/** Returns captions as WebVTT, with a note of what was guessed and left out. Throws invalid, with what to do. */
export function webVttOf(content: Uint8Array): string {
  const decoded = decodeText(content);
  if (!decoded && content.includes(0)) throw new DomainError("invalid", wrongType.captions);
  if (!decoded) throw new DomainError("invalid", unknownAlphabet);
  const text = decoded.text.replace(/\r\n?/g, "\n");
  const other = otherFormats.find(([start]) => start.test(text.slice(0, 2000)));
  if (other) throw new DomainError("invalid", `This is ${other[1]} file. Please save it as SRT or WebVTT.`);
  const read = readCues(text);
  if (!isWebVttStart(text) && !arrow.test(text)) throw new DomainError("invalid", wrongType.captions);
  if ("problem" in read) throw new DomainError("invalid", read.problem);
  const notes = [...(decoded.encoding === "Windows-1252" ? [guessed] : []), ...shortened(read.skipped)];
  return withNotes(read.isPlayable ? text : writeWebVtt(read.cues), notes);
}

const arrow = /->|[–—]>|→/;

const unknownAlphabet =
  "This file is not in UTF-8, and its alphabet can’t be told. Please save it as UTF-8 and choose it again.";
const guessed = "The file does not say how its letters are written (it is not UTF-8): check those with accents.";

const mostNotes = 20;

const shortened = (skipped: string[]): string[] =>
  skipped.length <= mostNotes
    ? skipped
    : [...skipped.slice(0, mostNotes), `${skipped.length - mostNotes} more lines were left out.`];

const noteHead = "NOTE Left out or guessed when the file was read";
const note = new RegExp(`\n${noteHead}\n((?:[^\n]+\n)*)`);

const withNotes = (webVtt: string, notes: string[]): string =>
  notes.length === 0
    ? webVtt
    : webVtt.replace(/^WEBVTT[^\n]*\n(?:[^\n]+\n)*?(?=\n|[^\n]*-->)/, (head) =>
        [head, noteHead, ...notes, "", ""].join("\n"),
      );

/** Returns stored captions without the note of the upload, and what that says. */
export function splitNotes(webVtt: string): { text: string; notes: string[] } {
  const notes = (note.exec(webVtt)?.[1] ?? "").split("\n").filter(Boolean);
  return { text: webVtt.replace(note, ""), notes };
}
