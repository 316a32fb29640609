import { randomUUID } from "node:crypto";
import { bookingPayers, purchases } from "@db/schema";
import { sql } from "drizzle-orm";
import { aCourseForm, aCourseOf, someDates } from "../../../support/courses";
import { disableSessionLock, withoutTriggers } from "../../../support/disabled-protections";
import { createBarrier, interceptStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

const racers = 8;
const places = 3;

/**
 * Lets visitors book two courses at once that share two dates, in opposite order, each with three places; `prepare` runs
 * once all have their forms.
 */
async function race(app: TestApp, prepare: () => void = () => undefined) {
  const shared = await someDates(app.db, { count: 2, maxAttendees: places });
  const [before] = await someDates(app.db, { count: 1, maxAttendees: 20 });
  const first = await aCourseOf(app.db, [...shared, before!]);
  const second = await aCourseOf(app.db, [...shared].reverse());
  const forms = await Promise.all(
    Array.from({ length: racers }, (_, index) => aCourseForm(app, (index % 2 === 0 ? first : second).id)),
  );
  prepare();
  const outcomes = await Promise.allSettled(
    forms.map((form, index) =>
      app.as({ visitor: { address: `10.9.0.${index}`, browserId: randomUUID() } }).courses.book(form),
    ),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  const { rows } = await app.db.execute<{ most: number; halves: number }>(sql`select
    (select max(taken) from (select count(*)::int as taken from session_bookings
      where session_id in ${shared.map(({ id }) => id)} and status <> 'cancelled' group by session_id) as counted) as most,
    (select count(*)::int from ${purchases} where (select count(*) from ${bookingPayers}
      where purchase_id = ${purchases.id}) <> (select count(*) from course_dates
      where product_id = ${purchases.productId})) as halves`);
  return { got: outcomes.length - refusals.length, refusals, ...rows[0]! };
}

test("sells two courses that share dates to three of eight, each with all dates or none", async ({ app }) => {
  const { got, refusals, most, halves } = await race(app);
  expect([got, most, halves]).toEqual([places, places, 0]);
  expect(refusals).toHaveLength(racers - places);
  for (const refusal of refusals) expect(refusal).toContain("The course is full");
});

const isCount = (text: string) => text.includes("union all") && text.includes('from "session_waitlist"');

test("oversells without the lock of the sessions and the triggers (control run)", async ({ app }) => {
  disableSessionLock(app);
  const all = createBarrier(racers);
  const waitForAll = () => interceptStatements(app, { after: (text) => (isCount(text) ? all() : undefined) });
  await withoutTriggers(app, async () => {
    // Of two that deadlock one tries again, and may then find the course full.
    const { most } = await race(app, waitForAll);
    expect(most).toBeGreaterThan(places);
  });
});
