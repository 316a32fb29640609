import fc from "fast-check";
import { history, type History } from "./steps";

const mostTries = 20_000;

const kindsIn = (taken: History[]) => taken.flatMap(({ rounds }) => rounds.flatMap(({ steps }) => steps.map(kindOf)));
const kindOf = ({ kind }: { kind: string }) => kind;

/** Returns a random seed whose histories contain every kind of step, which few of so small a number do. */
export function pickSeed(histories: number): number {
  const every = new Set(kindsIn(fc.sample(history, 500)));
  for (let nth = 0; nth < mostTries; nth += 1) {
    const seed = fc.sample(fc.integer(), 1)[0]!;
    if (new Set(kindsIn(historiesOf(seed, histories))).size === every.size) return seed;
  }
  throw new Error(`No ${histories} histories contain all ${every.size} kinds of steps.`);
}

/** Returns the histories that a run with this seed takes. */
function historiesOf(seed: number, histories: number): History[] {
  const taken: History[] = [];
  fc.assert(
    fc.property(history, (each) => void taken.push(each)),
    { seed, numRuns: histories },
  );
  return taken;
}
