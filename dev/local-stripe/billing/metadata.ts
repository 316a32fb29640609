/** Applies a change of metadata: an empty value removes its key. */
export const mergeMetadata = (
  before: Record<string, string>,
  changes: Record<string, string> | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ""));
