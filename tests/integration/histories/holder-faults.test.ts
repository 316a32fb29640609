import { randomUUID } from "node:crypto";
import { expect, test, type TestApp } from "../../support/test-app";
import { type MembershipBooks, readMembershipBooks } from "./membership-books";
import { type BilledBooks, expectMembershipsToAgree, readBilledBooks } from "./membership-rest";
import type { MembershipStep } from "./membership-steps";
import { MembershipWorld } from "./membership-world";
import { expectPeriodsOnce, expectPlansToAgree } from "./plan-change-invariants";
import { expectStandingPlacesToHold, expectUnpaidDatesToBeFree } from "./standing-invariants";

type Books = MembershipBooks & { billed: BilledBooks };
type Spoil = (books: Books) => Partial<Books>;
type Fault = [check: (books: MembershipBooks, billed: BilledBooks) => void, spoil: Spoil, words: RegExp];

/** Returns the books of a member with a standing place, one of whose dates was released, who has changed to a dearer plan. */
async function someBooks(app: TestApp): Promise<Books> {
  const world = await MembershipWorld.begin(app, { trialDays: 0, places: 1, joined: ["accepted", null] });
  const steps: MembershipStep[] = [
    { by: "holder", does: { kind: "take standing place", who: 0 } },
    { by: "holder", does: { kind: "release date", who: 0, nth: 0 } },
    { by: "time", does: { kind: "days pass", days: 8 } },
    { by: "holder", does: { kind: "change plan", who: 0, nth: 2, presses: 2 } },
  ];
  for (const step of steps) await world.live({ steps: [step], crashAt: null });
  await world.comeToRest();
  return { ...(await readMembershipBooks(app)), billed: await readBilledBooks(app) };
}

const first = <Row extends object>(rows: Row[], changed: Partial<Row>): Row[] =>
  rows.map((row, nth) => (nth === 0 ? { ...row, ...changed } : row));
const again = <Row extends object>(rows: Row[], ...changed: Partial<Row>[]): Row[] => [
  ...rows,
  ...changed.map((each) => ({ ...rows[0]!, ...each })),
];
const ofDates = ({ bookings, standing }: Books) => bookings.filter(({ formKey }) => formKey === standing[0]!.id);

/** What the histories must find of standing places and changes of plan, and the words with which they say so. */
const faults: Record<string, Fault> = {
  "a period that is paid twice": [
    expectPeriodsOnce,
    ({ periods }) => ({ periods: again(periods, { id: randomUUID() }) }),
    /periods that are paid twice/,
  ],
  "a price that is not Stripe’s": [
    expectPlansToAgree,
    ({ memberships }) => ({ memberships: first(memberships, { priceMinor: 4000 }) }),
    /plan, price and interval/,
  ],
  "a schedule of which the books know nothing": [
    expectPlansToAgree,
    ({ billed }) => ({
      billed: { ...billed, subscriptions: first(billed.subscriptions, { schedule: "sub_sched_1" }) },
    }),
    /a schedule of a change/,
  ],
  "a date that is taken twice": [
    expectStandingPlacesToHold,
    (books) => ({ bookings: [...books.bookings, { ...ofDates(books)[0]!, id: randomUUID() }] }),
    /dates that a standing place has taken/,
  ],
  "a released date that is taken again": [
    expectStandingPlacesToHold,
    (books) => {
      const id = randomUUID();
      const taken = { ...ofDates(books).find(({ status }) => status === "cancelled")!, id: randomUUID(), formKey: id };
      const standing = again(books.standing, { id, endedAt: books.now });
      return { standing, bookings: [...books.bookings, taken] };
    },
    /dates that were not released before/,
  ],
  "a standing place too many": [
    expectStandingPlacesToHold,
    ({ standing }) => ({ standing: again(standing, { id: randomUUID() }) }),
    /standing places of a series/,
  ],
  "a place too many": [
    expectStandingPlacesToHold,
    (books) => ({ live: [...books.live, ofDates(books).find(({ status }) => status === "completed")!] }),
    /places taken/,
  ],
  "a date behind what is paid": [
    expectUnpaidDatesToBeFree,
    ({ memberships, now }) => ({ memberships: first(memberships, { endedAt: now, accessUntil: now }) }),
    /dates behind what is paid/,
  ],
};

test("the histories find what is wrong with a standing place or a change of plan", async ({ app }) => {
  const books = await someBooks(app);
  expectMembershipsToAgree(books, books.billed);
  expect(books.memberships[0]!.planSince).not.toBeNull();
  for (const [name, [check, spoil, words]] of Object.entries(faults)) {
    const spoilt = { ...books, ...spoil(books) };
    expect(() => check(spoilt, spoilt.billed), name).toThrow(words);
  }
});
