import type { Context } from "../../core/context";
import { type Cue, readCues } from "../../platform/media/cues";
import { readText } from "../../platform/media/read-text";

/** The latest that were read, by the file, which never changes: a long one takes a tenth of a second. */
const read = new Map<string, Cue[] | null>();
const mostKept = 20;

/** Returns what is said in a file of captions; null for one that can't be read: the recording plays without it. */
export async function readTranscript(
  { storage, log }: Pick<Context, "storage" | "log">,
  storageKey: string,
): Promise<Cue[] | null> {
  const known = read.get(storageKey);
  read.delete(storageKey);
  try {
    const cues = known === undefined ? cuesIn(await readText({ storage }, { storageKey })) : known;
    read.set(storageKey, cues);
    const [oldest] = read.keys();
    if (read.size > mostKept && oldest !== undefined) read.delete(oldest);
    return cues;
  } catch (error) {
    log.warn({ err: error, storageKey }, "captions can't be read");
    return null;
  }
}

function cuesIn(text: string): Cue[] | null {
  const result = readCues(text);
  return "cues" in result ? result.cues : null;
}
