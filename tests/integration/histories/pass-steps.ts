import fc from "fast-check";

const nth = fc.nat(5);
const who = fc.nat(1);
const session = fc.nat(1);
const quantity = fc.constantFrom(1, 1, 2);

/** What happens to passes. Cancelling, moving, refunding and paying are the steps of all bookings and purchases. */
export const passStep = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("buy pass" as const), who }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("book by pass" as const), who, session, quantity }) },
  // The last credits for two sessions at the same moment.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("rush by pass" as const), who, quantity }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass ends" as const), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("dispute of a pass" as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("correct credits" as const), nth, change: fc.constantFrom(1, -1, -2) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("extend pass" as const), nth }) },
);
export type PassStep = typeof passStep extends fc.Arbitrary<infer Kind> ? Kind : never;

const kinds: string[] = [
  "buy pass",
  "book by pass",
  "rush by pass",
  "pass ends",
  "dispute of a pass",
  "correct credits",
  "extend pass",
] satisfies PassStep["kind"][];

export const isPassStep = (step: { kind: string }): step is PassStep => kinds.includes(step.kind);
