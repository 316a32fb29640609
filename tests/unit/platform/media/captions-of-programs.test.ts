import { readFileSync } from "node:fs";
import { splitNotes, webVttOf } from "@server/platform/media/captions-file";
import { readCues } from "@server/platform/media/cues";
import { expect, test } from "vitest";

/** Reads a file as an upload does, and what is stored of it as the player's transcript does. */
function readFile(content: Uint8Array): { cues: string[]; notes: string[]; isKept: boolean } {
  const stored = webVttOf(content);
  const { text, notes } = splitNotes(stored);
  const read = readCues(stored);
  if ("problem" in read) throw new Error(read.problem);
  const cues = read.cues.map((cue) => `${cue.start}-${cue.end} ${cue.text.replaceAll("\n", " / ")}`.trim());
  return { cues, notes, isKept: text === new TextDecoder().decode(content) };
}

const fixture = (name: string) => readFileSync(`tests/fixtures/captions/${name}`);

const guessed = "The file does not say how its letters are written (it is not UTF-8): check those with accents.";

type Row = [file: string, source: string, cues: string[], notes?: string[]];

test.each<Row>([
  [
    "cap01-youtube-auto.vtt",
    "glut23/webvtt-py#28: YouTube’s line with a space",
    [
      "0.799-2.869 breathe in slowly",
      "2.869-2.879 breathe in slowly",
      "2.879-4.07 breathe in slowly / and out",
      "4.07-4.08 and out",
    ],
  ],
  [
    "cap02-whisper-zero.srt",
    "dagronf/SwiftSubtitles#11: Whisper’s cue of no length",
    ["0-2.5 Breathe in.", "2.5-5 breathe out."],
    ["Line 6 ends when it begins."],
  ],
  [
    "cap03-noblank.vtt",
    "CCExtractor/ccextractor#439: no empty line behind WEBVTT",
    ["1-2 First words", "3-4 Second words"],
  ],
  ["cap04-nospace-arrow.vtt", "vidstack/captions#8: no space around the arrow", ["1-2 Breathe in"]],
  ["cap05-onedigit.srt", "vidstack/captions#8: times of one digit", ["1-2.5 Breathe in", "3-4.5 Out"]],
  ["cap06-utf16.srt", "streamaserver/streama#337: UTF-16 of Windows", ["1-2.5 Respirez à fond"]],
  ["cap07-cp1252.srt", "nwoltman/srt-to-vtt-converter#3: ANSI", ["1-2.5 Respirez à fond, élève"], [guessed]],
  ["cap09-zoom.vtt", "Zoom’s transcript", ["3.12-5.4 Maeve Example: Hello everyone", "5.4-7 Guest: hi"]],
  ["cap10-otter.srt", "Otter: a byte order mark, markup and places", ["0.33-3.9 Speaker 1: Breathe in", "3.9-6 now"]],
  [
    "cap11-blank-in-text.srt",
    "glut23/webvtt-py#46: an empty line inside a cue",
    ["1-4 First line / second line after an empty one", "5-6 Next"],
  ],
  ["cap12-textcue.srt", "a cue without words", ["1-2", "3-4 Text"]],
  ["cap13-hoursbig.vtt", "vidstack/captions#8: hours of one digit", ["3600-3602 hour"]],
  ["cap14-note-first.vtt", "a title, a time map, a note and a style", ["1-2 Hello & welcome x"]],
  ["cap15-srt-coords.srt", "SubRip’s places behind the times", ["1-2 Hello"]],
  ["cap17-numbertext.vtt", "a number and arrows as words", ["1-4 4", "5-6 3 --> 2 --> 1"]],
  [
    "cap19-blank-after-times.vtt",
    "glut23/webvtt-py#74: an empty line behind the times",
    ["1-2 Haddock saw it / and asked me.", "3-4 Next"],
  ],
  [
    "cap20-zero.vtt",
    "ggml-org/whisper.cpp#1967",
    ["0-2.5 Breathe in.", "2.5-5 breathe out."],
    ["Line 6 ends when it begins."],
  ],
])("reads %s (%s)", (file, _source, cues, notes = []) => {
  expect(readFile(fixture(file))).toMatchObject({ cues, notes });
});

test("refuses SBV by its name", () => {
  expect(() => webVttOf(fixture("cap16-sbv.sbv"))).toThrow("This is an SBV file. Please save it as SRT or WebVTT.");
});

test.each(["cap01-youtube-auto.vtt", "cap03-noblank.vtt", "cap14-note-first.vtt"])(
  "keeps %s as it is, with its styles",
  (file) => {
    expect(readFile(fixture(file)).isKept).toBe(true);
  },
);
