import type { Context } from "../../core/context";
import { type Cue, readCues } from "../../platform/media/cues";
import { readText } from "../../platform/media/read-text";

/** Returns what is said in a file of captions; null for one that can't be read: the recording plays without it. */
export async function readTranscript(
  { storage, log }: Pick<Context, "storage" | "log">,
  storageKey: string,
): Promise<Cue[] | null> {
  try {
    const read = readCues(await readText({ storage }, { storageKey }));
    return "cues" in read ? read.cues : null;
  } catch (error) {
    log.warn({ err: error, storageKey }, "captions can't be read");
    return null;
  }
}
