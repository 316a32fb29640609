/** A description's first paragraph, which lists show too, and the paragraphs after it. */
export function splitDescription(description: string): { summary: string; paragraphs: string[] } {
  const [summary = "", ...paragraphs] = description
    .split(betweenParagraphs)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter(Boolean);
  return { summary, paragraphs };
}

const betweenParagraphs = /\n\s*\n/;

/** The first paragraph alone: a list needs no more of dozens of descriptions. */
export function summaryOf(description: string): string {
  const text = description.trimStart();
  const end = text.search(betweenParagraphs);
  return (end < 0 ? text : text.slice(0, end)).replace(/\s+/g, " ").trim();
}

/** One item a line; empty lines and list marks at their beginning don't count. */
export function splitLines(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*[-*•]\s+/, "").trim())
    .filter(Boolean);
}
