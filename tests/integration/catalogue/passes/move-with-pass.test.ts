import { eq } from "drizzle-orm";
import { liveSessions, sessionCategories } from "@db/schema";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { readBooking } from "../../../support/bookings";
import { aMoveOf, hoursFrom, moveTo } from "../../../support/moves";
import { aPass, aPassOnSale, bookWithPass, entriesOf } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Returns a member who has booked two tickets of a session, in three days, with a pass. */
async function aBooked(app: TestApp, terms: Parameters<typeof aPassOnSale>[1] = {}) {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, { credits: 5, ...terms })).id);
  const from = await aSession(app.db, { priceMinor: 2200, startTime: hoursFrom(app, 72) });
  const { bookingId } = await bookWithPass(app, account, from, { quantity: 2 });
  return { pass, from, bookingId, by: actingAs(account) };
}

const inDays = (app: TestApp, days: number, values: Parameters<typeof aSession>[1] = {}) =>
  aSession(app.db, { priceMinor: 2200, startTime: hoursFrom(app, days * 24), ...values });

test("lists only dates for which the pass can pay, and says so", async ({ app }) => {
  const { bookingId, by, from } = await aBooked(app, { months: 1 });
  const [near, , dear] = [await inDays(app, 10), await inDays(app, 40), await inDays(app, 11, { creditCost: 3 })];
  const form = await app.as(by).bookings.getMoveForm({ bookingId });
  expect(form.dates.map(({ id }) => id)).toEqual([near.id]);
  expect(form.pass).toMatch(/^The pass “Ten sessions” pays for this booking, so you see only dates .*, until .*\. For/);
  const { bookings } = await asAdmin(app);
  const office = await bookings.attendees.getMoveForm({ bookingId });
  expect([...office.like, ...office.unlike].map(({ id }) => id)).toEqual([near.id]);
  expect(office.pass).toBe(form.pass);
  const refusal = await refusalOf(app.as(by).bookings.move(await aMoveOf(app, { bookingId }, from, dear)));
  expect(refusal.message).toMatch(/can’t pay for this date/);
});

test("takes and gives back the difference where a date costs other credits, as was shown", async ({ app }) => {
  const { bookingId, by, from, pass } = await aBooked(app);
  const dear = await inDays(app, 10, { creditCost: 2 });
  const read = (to: string) => app.as(by).bookings.getMoveForm({ bookingId, to });
  expect((await read(dear.id)).chosen!.credits).toBe("This date takes 2 more credits from the pass.");
  await moveTo(app, { bookingId }, { from, to: dear, by });
  expect(await readBooking(app, bookingId)).toMatchObject({ sessionId: dear.id, payerShare: 4 });
  const moved = "granted 5, taken -1, taken -1, returned 1, returned 1, taken -2, taken -2";
  expect(await entriesOf(app.db, pass)).toBe(moved);
  expect((await read(from.id)).chosen!.credits).toBe("2 credits go back onto the pass.");
  await moveTo(app, { bookingId }, { from: dear, to: from, by });
  expect(await entriesOf(app.db, pass)).toBe(`${moved}, returned 2, returned 2, taken -1, taken -1`);
  await app.as(by).bookings.cancel({ bookingId });
  expect(await entriesOf(app.db, pass)).toBe(
    `${moved}, returned 2, returned 2, taken -1, taken -1, returned 1, returned 1`,
  );
});

test("leaves the entries alone where a date costs the same", async ({ app }) => {
  const { bookingId, by, from, pass } = await aBooked(app);
  await moveTo(app, { bookingId }, { from, to: await inDays(app, 10), by });
  expect(await entriesOf(app.db, pass)).toBe("granted 5, taken -1, taken -1");
});

test("refuses a date that left the cover of the pass after it was shown", async ({ app }) => {
  const [category] = await app.db.insert(sessionCategories).values({ name: "Slow mornings" }).returning();
  const account = await anAccount(app.db);
  const terms = { cover: "categories" as const, categoryIds: [category!.id] };
  const pass = await aPass(app, account, (await aPassOnSale(app.db, terms)).id);
  const values = { category: "Slow mornings" };
  const [from, to] = [await inDays(app, 3, values), await inDays(app, 10, values)];
  const { bookingId } = await bookWithPass(app, account, from);
  const form = await aMoveOf(app, { bookingId }, from, to);
  await app.db.update(liveSessions).set({ category: null }).where(eq(liveSessions.id, to.id));
  const { bookings } = await asAdmin(app);
  const moved = bookings.attendees.move({ ...form, isFreeOfCharge: true, isLate: false });
  expect((await refusalOf(moved)).message).toMatch(/can’t pay for this date/);
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1");
});
