import { purchases, refunds } from "@db/schema";
import { releaseUnpaid } from "@server/payments/release";
import { settlePayment } from "@server/payments/settle";
import { eq } from "drizzle-orm";
import { aBookedCourse, aCourseOf, anOpenCourse, datesOf, someDates } from "../../../support/courses";
import { disableSessionLock, withoutTriggers } from "../../../support/disabled-protections";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

type OpenCourse = Awaited<ReturnType<typeof anOpenCourse>>;

/** Returns a function that settles an open course as Stripe reports it: paid, also after it was given up. */
async function paidAtStripe(app: TestApp, { checkoutId }: OpenCourse): Promise<() => Promise<unknown>> {
  const checkout = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  return () => settlePayment(app.services, { ...checkout, status: "complete", payment_status: "paid" });
}

const keyOf = async ({ db }: TestApp, id: string) =>
  (await db.query.purchases.findFirst({ where: eq(purchases.id, id) }))!.manageKey;

/** What changes all dates of a course, and how they are before and after it. */
const changes: Record<string, { before: string; after: string; begin: (app: TestApp, id: string) => Promise<Change> }> =
  {
    "its payment": {
      before: "pending pending",
      after: "completed free",
      async begin(app, id) {
        const open = await anOpenCourse(app, id);
        return { purchaseId: open.purchaseId, change: await paidAtStripe(app, open) };
      },
    },
    "the end of its hold": {
      before: "pending pending",
      after: "cancelled cancelled",
      async begin(app, id) {
        const { purchaseId } = await anOpenCourse(app, id);
        return { purchaseId, change: () => releaseUnpaid(app.services, { kind: "purchase", id: purchaseId }) };
      },
    },
    "its cancellation": {
      before: "completed free",
      after: "cancelled cancelled",
      async begin(app, id) {
        const { purchaseId } = await aBookedCourse(app, id);
        const key = await keyOf(app, purchaseId);
        return { purchaseId, change: () => app.as().courses.cancel({ purchaseId, key }) };
      },
    },
    "late money": {
      before: "cancelled cancelled",
      after: "completed free",
      async begin(app, id) {
        const open = await anOpenCourse(app, id);
        await releaseUnpaid(app.services, { kind: "purchase", id: open.purchaseId });
        return { purchaseId: open.purchaseId, change: await paidAtStripe(app, open) };
      },
    },
  };
type Change = { purchaseId: string; change: () => Promise<unknown> };

const killed = "killed in the middle";

/** Makes a transaction fail before its nth statement, counted since `arm`. */
function killer(app: TestApp, isCounted: (text: string) => boolean = () => true) {
  let left = Infinity;
  interceptStatements(app, {
    before(text) {
      if (isCounted(text)) left -= 1;
      return left === 0 ? Promise.reject(new Error(killed)) : undefined;
    },
  });
  return { arm: (nth: number) => (left = nth) };
}

const isKill = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes(killed) || isKill(error.cause) || /try again/.test(error.message));

const stride = 3;

const statesOf = async (app: TestApp, purchaseId: string) =>
  new Set((await datesOf(app.db, purchaseId)).map((date) => date.replace(/ \d+$/, "")));

test.for(Object.keys(changes))(
  "%s changes all dates or none, killed at every third statement",
  async (name, { app }) => {
    const { before, after, begin } = changes[name]!;
    const { id } = await aCourseOf(app.db, await someDates(app.db));
    const { purchaseId, change } = await begin(app, id);
    // No event changes them meanwhile.
    await app.stripe.control.hold({});
    const { arm } = killer(app);
    let kills = 0;
    for (;;) {
      const nth = 1 + kills * stride;
      arm(nth);
      const outcome = await change().then(
        () => null,
        (error: unknown) => error,
      );
      const states = await statesOf(app, purchaseId);
      arm(Infinity);
      if (outcome === null && states.has(after)) break;
      if (outcome !== null && !isKill(outcome)) throw outcome;
      expect([...states], `killed before statement ${nth}`).toEqual([before]);
      kills += 1;
    }
    expect(kills).toBeGreaterThan(4);
    await change();
    expect([...(await statesOf(app, purchaseId))]).toEqual([after]);
  },
);

test("half of a course is booked by a kill without a transaction (control run)", async ({ app }) => {
  const { id } = await aCourseOf(app.db, await someDates(app.db));
  const { purchaseId, change } = await changes["its payment"]!.begin(app, id);
  interceptStatements(app, { rewrite: (text) => (/^(begin|commit|rollback)/i.test(text) ? "select 1" : text) });
  killer(app, (text) => text.startsWith('update "session_bookings"')).arm(2);
  await change().catch(() => null);
  expect((await statesOf(app, purchaseId)).size).toBe(2);
});

/** Gives up a course and lets its money come late, settled twice at once; returns the refunds. */
async function lateTwice(app: TestApp, prepare: () => void = () => {}) {
  const sessions = await someDates(app.db, { maxAttendees: 1 });
  const { id } = await aCourseOf(app.db, sessions);
  const open = await anOpenCourse(app, id);
  await releaseUnpaid(app.services, { kind: "purchase", id: open.purchaseId });
  await aBookedCourse(app, id);
  const settle = await paidAtStripe(app, open);
  prepare();
  await Promise.allSettled([settle(), settle()]);
  return app.db.select().from(refunds);
}

test("late money that is settled twice at once goes back once", async ({ app }) => {
  expect((await lateTwice(app)).map(({ amountMinor }) => amountMinor)).toEqual([10_000]);
});

test("late money goes back twice without the locks (control run)", async ({ app }) => {
  const back = await lateTwice(app, () => {
    disableRowLocks(app, "live_sessions", "users", "purchases", "payments", "session_bookings", "products");
    const bothHaveRead = createBarrier(2);
    interceptStatements(app, {
      before: (text) => (text.startsWith('update "payments"') ? bothHaveRead() : undefined),
    });
  });
  expect(back.length).toBeGreaterThan(1);
});

/** Lets the money of two courses come late at once that had the same last places; returns how the purchases end. */
async function twoLate(app: TestApp, prepare: () => void = () => {}) {
  const { id } = await aCourseOf(app.db, await someDates(app.db, { maxAttendees: 1 }));
  const settlements = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const open = await anOpenCourse(app, id);
    await releaseUnpaid(app.services, { kind: "purchase", id: open.purchaseId });
    settlements.push(await paidAtStripe(app, open));
  }
  prepare();
  await Promise.allSettled(settlements.map((settle) => settle()));
  return (await app.db.select().from(purchases)).map(({ status }) => status).sort();
}

test("of two courses whose money comes late at once, one takes the last places, and the other goes back", async ({
  app,
}) => {
  expect(await twoLate(app)).toEqual(["cancelled", "paid"]);
});

test("both take the last places without the lock of the sessions and the triggers (control run)", async ({ app }) => {
  await withoutTriggers(app, async () => {
    const states = await twoLate(app, () => {
      disableSessionLock(app);
      const bothHaveCounted = createBarrier(2);
      const isCount = (text: string) => text.includes("union all") && text.includes('from "session_waitlist"');
      interceptStatements(app, { after: (text) => (isCount(text) ? bothHaveCounted() : undefined) });
    });
    expect(states).toEqual(["paid", "paid"]);
  });
});
