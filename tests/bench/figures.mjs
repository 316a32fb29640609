/** Returns median, lowest and highest. */
export function summarize(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/** Returns the summary of something that is measured once. */
export const exactValue = (value) => ({ median: value, min: value, max: value });

/** Divides pass by pass, because neighbouring passes share the machine's mood. */
export function summarizeRatios(values, references) {
  return summarize(values.map((value, pass) => value / references[pass]));
}

/** Lets the competitors run in turns, in the opposite order each time. Returns each one's results by its name. */
export async function alternate(passes, competitors) {
  const names = Object.keys(competitors);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let pass = 0; pass < passes; pass++) {
    const order = pass % 2 === 0 ? names : names.toReversed();
    for (const name of order) results[name].push(await competitors[name]());
  }
  return results;
}
