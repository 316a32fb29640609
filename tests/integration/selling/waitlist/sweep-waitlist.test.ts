import { eq } from "drizzle-orm";
import { liveSessions, siteSettings } from "@db/schema";
import { sweepWaitlist } from "@server/selling/waitlist/sweep-waitlist";
import { expect, test, type TestApp } from "../../../support/test-app";
import { aFullSession, cancelOneBooking, joinWaitlist, waitlistStatuses, mailedTo } from "../../../support/waitlist";

const day = 24 * 60;
const change = (app: TestApp, { id }: { id: string }, values: Partial<typeof liveSessions.$inferInsert>) =>
  app.db.update(liveSessions).set(values).where(eq(liveSessions.id, id));

test("ends an expired offer whose job was lost and passes the place on", async ({ app }) => {
  const session = await aFullSession(app);
  const [first] = await joinWaitlist(app, session, 2);
  await cancelOneBooking(app, session);
  await sweepWaitlist(app.services);
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting"]);
  app.clock.moveBy(1.5 * day);
  await Promise.all([sweepWaitlist(app.services), sweepWaitlist(app.services)]);
  expect(await waitlistStatuses(app, session)).toEqual(["expired", "offered"]);
  expect(await mailedTo(app, first!.email)).toEqual(["waitlist-joined", "waitlist-offer", "waitlist-offer-passed-on"]);
});

test("ends an offer two hours before the new start of a moved session", async ({ app }) => {
  const session = await aFullSession(app);
  const [first] = await joinWaitlist(app, session, 2);
  await cancelOneBooking(app, session);
  const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
  await change(app, session, { startTime: inMinutes(121) });
  await sweepWaitlist(app.services);
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting"]);
  app.clock.moveBy(1);
  await sweepWaitlist(app.services);
  expect(await waitlistStatuses(app, session)).toEqual(["expired", "waiting"]);
  expect((await mailedTo(app, first!.email)).at(-1)).toBe("waitlist-offer-passed-on");
});

test("offers free places to waiting entries, however they became free", async ({ app }) => {
  const grown = await aFullSession(app);
  const full = await aFullSession(app);
  const hidden = await aFullSession(app);
  for (const session of [grown, full, hidden]) await joinWaitlist(app, session, 3);
  await change(app, grown, { maxAttendees: 3 });
  await change(app, hidden, { maxAttendees: 3, isPublished: false });
  await sweepWaitlist(app.services);
  expect(await waitlistStatuses(app, grown)).toEqual(["offered", "offered", "waiting"]);
  expect(await waitlistStatuses(app, full)).toEqual(["waiting", "waiting", "waiting"]);
  expect(await waitlistStatuses(app, hidden)).toEqual(["waiting", "waiting", "waiting"]);
});

test("closes the waitlists of sessions that have begun or were cancelled", async ({ app }) => {
  const [begun, cancelled, other] = [await aFullSession(app), await aFullSession(app), await aFullSession(app)];
  for (const session of [begun, cancelled, other]) {
    await joinWaitlist(app, session, 2);
    await cancelOneBooking(app, session);
  }
  await change(app, begun, { startTime: app.clock.now() });
  await change(app, cancelled, { cancelledAt: app.clock.now() });
  await sweepWaitlist(app.services);
  expect(await waitlistStatuses(app, begun)).toEqual(["closed", "closed"]);
  expect(await waitlistStatuses(app, cancelled)).toEqual(["closed", "closed"]);
  expect(await waitlistStatuses(app, other)).toEqual(["offered", "waiting"]);
});

test("lets offers expire and makes no new ones while the waitlist is off", async ({ app }) => {
  const session = await aFullSession(app);
  await joinWaitlist(app, session, 2);
  await cancelOneBooking(app, session);
  await app.db.insert(siteSettings).values({ key: "isWaitlistOn", value: false });
  app.clock.moveBy(1.5 * day);
  await sweepWaitlist(app.services);
  expect(await waitlistStatuses(app, session)).toEqual(["expired", "waiting"]);
});

test("runs the same number of queries for one session as for ten when nothing is to be done", async ({ app }) => {
  const countQueries = async () => {
    let queries = 0;
    const query = app.db.$client.query.bind(app.db.$client);
    app.db.$client.query = ((...asked: Parameters<typeof query>) => {
      queries += 1;
      return query(...asked);
    }) as typeof query;
    await sweepWaitlist(app.services);
    app.db.$client.query = query;
    return queries;
  };
  const add = async () => joinWaitlist(app, await aFullSession(app), 2);
  await add();
  const forOne = await countQueries();
  for (let sessions = 1; sessions < 10; sessions += 1) await add();
  expect(forOne).toBeGreaterThan(2);
  expect(await countQueries()).toBe(forOne);
});
