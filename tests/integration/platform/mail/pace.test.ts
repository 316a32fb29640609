import { closeDatabase, openDatabase, type Database } from "@db/client";
import { createPace } from "@server/platform/mail/resend-mailer";
import { expect, test as databaseTest } from "../../../support/database";

const test = databaseTest.extend("otherDb", ({ databaseUrl }, { onCleanup }) => {
  const otherDb = openDatabase(databaseUrl);
  onCleanup(() => closeDatabase(otherDb));
  return otherDb;
});

/** A pace at two requests a second that records its waiting times instead of waiting. */
function aPace(db: Database) {
  const waits: number[] = [];
  const sleep = (milliseconds: number) => Promise.resolve(waits.push(milliseconds));
  return { waits, ...createPace({ db, requestsPerSecond: 2, sleep }) };
}

async function secondsUntilFree(db: Database, since = "clock_timestamp()"): Promise<number> {
  const query = `select extract(epoch from next_at - ${since}) as seconds from mail_pace`;
  const { rows } = await db.$client.query<{ seconds: string }>(query);
  return Number(rows[0]!.seconds);
}

test("shares one rate limit between workers with their own pools", async ({ db, otherDb }) => {
  const paces = [aPace(db), aPace(otherDb)];
  const { rows } = await db.$client.query<{ now: string }>("select clock_timestamp()::text as now");
  const turns = await Promise.all(Array.from({ length: 8 }, (_, index) => paces[index % 2]!.takeTurn()));
  expect(turns).toEqual(Array(8).fill(null));
  // Every turn has moved the next one on by more than half a second, whichever worker took it.
  expect(await secondsUntilFree(db, `'${rows[0]!.now}'`)).toBeGreaterThan(8 * 0.5);
});

test("does not wait for a turn that is far off", async ({ db }) => {
  const pace = aPace(db);
  await pace.pauseFor(60);
  expect(await pace.takeTurn()).toBeInstanceOf(Date);
  expect(pace.waits).toEqual([]);
});

test("applies a pause to every worker, for an hour at most", async ({ db, otherDb }) => {
  await aPace(db).pauseFor(90_000);
  expect(await aPace(otherDb).takeTurn()).toBeInstanceOf(Date);
  const seconds = await secondsUntilFree(db);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(seconds).toBeGreaterThan(3000);
});

test("does not shorten a longer pause", async ({ db }) => {
  const pace = aPace(db);
  await pace.pauseFor(600);
  const until = await pace.takeTurn();
  await pace.pauseFor(1);
  expect(await pace.takeTurn()).toEqual(until);
});
