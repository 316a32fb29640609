import type { Cue } from "../../../platform/media/cues";
import { clockTime } from "../positions";
import type { SpokenPlace } from "../schemas";

const longestQuote = 160;

/** Returns where words are said first, also across two captions; null if they are not said in one piece. */
export function spokenPlace(cues: Cue[], search: string): SpokenPlace | null {
  const words = search.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const said = cues.map(({ text }) => text).join("\n");
  const found = new RegExp(words.join("\\s+"), "iu").exec(said);
  if (!found) return null;
  const wordsEnd = found.index + found[0].length;
  let start = 0;
  for (const cue of cues) {
    const end = start + cue.text.length;
    if (end >= found.index) {
      const seconds = Math.floor(cue.start);
      return { seconds, time: clockTime(seconds), quote: shorten(said.slice(start, Math.max(end, wordsEnd))) };
    }
    start = end + 1;
  }
  return null;
}

function shorten(said: string): string {
  const line = said.replace(/\s+/g, " ");
  return line.length > longestQuote ? `${line.slice(0, longestQuote).trimEnd()}…` : line;
}
