const webVtt = /^WEBVTT(?:[ \t][^\n]*)?(?:\n|$)/;
const srtTiming = /^(\d{2,}:\d{2}:\d{2}),(\d{3}) --> (\d{2,}:\d{2}:\d{2}),(\d{3})/;
const srtStart = /^\s*\d+\n\d{2,}:\d{2}:\d{2},\d{3} --> /;

/** Answers the captions as WebVTT, the one format that browsers show; SRT is rewritten. Null for anything else. */
export function readCaptions(content: Buffer): string | null {
  const text = decode(content)?.replace(/\r\n?/g, "\n");
  if (text === undefined) return null;
  if (webVtt.test(text)) return text;
  return srtStart.test(text) ? fromSrt(text) : null;
}

/** The same cues, with points in place of commas; the numbers above the times may stay as the cues' names. */
function fromSrt(text: string): string {
  const lines = text.trim().split("\n");
  return `WEBVTT\n\n${lines.map((line) => line.replace(srtTiming, "$1.$2 --> $3.$4")).join("\n")}\n`;
}

/** UTF-8 without its byte order mark; undefined where it is not UTF-8. */
function decode(content: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
