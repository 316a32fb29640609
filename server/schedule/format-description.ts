/** A description's first paragraph, which lists show too, and the paragraphs after it. */
export function splitDescription(description: string): { summary: string; paragraphs: string[] } {
  const [summary = "", ...paragraphs] = description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter(Boolean);
  return { summary, paragraphs };
}

/** One item a line; empty lines and list marks at their beginning don't count. */
export function splitLines(text: string | null): string[] {
  return (text ?? "")
    .split("\n")
    .map((line) => line.replace(/^\s*[-*•]\s+/, "").trim())
    .filter(Boolean);
}
