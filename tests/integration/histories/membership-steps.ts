import fc from "fast-check";
import { holderStep } from "./holder-steps";

type ValueOf<Some> = Some extends fc.Arbitrary<infer Value> ? Value : never;

/** Small numbers select one of the two members, or the nth page, payment, week or booking. */
const who = fc.nat(1);
const nth = fc.nat(5);
/** How a card behaves when it is charged again. */
const card = fc.constantFrom("accepted", "accepted", "declined", "authenticated");
const one = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), who });

const memberStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("join and pay" as const), who, card }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("join" as const), who, interval: fc.constantFrom("month", "year") }),
  },
  { weight: 2, arbitrary: one("join in two tabs") },
  { weight: 1, arbitrary: one("join unheard") },
  { weight: 2, arbitrary: one("refuse card") },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("pay page" as const), nth }),
  },
  { weight: 2, arbitrary: one("come back") },
  { weight: 3, arbitrary: one("cancel membership") },
  { weight: 3, arbitrary: one("undo") },
  { weight: 1, arbitrary: one("delete account") },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("book covered" as const), who, nth }) },
  // Both sessions of a week at the same moment.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("rush by cover" as const), who, nth }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("book with credits" as const), who, nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("give place back" as const), nth }) },
);
export type MemberStep = ValueOf<typeof memberStep>;

const stripeStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("change card" as const), who, card }) },
  { weight: 3, arbitrary: one("pay invoice") },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("in the dashboard" as const),
      who,
      what: fc.constantFrom("cancel at end", "cancel at once", "go on", "pause", "resume"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("refund at Stripe" as const), nth, part: fc.constantFrom("half", "all") }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("dispute of a period" as const), nth, isLost: fc.boolean() }),
  },
  { weight: 1, arbitrary: one("join another program") },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("tell" as const),
      order: fc.constantFrom("as it happened", "backwards", "only the last"),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: "lose events" as const }) },
);
export type StripeStep = ValueOf<typeof stripeStep>;

const officeStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("pause" as const), who, days: fc.constantFrom(5, 40) }) },
  { weight: 2, arbitrary: one("resume") },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("give months" as const), who, months: fc.constantFrom(1, 2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("end" as const), who, when: fc.constantFrom("now", "period_end") }),
  },
  { weight: 2, arbitrary: one("add member") },
  { weight: 1, arbitrary: one("extend") },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("refund period" as const),
      nth,
      part: fc.constantFrom("half", "all"),
      isPlaceCancelled: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: one("sync") },
  { weight: 3, arbitrary: fc.constant({ kind: "publish dates" as const }) },
  { weight: 1, arbitrary: one("take standing place for") },
);
export type OfficeStep = ValueOf<typeof officeStep>;

const timeStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("days pass" as const), days: fc.constantFrom(1, 8, 20, 33) }) },
  // Stripe goes on while no job of the site runs.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("site is down" as const), days: fc.constantFrom(2, 12, 33) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "reconcile" as const }) },
);
export type TimeStep = ValueOf<typeof timeStep>;

/** `by`: who takes it, or whose day goes on. */
const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ by: fc.constant("member" as const), does: memberStep }) },
  { weight: 8, arbitrary: fc.record({ by: fc.constant("holder" as const), does: holderStep }) },
  { weight: 6, arbitrary: fc.record({ by: fc.constant("stripe" as const), does: stripeStep }) },
  { weight: 4, arbitrary: fc.record({ by: fc.constant("office" as const), does: officeStep }) },
  { weight: 4, arbitrary: fc.record({ by: fc.constant("time" as const), does: timeStep }) },
);
export type MembershipStep = ValueOf<typeof step>;

const round = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3, size: "max" }),
  crashAt: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(12) }),
});

export type MembershipHistory = {
  /** How the cards behave later of those who have joined before; null for one who has not. */
  joined: (ValueOf<typeof card> | null)[];
  rounds: { steps: MembershipStep[]; crashAt: number | null }[];
  trialDays: number;
  /** How many places a date of the series has. */
  places: number;
  /** At the end every open page is paid, however late. */
  doAllPay: boolean;
};

export const membershipHistory: fc.Arbitrary<MembershipHistory> = fc.record({
  joined: fc.tuple(fc.option(card, { freq: 3 }), fc.option(card, { freq: 3 })),
  rounds: fc.array(round, { minLength: 8, maxLength: 14, size: "max" }),
  trialDays: fc.constantFrom(0, 0, 7),
  places: fc.constantFrom(1, 2),
  doAllPay: fc.boolean(),
});
