export type Chapter = { seconds: number; title: string };

const line = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)\s+(\S.*)$/;
const maxChapters = 100;
const maxTitle = 120;

/**
 * Reads one "12:30 Title" or "1:02:30 Title" per line; empty lines are skipped. Returns the chapters, or a sentence that
 * names the first line that is wrong.
 */
export function readChapters(text: string): { chapters: Chapter[] } | { problem: string } {
  const chapters: Chapter[] = [];
  for (const [index, typed] of text.split(/\r?\n/).entries()) {
    if (typed.trim() === "") continue;
    const where = `Line ${index + 1}`;
    const parts = line.exec(typed.trim());
    if (!parts) return { problem: `${where} needs a time and a title, such as “12:30 The long exhale”.` };
    const [, hours = "0", minutes = "0", seconds = "0", title = ""] = parts;
    const at = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    const before = chapters.at(-1);
    if (before && at <= before.seconds) return { problem: `${where} begins no later than the chapter before it.` };
    if (title.length > maxTitle) return { problem: `${where} has a title of more than ${maxTitle} characters.` };
    if (chapters.length === maxChapters) return { problem: `There can be ${maxChapters} chapters at most.` };
    chapters.push({ seconds: at, title });
  }
  return { chapters };
}

/** Returns the chapters of a text that was checked when it was saved. */
export function chaptersOf(text: string): Chapter[] {
  const read = readChapters(text);
  return "chapters" in read ? read.chapters : [];
}
