/** Applies a change of metadata: an empty value removes its key, null removes all. */
export function mergeMetadata(
  before: Record<string, string>,
  changes: Record<string, string> | null | undefined,
): Record<string, string> {
  if (changes === null) return {};
  const merged = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== "");
  return Object.fromEntries(merged);
}

/** Returns the values that were given. */
export function givenOf<T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
