import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { creditEntries, passes, payments, sessionBookings, sessionCategories } from "@db/schema";
import { anAccount, refusalOf } from "../../../support/accounts";
import { readBooking } from "../../../support/bookings";
import { aPass, aPassOnSale, bookWithPass, entriesOf } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../support/statements";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Returns a member with a pass, and a session for £22. */
async function aHolder(app: TestApp, terms: Parameters<typeof aPassOnSale>[1] = {}) {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, terms)).id);
  return { account, pass, session: await aSession(app.db, { priceMinor: 2200 }) };
}

const formOf = (app: TestApp, account: Parameters<typeof actingAs>[0], sessionId: string, more = {}) =>
  app.as(actingAs(account)).bookings.getForm({ sessionId, quantity: 1, ...more });

test("books with a pass at once, takes a credit for each ticket, and says so", async ({ app }) => {
  const { account, pass, session } = await aHolder(app);
  const form = await formOf(app, account, session.id, { quantity: 2 });
  expect(form).toMatchObject({ total: "2 credits", hasDiscounts: false, isFree: false });
  expect(form.passes!.options.map(({ label }) => label)).toEqual([
    expect.stringMatching(/^Use your pass: 10 of 10 left, until /),
    "Pay £44.00 instead",
  ]);
  const { bookingId, next } = await bookWithPass(app, account, session, { quantity: 2 });
  expect(next).toContain("/booking-confirmation");
  expect(await readBooking(app, bookingId)).toMatchObject({
    status: "completed",
    paymentStatus: "free",
    passId: pass.id,
    totalMinor: 0,
    listPriceMinor: 4400,
  });
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, taken -1");
  expect(await app.db.$count(payments, eq(payments.bookingId, bookingId))).toBe(0);
  await app.runJobs();
  const mail = app.sentMails.find(({ to, subject }) => to === account.email && subject.includes("Evening Wind-Down"));
  expect(mail!.text).toMatch(/Paid\s*:?\s*with a pass/);
  const receipt = await app.as(actingAs(account)).bookings.getReceipt({ bookingId });
  expect(receipt.item.details.join()).toContain("Paid with a pass: Ten sessions");
});

test("takes once for a form that is posted twelve times", async ({ app }) => {
  const { account, pass, session } = await aHolder(app);
  const { bookings } = app.as(actingAs(account));
  const { quote, passes: choice, formKey } = await formOf(app, account, session.id);
  const form = { sessionId: session.id, quote, formKey, paying: choice!.chosen };
  const answers = await Promise.all(Array.from({ length: 12 }, () => bookings.create(form)));
  expect(new Set(answers.map(({ bookingId }) => bookingId)).size).toBe(1);
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1");
});

test("charges by card where the holder chooses so, and takes nothing that was not shown", async ({ app }) => {
  const { account, pass, session } = await aHolder(app);
  const { bookingId, next } = await bookWithPass(app, account, session, { paying: "card" });
  expect(next).toMatch(/^http/);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "pending", totalMinor: 2200, passId: null });
  const { bookings } = app.as(actingAs(account));
  const { quote } = await formOf(app, account, session.id, { paying: "card" });
  const unseen = (values: object) =>
    refusalOf(bookings.create({ sessionId: session.id, formKey: randomUUID(), quote, another: true, ...values }));
  expect((await unseen({ paying: pass.id })).code).toBe("price_changed");
  expect((await unseen({ paying: "card", quote: `pass:${pass.id}:1` })).code).toBe("price_changed");
  expect((await unseen({ paying: pass.id, quote: `pass:${pass.id}:1`, quantity: 2 })).message).toMatch(
    /number of tickets/,
  );
  expect(await entriesOf(app.db, pass)).toBe("granted 10");
});

test("chooses the pass that ends first, and the next one once it is used up", async ({ app }) => {
  const account = await anAccount(app.db);
  const long = await aPass(app, account, (await aPassOnSale(app.db, { months: 12 })).id);
  const short = await aPass(app, account, (await aPassOnSale(app.db, { months: 1, credits: 1 })).id);
  const [first, second] = [await aSession(app.db), await aSession(app.db)];
  expect((await bookWithPass(app, account, first)).form.paying).toBe(short.id);
  expect((await bookWithPass(app, account, second)).form.paying).toBe(long.id);
  expect(await entriesOf(app.db, short)).toBe("granted 1, taken -1");
});

