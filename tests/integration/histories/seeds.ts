import fc from "fast-check";

const mostTries = 20_000;

/** Returns a random seed whose histories contain every kind of step, which few of so small a number do. */
export function pickSeed<History>(
  history: fc.Arbitrary<History>,
  kindsOf: (taken: History) => string[],
  histories: number,
): number {
  const every = new Set(fc.sample(history, 500).flatMap(kindsOf));
  for (let nth = 0; nth < mostTries; nth += 1) {
    const seed = fc.sample(fc.integer(), 1)[0]!;
    if (new Set(historiesOf(history, seed, histories).flatMap(kindsOf)).size === every.size) return seed;
  }
  throw new Error(`No ${histories} histories contain all ${every.size} kinds of steps.`);
}

/** Returns the histories that a run with this seed takes. */
function historiesOf<History>(history: fc.Arbitrary<History>, seed: number, histories: number): History[] {
  const taken: History[] = [];
  fc.assert(
    fc.property(history, (each) => void taken.push(each)),
    { seed, numRuns: histories },
  );
  return taken;
}
