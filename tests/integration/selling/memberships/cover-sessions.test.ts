import { randomUUID } from "node:crypto";
import { creditEntries, passes, sessionBookings, sessionCategories } from "@db/schema";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { readBooking } from "../../../support/bookings";
import { aMember, changeMember, dayIn } from "../../../support/memberships";
import { bookWithPass } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

const day = 24 * 60;

/** The middle of next week, so that all sessions of a test are in one week. */
const nextWednesday = DateTime.now().setZone("Europe/London").startOf("week").plus({ days: 9, hours: 12 });
const inWeek = (hours: number): Date => nextWednesday.plus({ hours }).toJSDate();

const aPaidSession = (app: TestApp, startTime = inWeek(0), values = {}) =>
  aSession(app.db, { priceMinor: 2000, startTime, ...values });

test("covers a session of the week, says so, and charges for the next one", async ({ app }) => {
  const { account } = await aMember(app);
  const [first, second, later] = [inWeek(0), inWeek(20), inWeek(7 * 24)];
  const { bookings } = app.as(actingAs(account));
  const session = await aPaidSession(app, first);
  const form = await bookings.getForm({ sessionId: session.id });
  expect(form).toMatchObject({ total: "Covered by your membership", isFree: false });
  expect(form.passes?.options[0]?.label).toBe("Covered by your membership: 1 of 1 left in that week");
  const { bookingId } = await bookWithPass(app, account, session);
  expect(await readBooking(app, bookingId)).toMatchObject({
    totalMinor: 0,
    payerKind: "membership",
    status: "completed",
  });
  const other = await bookings.getForm({ sessionId: (await aPaidSession(app, second)).id });
  expect(other).toMatchObject({ total: "£20.00", passes: null });
  const next = await bookings.getForm({ sessionId: (await aPaidSession(app, later)).id });
  expect(next.total).toBe("Covered by your membership");
});

test("frees the week by cancelling, and moves no end", async ({ app }) => {
  const { account } = await aMember(app);
  const { bookings } = app.as(actingAs(account));
  const { bookingId } = await bookWithPass(app, account, await aPaidSession(app));
  const [before] = await app.db.select().from(passes);
  app.clock.moveBy(60);
  await bookings.cancel({ bookingId });
  const [after] = await app.db.select().from(passes);
  expect(after!.endsAt).toEqual(before!.endsAt);
  const form = await bookings.getForm({ sessionId: (await aPaidSession(app, inWeek(20))).id });
  expect(form.total).toBe("Covered by your membership");
});

test("covers the member's own place only, and one in each session", async ({ app }) => {
  const { account } = await aMember(app, { weeklyLimit: null });
  const { bookings } = app.as(actingAs(account));
  const session = await aPaidSession(app);
  const pair = await bookings.getForm({ sessionId: session.id, quantity: 2 });
  expect(pair).toMatchObject({ total: "£20.00", byPass: { name: "1 ticket with your membership", amount: "Covered" } });
  await bookWithPass(app, account, session);
  expect((await bookings.getForm({ sessionId: session.id })).total).toBe("£20.00");
});

test("covers sessions of its categories, before its end, and none while it is paused or over", async ({ app }) => {
  const [category] = await app.db
    .insert(sessionCategories)
    .values({ name: `Evenings ${randomUUID()}` })
    .returning();
  const member = await aMember(app, { categoryIds: [category!.id] });
  const { bookings } = app.as(actingAs(member.account));
  const total = async (session: { id: string }) => (await bookings.getForm({ sessionId: session.id })).total;
  const own = await aPaidSession(app, inWeek(0), { category: category!.name });
  expect(await total(own)).toBe("Covered by your membership");
  expect(await total(await aPaidSession(app))).toBe("£20.00");
  const late = await aPaidSession(app, new Date(Date.now() + 32 * day * 60_000), { category: category!.name });
  expect(await total(late)).toBe("£20.00");
  await changeMember(member, { kind: "pause", until: dayIn(5) });
  expect(await total(own)).toBe("£20.00");
  await changeMember(member, { kind: "resume" });
  expect(await total(own)).toBe("Covered by your membership");
  const { bookingId } = await bookWithPass(app, member.account, own);
  await changeMember(member, { kind: "end", when: "now" });
  expect(await total(await aPaidSession(app, inWeek(1), { category: category!.name }))).toBe("£20.00");
  const [booking] = await app.db.select().from(sessionBookings).where(eq(sessionBookings.id, bookingId));
  expect(booking!.status).toBe("completed");
});

/** Books sessions of one week at once with a membership that covers one of them; returns how many were covered. */
async function raceForWeek(app: TestApp, racers: number): Promise<number> {
  const { account } = await aMember(app);
  const member = app.as(actingAs(account));
  const [cover] = await app.db.select().from(passes);
  const sessions = await Promise.all(Array.from({ length: racers }, (_, index) => aPaidSession(app, inWeek(index))));
  const form = { quote: `pass:${cover!.id}:1`, paying: cover!.id };
  const results = await Promise.allSettled(
    sessions.map(({ id }) => member.bookings.create({ ...form, sessionId: id, formKey: randomUUID() })),
  );
  expect(await app.db.$count(creditEntries)).toBe(results.filter(({ status }) => status === "fulfilled").length);
  return results.filter(({ status }) => status === "fulfilled").length;
}

/** As many as have a connection each. */
const racers = 6;

test("covers the last session of a week for exactly one of several bookings at once", async ({ app }) => {
  expect(await raceForWeek(app, racers)).toBe(1);
});

test("control: without the lock, all of them are covered", async ({ app }) => {
  disableRowLocks(app, "passes");
  const allHaveLooked = createBarrier(racers);
  interceptStatements(app, {
    after: (text) =>
      text.includes('"session_waitlist"."status" = ') && text.includes("union all") ? allHaveLooked() : undefined,
  });
  expect(await raceForWeek(app, racers)).toBe(racers);
});
