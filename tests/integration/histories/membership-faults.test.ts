import { randomUUID } from "node:crypto";
import { expect, test, type TestApp } from "../../support/test-app";
import { disableRowLocks } from "../../support/statements";
import { type MembershipBooks, readMembershipBooks } from "./membership-books";
import { expectMembershipsToHold } from "./membership-invariants";
import {
  type BilledBooks,
  expectMembershipsToAgree,
  expectNothingUnexplained,
  readBilledBooks,
} from "./membership-rest";
import type { MembershipHistory, MembershipStep } from "./membership-steps";
import { MembershipWorld } from "./membership-world";

type Books = { books: MembershipBooks; billed: BilledBooks };
type Spoil = (found: Books) => Partial<MembershipBooks> & { billed?: BilledBooks };

const roundOf = (...steps: MembershipStep[]): MembershipHistory["rounds"][number] => ({ steps, crashAt: null });
const rushes = roundOf({ by: "member", does: { kind: "rush by cover", who: 0, nth: 0 } });
const renews = roundOf({ by: "time", does: { kind: "days pass", days: 33 } });

/** Begins with one member who has paid, and takes these rounds. */
async function live(app: TestApp, ...rounds: MembershipHistory["rounds"]): Promise<MembershipWorld> {
  const world = await MembershipWorld.begin(app, { trialDays: 0, places: 2, joined: ["accepted", null] });
  for (const round of rounds) await world.live(round);
  return world;
}

/** Returns the books of a site on which one member has joined, booked a session and paid for a second month. */
async function someBooks(app: TestApp): Promise<Books> {
  await (await live(app, rushes, renews)).comeToRest();
  return { books: await readMembershipBooks(app), billed: await readBilledBooks(app) };
}

const first = <Row extends object>(rows: Row[], changed: Partial<Row>): Row[] =>
  rows.map((row, nth) => (nth === 0 ? { ...row, ...changed } : row));
const again = <Row extends object>(rows: Row[], changed: Partial<Row> = {}): Row[] => [
  ...rows,
  { ...rows[0]!, ...changed },
];
const dayMs = 86_400_000;

/** What the histories must find, and the words with which they say so. */
const faults: Record<string, [Spoil, RegExp]> = {
  "a second live membership": [
    ({ books }) => ({ memberships: again(books.memberships, { id: randomUUID() }) }),
    /people with a live membership/,
  ],
  "an end that no period has": [
    ({ books }) => ({
      memberships: first(books.memberships, { accessUntil: new Date(books.now.getTime() + 90 * dayMs) }),
    }),
    /end of a membership/,
  ],
  "recordings that are open to a member who has ended": [
    ({ books }) => ({ memberships: first(books.memberships, { state: "expired", endedAt: books.now }) }),
    /has paid for what is open/,
  ],
  "a week with a covered session too many": [
    ({ books }) => ({
      credits: again(
        books.credits.filter(({ kind }) => kind === "taken"),
        { id: randomUUID() },
      ),
    }),
    /covered sessions in a week/,
  ],
  "a month whose credits were granted twice": [
    ({ books }) => ({ credits: again(books.credits.filter(({ kind }) => kind === "granted")) }),
    /months whose credits were granted|months of a period/,
  ],
  "a month without its credits": [
    ({ books }) => ({ credits: books.credits.filter(({ kind }) => kind !== "granted" && kind !== "expired") }),
    /months with their credits/,
  ],
  "a balance below 0": [
    ({ books }) => ({
      credits: again(
        books.credits.filter(({ kind }) => kind === "granted"),
        { kind: "expired", amount: -9 },
      ),
    }),
    /credits of a membership/,
  ],
  "a purchase without its period": [
    ({ books }) => ({ periods: books.periods.slice(1) }),
    /end of|purchases of periods/,
  ],
  "a payment in the books twice": [
    ({ books }) => ({ payments: again(books.payments) }),
    /payments by Stripe's intents/,
  ],
  "a mail that repeats the one before": [
    ({ books }) => ({ membershipMails: again(books.membershipMails.slice(-1)) }),
    /mails that repeat the one before/,
  ],
  "a period of which no mail tells": [
    ({ books }) => ({
      membershipMails: books.membershipMails.filter(({ dedupeKey }) => !dedupeKey.includes(":renewed:")),
    }),
    /mails of periods/,
  ],
  "a second subscription": [
    ({ billed }) => ({ billed: { ...billed, subscriptions: again(billed.subscriptions) } }),
    /people whom a subscription charges/,
  ],
  "a subscription that charges for an ended membership": [
    ({ books }) => ({
      watchers: new Set(),
      memberships: first(books.memberships, { state: "expired", endedAt: books.now }),
    }),
    /live subscriptions/,
  ],
  "an invoice of Stripe's that is in no book": [
    ({ billed }) => ({ billed: { ...billed, intents: new Map([...billed.intents, ["in_other", "pi_other"]]) } }),
    /payments of invoices/,
  ],
  "an amount that differs from what Stripe took": [
    ({ billed }) => ({ billed: { ...billed, invoices: first(billed.invoices, { amount_paid: 1 }) } }),
    /paid for a period/,
  ],
  "a period that is paid and not granted": [
    ({ books }) => ({ ...books, watchers: new Set() }),
    /access to what is paid/,
  ],
  "a state that is not Stripe's": [
    ({ books }) => ({ memberships: first(books.memberships, { state: "past_due" }) }),
    /states that fit/,
  ],
};

test("the histories find what is wrong with a membership", async ({ app }) => {
  const found = await someBooks(app);
  expectMembershipsToAgree(found.books, found.billed);
  for (const [name, [spoil, words]] of Object.entries(faults)) {
    const { billed = found.billed, ...spoilt } = spoil(found);
    expect(() => expectMembershipsToAgree({ ...found.books, ...spoilt }, billed), name).toThrow(words);
  }
  await expectNothingUnexplained(app);
  await app.services.stripe.client.refunds.create({ payment_intent: [...found.billed.intents.values()][0]! });
  await expect(expectNothingUnexplained(app), "a refund that was not heard of").rejects.toThrow("unexplained");
});

test("finds a week with two covered sessions without the lock of the pass", async ({ app }) => {
  await live(app, rushes);
  expectMembershipsToHold(await readMembershipBooks(app));
  disableRowLocks(app, "passes");
  let isFound = false;
  for (let attempt = 0; attempt < 20 && !isFound; attempt += 1) {
    await live(app, rushes);
    const books = await readMembershipBooks(app);
    isFound = ((): boolean => {
      try {
        expectMembershipsToHold(books);
        return false;
      } catch (error) {
        return /covered sessions in a week/.test(String(error));
      }
    })();
  }
  expect(isFound, "a week with two covered sessions").toBe(true);
});
