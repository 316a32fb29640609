import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { anAccount } from "../../../support/accounts";
import { aPass, aPassOnSale, bookWithPass } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Returns a member who has booked with the only credit of a pass, and cancelled. */
async function aFreedCredit(app: TestApp, isCancelled: boolean) {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 1 })).id);
  const first = await aSession(app.db, { priceMinor: 2200 });
  const { bookingId } = await bookWithPass(app, account, first);
  const member = app.as(actingAs(account));
  if (isCancelled) await member.bookings.cancel({ bookingId });
  return { pass, bookingId, member };
}

type FreedCredit = Awaited<ReturnType<typeof aFreedCredit>>;

/** Books other sessions at once with the credit; returns how many were booked. */
async function bookOthers(app: TestApp, { pass, member }: FreedCredit, count: number): Promise<number> {
  const sessions = await Promise.all(Array.from({ length: count }, () => aSession(app.db, { priceMinor: 2200 })));
  const form = { quote: `pass:${pass.id}:1`, paying: pass.id };
  const results = await Promise.allSettled(
    sessions.map(({ id }) => member.bookings.create({ ...form, sessionId: id, formKey: randomUUID() })),
  );
  return results.filter(({ status }) => status === "fulfilled").length;
}

const sumOf = async ({ db }: TestApp): Promise<{ left: number; out: number }> => {
  const { rows } = await db.execute<{ left: number; out: number }>(sql`
    select sum(amount)::int as left, (count(*) filter (where kind = 'taken')
      - count(*) filter (where kind = 'returned'))::int as out from credit_entries`);
  return rows[0]!;
};

test("uses a credit once that a cancellation gives back while others book with it", async ({ app }) => {
  const freed = await aFreedCredit(app, false);
  const cancel = () => freed.member.bookings.cancel({ bookingId: freed.bookingId });
  const [, booked] = await Promise.all([cancel(), bookOthers(app, freed, 4), cancel()]);
  expect(booked).toBeLessThanOrEqual(1);
  expect(await sumOf(app)).toEqual({ left: 1 - booked, out: booked });
});

/** As many as have a connection each. */
const racers = 6;

test("control: with the lock and the trigger off, a credit that came back is used several times", async ({ app }) => {
  const freed = await aFreedCredit(app, true);
  await app.db.execute(sql`alter table credit_entries disable trigger credit_entries_balance`);
  try {
    disableRowLocks(app, "passes");
    const allHaveSummed = createBarrier(racers);
    interceptStatements(app, {
      after: (text) => (text.includes('sum("credit_entries"."amount")') ? allHaveSummed() : undefined),
    });
    expect(await bookOthers(app, freed, racers)).toBe(racers);
  } finally {
    await app.db.execute(sql`alter table credit_entries enable trigger credit_entries_balance`);
  }
});