test("offers a pass only where it covers the session and its day, also for some of the tickets", async ({ app }) => {
  const [category] = await app.db.insert(sessionCategories).values({ name: "Slow mornings" }).returning();
  const covered = await aHolder(app, { cover: "categories", categoryIds: [category!.id], credits: 2, months: 1 });
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  const { db } = app;
  const isOffered = async (values: Parameters<typeof aSession>[1], quantity = 1) => {
    const session = await aSession(db, values);
    return (await formOf(app, covered.account, session.id, { quantity })).passes !== null;
  };
  expect(await isOffered({ category: "Slow mornings" })).toBe(true);
  expect(await isOffered({ category: "Slow mornings" }, 2)).toBe(true);
  expect(await isOffered({ category: "Slow mornings" }, 3)).toBe(true);
  expect(await isOffered({ category: null })).toBe(false);
  expect(await isOffered({ category: "Slow mornings", startTime: inDays(40) })).toBe(false);
  expect(await isOffered({ category: "Slow mornings", priceMinor: 0 })).toBe(false);
  const online = await aHolder(app, { cover: "online" });
  const onSite = await aSession(db, { locationType: "onsite" });
  expect((await formOf(app, online.account, onSite.id)).passes).toBeNull();
});

test("lets no one else use a pass", async ({ app }) => {
  const { pass, session } = await aHolder(app);
  const other = await anAccount(app.db);
  const input = { sessionId: session.id, quote: `pass:${pass.id}:1`, formKey: randomUUID(), paying: pass.id };
  expect((await refusalOf(app.as(actingAs(other)).bookings.create(input))).code).toBe("price_changed");
  const guest = { firstName: "A", lastName: "B", email: pass.email };
  expect((await refusalOf(app.as().bookings.create({ ...input, ...guest }))).code).toBe("price_changed");
  expect(await app.db.$count(sessionBookings)).toBe(0);
});

test("begins a pass with its first booking, if it was sold so", async ({ app }) => {
  const { account, pass, session } = await aHolder(app, { starts: "first_use" });
  expect(pass.endsAt).toBeNull();
  expect((await formOf(app, account, session.id)).passes!.options[0]!.label).toMatch(
    /for 6 months from your first booking/,
  );
  await bookWithPass(app, account, session);
  const [begun] = await app.db.select().from(passes).where(eq(passes.id, pass.id));
  expect(begun!.endsAt!.getTime()).toBeGreaterThan(Date.now() + 175 * 24 * 3_600_000);
});

type Account = Parameters<typeof actingAs>[0];

/** Books several sessions at once with a pass. */
async function bookAtOnce(app: TestApp, account: Account, pass: { id: string }, count: number) {
  const sessions = await Promise.all(Array.from({ length: count }, () => aSession(app.db, { priceMinor: 2200 })));
  const { bookings } = app.as(actingAs(account));
  const results = await Promise.allSettled(
    sessions.map(({ id }) =>
      bookings.create({ sessionId: id, quote: `pass:${pass.id}:1`, formKey: randomUUID(), paying: pass.id }),
    ),
  );
  return { sessions, results };
}

const countBooked = ({ results }: Awaited<ReturnType<typeof bookAtOnce>>): number =>
  results.filter(({ status }) => status === "fulfilled").length;

test("gives the last credit to one of twelve sessions at once, and offers the price for the others", async ({
  app,
}) => {
  const { account, pass } = await aHolder(app, { credits: 1 });
  const { sessions, results } = await bookAtOnce(app, account, pass, 12);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
  expect(new Set(refusals.map(({ message }) => message))).toEqual(
    new Set(["Your pass can’t pay for this any more. Please check what is shown now and confirm."]),
  );
  expect(await entriesOf(app.db, pass)).toBe("granted 1, taken -1");
  const left = results.findIndex(({ status }) => status === "rejected");
  expect(await formOf(app, account, sessions[left]!.id)).toMatchObject({ total: "£22.00", passes: null });
  const isTaken = and(eq(creditEntries.kind, "taken"), eq(creditEntries.passId, pass.id));
  expect(await app.db.$count(creditEntries, isTaken)).toBe(1);
});

/** As many as have a connection each. */
const racers = 6;

/** Lets no booking take a credit before all have seen the last one. */
function disablePassLock(app: TestApp): void {
  disableRowLocks(app, "passes");
  const allHaveSummed = createBarrier(racers);
  interceptStatements(app, { after: (text) => (isBalance(text) ? allHaveSummed() : undefined) });
}

const isBalance = (text: string) => text.includes('sum("credit_entries"."amount")');

test("takes the last credit several times with both the lock and the trigger off (control run)", async ({ app }) => {
  const { account, pass } = await aHolder(app, { credits: 1 });
  await app.db.execute(sql`alter table credit_entries disable trigger credit_entries_balance`);
  try {
    disablePassLock(app);
    expect(countBooked(await bookAtOnce(app, account, pass, racers))).toBe(racers);
  } finally {
    await app.db.execute(sql`alter table credit_entries enable trigger credit_entries_balance`);
  }
});

test("gives the last credit once with only the trigger", async ({ app }) => {
  const { account, pass } = await aHolder(app, { credits: 1 });
  disablePassLock(app);
  expect(countBooked(await bookAtOnce(app, account, pass, racers))).toBe(1);
  expect(await entriesOf(app.db, pass)).toBe("granted 1, taken -1");
});
