import fc from "fast-check";

type ValueOf<Some> = Some extends fc.Arbitrary<infer Value> ? Value : never;

/** Small numbers select one of the two members, the nth plan or the nth date. */
const who = fc.nat(1);
const nth = fc.nat(5);
const one = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), who });

/** What members do with a standing place, and with their plan. */
export const holderStep = fc.oneof(
  { weight: 4, arbitrary: one("take standing place") },
  { weight: 1, arbitrary: one("give standing place up") },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("release date" as const), who, nth }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant("change plan" as const),
      who,
      nth,
      presses: fc.constantFrom(1, 1, 2),
    }),
  },
  { weight: 2, arbitrary: one("take change back") },
);
export type HolderStep = ValueOf<typeof holderStep>;
