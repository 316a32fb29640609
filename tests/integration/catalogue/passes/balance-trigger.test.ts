import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { creditEntries, passes } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { aFreeBooking } from "../../../support/bookings";
import { aPass, aPassOnSale } from "../../../support/passes";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Returns a pass, and as many tickets as wanted that no credit has paid for. */
async function aPassAndTickets(app: TestApp, { credits, tickets }: { credits: number | null; tickets: number }) {
  const pass = await aPass(app, await anAccount(app.db), (await aPassOnSale(app.db, { credits })).id);
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 20 });
  const made: string[] = [];
  for (const index of Array.from({ length: tickets }, (_, number) => number)) {
    made.push((await aFreeBooking(app, session, { email: `guest${index}@example.com` })).id);
  }
  return { pass, tickets: made };
}

/** Writes past the application's checks. */
const take = (db: Queryable, passId: string, ticketId: string) =>
  db.execute(
    sql`insert into credit_entries (pass_id, kind, amount, ticket_id) values (${passId}, 'taken', -1, ${ticketId})`,
  );

const balanceOf = async ({ db }: TestApp, passId: string): Promise<number> => {
  const { rows } = await db.execute<{ sum: string }>(
    sql`select coalesce(sum(amount), 0) as sum from credit_entries where pass_id = ${passId}`,
  );
  return Number(rows[0]!.sum);
};

const takeAtOnce = async (app: TestApp, passId: string, tickets: string[]): Promise<number> => {
  const done = await Promise.allSettled(tickets.map((ticket) => app.db.transaction((tx) => take(tx, passId, ticket))));
  return done.filter(({ status }) => status === "fulfilled").length;
};

test("gives the last credit to one of six at once, whatever code writes it", async ({ app }) => {
  const { pass, tickets } = await aPassAndTickets(app, { credits: 1, tickets: 6 });
  expect(await takeAtOnce(app, pass.id, tickets)).toBe(1);
  expect(await balanceOf(app, pass.id)).toBe(0);
});

test("control: without the trigger the balance falls below 0", async ({ app }) => {
  const { pass, tickets } = await aPassAndTickets(app, { credits: 1, tickets: 6 });
  await app.db.execute(sql`alter table credit_entries disable trigger credit_entries_balance`);
  try {
    expect(await takeAtOnce(app, pass.id, tickets)).toBe(6);
    expect(await balanceOf(app, pass.id)).toBe(-5);
  } finally {
    await app.db.execute(sql`alter table credit_entries enable trigger credit_entries_balance`);
  }
});

test("counts the use of a pass without a number of credits, below 0", async ({ app }) => {
  const { pass, tickets } = await aPassAndTickets(app, { credits: null, tickets: 3 });
  expect(await takeAtOnce(app, pass.id, tickets)).toBe(3);
  expect(await balanceOf(app, pass.id)).toBe(-3);
});

test("takes once per ticket, returns once per credit taken, and changes no entry", async ({ app }) => {
  const { pass, tickets } = await aPassAndTickets(app, { credits: 5, tickets: 1 });
  await take(app.db, pass.id, tickets[0]!);
  const refused = (work: PromiseLike<unknown>) => expect(Promise.resolve(work)).rejects.toThrow();
  await refused(take(app.db, pass.id, tickets[0]!));
  const [taken] = await app.db
    .select()
    .from(creditEntries)
    .where(sql`kind = 'taken'`);
  const giveBack = () =>
    app.db.insert(creditEntries).values({ passId: pass.id, kind: "returned", amount: 1, takenId: taken!.id });
  await giveBack();
  await refused(giveBack());
  await refused(app.db.update(creditEntries).set({ amount: 7 }));
  await refused(app.db.delete(creditEntries));
  await refused(app.db.insert(creditEntries).values({ passId: pass.id, kind: "adjusted", amount: 2 }));
  expect(await balanceOf(app, pass.id)).toBe(5);
  expect(await app.db.$count(passes)).toBe(1);
});
