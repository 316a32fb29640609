const maxDepth = 8;
const maxValues = 2000;

/** Limits nesting and size before a schema parses the input. Invalid JSON passes, to be refused later. */
export function isPlainInput(json: string | undefined): boolean {
  let level: unknown[] = [parsed(json)];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > maxDepth || count > maxValues) return false;
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
