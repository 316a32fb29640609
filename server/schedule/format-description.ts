export function splitDescription(description: string): { summary: string; paragraphs: string[] } {
  const [summary = "", ...paragraphs] = description
    .split(betweenParagraphs)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter(Boolean);
  return { summary, paragraphs };
}

const betweenParagraphs = /\n\s*\n/;

/** Cheaper than `splitDescription` for lists. */
export function summaryOf(description: string): string {
  const text = description.trimStart();
  const end = text.search(betweenParagraphs);
  return (end < 0 ? text : text.slice(0, end)).replace(/\s+/g, " ").trim();
}

export function splitLines(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*[-*•]\s+/, "").trim())
    .filter(Boolean);
}
