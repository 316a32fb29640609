import { randomUUID } from "node:crypto";
import { liveSessions, sessionBookings } from "@db/schema";
import { sql } from "drizzle-orm";
import { anOffer, aSlotForm, inDays } from "../../../support/one-to-one";
import { aSession } from "../../../support/sessions";
import { createBarrier, interceptStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Lets visitors of many networks book one time at once. */
async function race(app: TestApp, racers: number) {
  const offer = await anOffer(app.db, { priceMinor: 0 });
  const form = await aSlotForm(app, offer, inDays(app, 3, 11));
  const outcomes = await Promise.allSettled(
    Array.from({ length: racers }, (_, index) =>
      app
        .as({ visitor: { address: `10.9.${index}.1`, browserId: randomUUID() } })
        .oneToOne.book({ ...form, email: `racer-${index}@example.com`, formKey: randomUUID() }),
    ),
  );
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  const booked = await app.db.$count(sessionBookings, sql`${sessionBookings.status} = 'completed'`);
  return { refusals, booked, sessions: await app.db.$count(liveSessions) };
}

const isLock = (text: string) => text.includes("lock_instructor()");
const isLook = (text: string) => text.includes('"buffer_after_minutes" from "live_sessions"');

/** Takes away the lock of the instructor's time, and lets no one write before all have looked at what is planned. */
function disableLock(app: TestApp, racers: number): void {
  const all = createBarrier(racers);
  interceptStatements(app, {
    rewrite: (text) => (isLock(text) ? "select 1" : text),
    after: (text) => (isLook(text) ? all() : undefined),
  });
}

async function withoutGuards({ db }: TestApp, work: () => Promise<void>) {
  await db.execute(sql`alter table live_sessions drop constraint live_sessions_no_two_at_once`);
  await db.execute(sql`alter table live_sessions disable trigger user`);
  try {
    await work();
  } finally {
    await db.execute(sql`delete from session_bookings`);
    await db.execute(sql`delete from live_sessions`);
    await db.execute(sql`alter table live_sessions enable trigger user`);
    await db.execute(
      sql`alter table live_sessions add constraint live_sessions_no_two_at_once exclude using gist (blocked with &&)`,
    );
  }
}

test("sells a time to exactly one of fifty and tells the others that it is taken", async ({ app }) => {
  const { refusals, booked, sessions } = await race(app, 50);
  expect([booked, sessions, refusals.length]).toEqual([1, 1, 49]);
  for (const refusal of refusals) expect(refusal).toContain("no longer free");
});

test("sells it once with the exclusion constraint alone", async ({ app }) => {
  disableLock(app, 8);
  const { refusals, booked } = await race(app, 8);
  expect([booked, refusals.length]).toEqual([1, 7]);
  for (const refusal of refusals) expect(refusal).toContain("no longer free");
});

test("sells it more than once without the lock and the constraint (control run)", async ({ app }) => {
  disableLock(app, 8);
  await withoutGuards(app, async () => {
    expect((await race(app, 8)).booked).toBe(8);
  });
});

test("has the exclusion constraint over the time with its buffers in the database", async ({ app }) => {
  const { rows } = await app.db.execute<{ definition: string }>(sql`select pg_get_constraintdef(oid) as definition
    from pg_constraint where conname = 'live_sessions_no_two_at_once'`);
  expect(rows[0]?.definition).toBe("EXCLUDE USING gist (blocked WITH &&)");
  const offer = await anOffer(app.db);
  const at = (hour: number, buffers: object) =>
    aSession(app.db, { offerId: offer.id, startTime: inDays(app, 3, hour), ...buffers });
  await at(11, { bufferAfterMinutes: 30 });
  await expect(at(12, { bufferBeforeMinutes: 0 })).rejects.toThrow();
  await at(13, { bufferBeforeMinutes: 30 });
});

/** Plans a group and books the same time at once. */
async function raceOfGroup(app: TestApp) {
  const offer = await anOffer(app.db, { priceMinor: 0 });
  const startTime = inDays(app, 3, 11);
  const form = await aSlotForm(app, offer, startTime);
  await Promise.allSettled([app.as().oneToOne.book(form), aSession(app.db, { startTime, durationMinutes: 90 })]);
  return app.db.$count(liveSessions);
}

test("plans a group or books the time, never both, when they happen at once", async ({ app }) => {
  for (let run = 0; run < 5; run += 1) {
    expect(await raceOfGroup(app)).toBe(1);
    await app.db.delete(sessionBookings);
    await app.db.delete(liveSessions);
  }
});

test("plans both without the lock and the trigger (control run)", async ({ app }) => {
  const offer = await anOffer(app.db, { priceMinor: 0 });
  const startTime = inDays(app, 3, 11);
  const form = await aSlotForm(app, offer, startTime);
  await withoutGuards(app, async () => {
    let isPlanned = false;
    interceptStatements(app, {
      rewrite: (text) => (isLock(text) ? "select 1" : text),
      async after(text) {
        if (isPlanned || !isLook(text)) return;
        isPlanned = true;
        await aSession(app.db, { startTime });
      },
    });
    await app.as().oneToOne.book(form);
    expect([isPlanned, await app.db.$count(liveSessions)]).toEqual([true, 2]);
  });
});
