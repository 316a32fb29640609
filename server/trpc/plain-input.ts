const deepest = 8;
const mostValues = 2000;

/**
 * Tells whether the JSON of a call's input may be handed to its schema: nothing of ours is nested deeper than a few
 * levels, or has more than a page of values. What is no JSON at all is left to be refused as such.
 */
export function isPlainInput(json: string | undefined): boolean {
  let level: unknown[] = [parsed(json)];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > deepest || count > mostValues) return false;
    level = level.flatMap((value): unknown[] => (typeof value === "object" && value ? Object.values(value) : []));
  }
  return true;
}

function parsed(json = ""): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
