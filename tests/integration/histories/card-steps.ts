import fc from "fast-check";

const nth = fc.nat(5);
const who = fc.nat(1);
const session = fc.nat(1);

/** What happens to gift cards. Cancelling, refunding and paying are the steps of all bookings and purchases. */
export const cardStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("buy card" as const), who }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("book by cards" as const), who, session }) },
  // The same card in two tabs at the same moment.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("rush by card" as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("card ends" as const), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("dispute of a card" as const), nth, isLost: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("correct card" as const), nth, amountMinor: fc.constantFrom(500, -700) }),
  },
);
export type CardStep = typeof cardStep extends fc.Arbitrary<infer Kind> ? Kind : never;

const kinds: string[] = [
  "buy card",
  "book by cards",
  "rush by card",
  "card ends",
  "dispute of a card",
  "correct card",
] satisfies CardStep["kind"][];

export const isCardStep = (step: { kind: string }): step is CardStep => kinds.includes(step.kind);
