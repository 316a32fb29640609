import fc from "fast-check";

const nth = fc.nat(5);
/** Of two courses, which share the second session. */
const course = fc.nat(1);

/** What happens to courses. Giving up a date, moving it, refunding and paying are the steps of all bookings and purchases. */
export const courseStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("book course" as const), who: nth, course }) },
  // The payment is heard of on the way back from Stripe's page.
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("book and pay course" as const), who: nth, course }) },
  // The last places of both courses at the same moment.
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("rush to courses" as const), visitors: fc.constantFrom(2, 4) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("book course unheard" as const), who: nth, course }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("cancel course" as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("give up date" as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("make up" as const), nth }) },
);
export type CourseStep = typeof courseStep extends fc.Arbitrary<infer Kind> ? Kind : never;

const kinds: string[] = [
  "book course",
  "book and pay course",
  "rush to courses",
  "book course unheard",
  "cancel course",
  "give up date",
  "make up",
] satisfies CourseStep["kind"][];

export const isCourseStep = (step: { kind: string }): step is CourseStep => kinds.includes(step.kind);
