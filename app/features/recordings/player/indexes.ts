/** Returns the index of the last of the ascending starts that has been reached; -1 before the first. */
export function indexAt(starts: readonly number[], second: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
