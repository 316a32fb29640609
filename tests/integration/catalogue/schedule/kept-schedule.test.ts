import { liveSessions, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { aFreeBooking } from "../../../support/bookings";
import { aMember } from "../../../support/members";
import { aSession } from "../../../support/sessions";
import { recordStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

const inHours = (app: TestApp, hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);

const readsOf = (sent: string[], table: string) => sent.filter((text) => text.includes(` from "${table}"`)).length;

const upcoming = async (app: TestApp) =>
  (await app.as().schedule.listUpcoming({ page: 1 })).sessions.map(({ title }) => title);

test("reads the sessions once for all members until they change", async ({ app }) => {
  const { id } = await aSession(app.db, { title: "Slow breath", startTime: inHours(app, 1) });
  expect(await upcoming(app)).toEqual(["Slow breath"]);
  const sent = recordStatements(app);
  for (let request = 0; request < 3; request += 1) expect(await upcoming(app)).toEqual(["Slow breath"]);
  // Only the query for revisions names the table.
  expect(readsOf(sent, "live_sessions")).toBe(0);
  await app.db.update(liveSessions).set({ title: "Slower breath" }).where(eq(liveSessions.id, id));
  expect(await upcoming(app)).toEqual(["Slower breath"]);
});

test("a session leaves the kept list when it starts", async ({ app }) => {
  await aSession(app.db, { title: "Soon", startTime: inHours(app, 1) });
  await aSession(app.db, { title: "Later", startTime: inHours(app, 3) });
  expect(await upcoming(app)).toEqual(["Soon", "Later"]);
  app.clock.moveBy(59);
  expect(await upcoming(app)).toEqual(["Soon", "Later"]);
  app.clock.moveBy(1);
  expect(await upcoming(app)).toEqual(["Later"]);
  app.clock.moveBy(120);
  expect(await upcoming(app)).toEqual([]);
  await aSession(app.db, { title: "New", startTime: inHours(app, 1) });
  expect(await upcoming(app)).toEqual(["New"]);
});

test("places of the kept sessions are those of the moment", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 2 });
  const places = async () =>
    (await app.as().schedule.listUpcoming({ page: 1 })).sessions.map((listed) => listed.placesLeft);
  const { user } = await aMember(app);
  expect(await places()).toEqual([2]);
  await aFreeBooking(app, session, { user });
  expect(await places()).toEqual([1]);
  await app.db.update(sessionBookings).set({ status: "cancelled", paymentStatus: "cancelled" });
  expect(await places()).toEqual([2]);
});

test("asks for a member's places, line and prices with a statement each", async ({ app }) => {
  for (let nth = 1; nth <= 3; nth += 1) await aSession(app.db, { startTime: inHours(app, nth) });
  const { user } = await aMember(app);
  const list = () => app.as({ user }).schedule.listForMember({ page: 1 });
  await list();
  const sent = recordStatements(app);
  expect((await list()).sessions).toHaveLength(3);
  expect(sent.map((text) => /from "?(\w+)/.exec(text)?.[1]).sort()).toEqual([
    "public_revision",
    "session_bookings",
    "session_waitlist",
    "users",
  ]);
});

test("writes the feeds' entries once for all until a session changes", async ({ app }) => {
  const { id } = await aSession(app.db, { title: "Slow breath", startTime: inHours(app, 1) });
  const titles = async () => (await app.as().schedule.listFeed()).map(({ title }) => title);
  expect(await titles()).toEqual(["Slow breath"]);
  const sent = recordStatements(app);
  for (let request = 0; request < 3; request += 1) expect(await titles()).toEqual(["Slow breath"]);
  expect(readsOf(sent, "live_sessions")).toBe(0);
  await app.db.update(liveSessions).set({ title: "Slower breath" }).where(eq(liveSessions.id, id));
  expect(await titles()).toEqual(["Slower breath"]);
});
