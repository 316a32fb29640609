import fc from "fast-check";
import { cardStep } from "./card-steps";
import { courseStep } from "./course-steps";
import { passStep } from "./pass-steps";

/** Small numbers select the nth of the sessions, visitors, bookings, checkouts or waitlist entries. */
const nth = fc.nat(5);
const session = fc.nat(1);
const quantity = fc.constantFrom(1, 1, 1, 2, 3);
const code = fc.constantFrom("none", "none", "TENTH", "FIVER", "ONCE", "ONCE", "GIFT");

const visitorStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("book" as const), session, who: nth, code, quantity }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("rush" as const),
      session,
      visitors: fc.integer({ min: 2, max: 4 }),
      code,
      quantity,
    }),
  },
  // Stripe's answer is lost: the place is given back and the checkout can still be paid.
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("book unheard" as const), session, who: nth, code, quantity }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass the code on" as const), session, who: nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("post again" as const), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("come back" as const), nth }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("cancel" as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("cancel ticket" as const),
      nth,
      by: fc.constantFrom("attendee", "admin"),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      nth,
      by: fc.constantFrom("attendee", "attendee", "instructor"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("join" as const), session, who: nth, quantity }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("accept" as const), nth, code, quantity }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("decline offer" as const), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("leave" as const), nth }) },
);

const stripeStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("pay" as const), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("decline card" as const), nth }) },
  // By bank debit: the checkout is complete, and the money comes later or never.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pay later" as const), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("answer of the bank" as const),
      nth,
      status: fc.constantFrom("succeeded", "failed"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("inquiry" as const), nth }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("tell" as const),
      order: fc.constantFrom("as it happened", "backwards", "only the last"),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("refund at Stripe" as const), nth, part: fc.constantFrom("half", "all") }),
  },
);

const buyerStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("buy" as const), who: fc.nat(1), code }) },
  // The lost answer of a purchase's checkout, as with a booking.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("buy unheard" as const), who: fc.nat(1), code }) },
);

const places = fc.integer({ min: 1, max: 3 });
/** Hours by which the instructor moves a session. */
const hours = fc.constantFrom(0, 0, 24, -6);

const instructorStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("edit session" as const), session, places, hours }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit in two windows" as const), session, places, hours }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel session" as const), session }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("refund by hand" as const),
      nth,
      part: fc.constantFrom("half", "all"),
      isPlaceCancelled: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("status by hand" as const),
      of: fc.constantFrom("booking", "booking", "purchase"),
      nth,
      to: fc.constantFrom("paid", "free", "failed", "cancelled"),
      refund: fc.constantFrom("yes", "no"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("add attendee" as const),
      session,
      who: nth,
      payment: fc.constantFrom("transfer", "free"),
    }),
  },
);
export type InstructorStep = typeof instructorStep extends fc.Arbitrary<infer Kind> ? Kind : never;

const otherStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("time passes" as const), minutes: fc.constantFrom(3, 3, 33, 600, 1441) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "reconcile" as const }) },
);

const step = fc.oneof(
  { weight: 14, arbitrary: visitorStep },
  { weight: 8, arbitrary: stripeStep },
  { weight: 2, arbitrary: buyerStep },
  { weight: 7, arbitrary: passStep },
  { weight: 5, arbitrary: cardStep },
  { weight: 6, arbitrary: courseStep },
  { weight: 7, arbitrary: instructorStep },
  { weight: 3, arbitrary: otherStep },
);
export type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

/** The steps that happen at the same time, and the commit or outside call at which the process dies, if any. */
const round = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3, size: "max" }),
  crashAt: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(7) }),
});
export type Round = typeof round extends fc.Arbitrary<infer Kind> ? Kind : never;

export type History = {
  rounds: Round[];
  places: [number, number];
  /** At the end every open checkout is paid, however late. */
  doAllPay: boolean;
};

export const history: fc.Arbitrary<History> = fc.record({
  rounds: fc.array(round, { minLength: 4, maxLength: 8, size: "max" }),
  places: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 5 })),
  doAllPay: fc.boolean(),
});
