import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { creditEntries, sessionBookings } from "@db/schema";
import { freezePass } from "@server/selling/kinds/pass";
import { anAccount, refusalOf } from "../../../../support/accounts";
import { asAdmin } from "../../../../support/admin";
import { readBooking } from "../../../../support/bookings";
import { aGuestPass, bookAs, browserWith, hannah } from "../../../../support/guest-passes";
import { aPassOnSale, entriesOf } from "../../../../support/passes";
import { actingAs } from "../../../../support/recordings";
import { createBarrier, disableRowLocks, interceptStatements } from "../../../../support/statements";
import { aSession } from "../../../../support/sessions";
import { type CallerOptions, expect, test, type TestApp } from "../../../../support/test-app";

const formOf = (app: TestApp, as: CallerOptions | undefined, sessionId: string) =>
  app.as(as).bookings.getForm({ sessionId, quantity: 1 });

test("books with the pass that a browser has bought, for its holder unless another address is typed", async ({
  app,
}) => {
  const { pass, browser } = await aGuestPass(app, (await aPassOnSale(app.db)).id);
  const session = await aSession(app.db, { priceMinor: 2200 });
  const form = await formOf(app, browser, session.id);
  expect(form).toMatchObject({ total: "1 credit", quote: `pass:${pass.id}:1`, contact: hannah });
  const typed = { sessionId: session.id, quote: form.quote, paying: form.passes!.chosen };
  const { bookingId, next } = await app.as(browser).bookings.create({ ...typed, formKey: randomUUID() });
  expect(next).toContain("/booking-confirmation");
  expect(await readBooking(app, bookingId)).toMatchObject({
    userId: null,
    passId: pass.id,
    totalMinor: 0,
    status: "completed",
    attendeeFirstName: "Hannah",
    attendeeLastName: "Okafor",
    attendeeEmail: hannah.email,
  });
  const friend = await bookAs(app, browser, session, { email: "friend@example.com", quantity: 2 });
  expect(await readBooking(app, friend.bookingId)).toMatchObject({ attendeeEmail: "friend@example.com" });
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, taken -1, taken -1");
  const { manageKey: key } = await readBooking(app, bookingId);
  await app.as().bookings.cancel({ bookingId, key });
  expect(await entriesOf(app.db, pass)).toContain("returned 1");
});

test("offers a guest's pass to no one who only knows the address, the pass or another pass", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const { pass } = await aGuestPass(app, product.id);
  const other = await aGuestPass(app, product.id, { email: "other@example.com" });
  const session = await aSession(app.db, { priceMinor: 2200 });
  const strangers = [
    undefined,
    other.browser,
    browserWith(randomUUID()),
    browserWith(pass.id),
    actingAs(await anAccount(app.db)),
    // An account that has not confirmed the address yet.
    actingAs(await anAccount(app.db, { email: hannah.email, emailConfirmedAt: null })),
  ];
  expect((await formOf(app, undefined, session.id)).contact).toBeNull();
  for (const as of strangers) {
    const { passes } = await formOf(app, as, session.id);
    expect(passes?.options.map(({ value }) => value) ?? []).not.toContain(pass.id);
    const input = { sessionId: session.id, quote: `pass:${pass.id}:1`, paying: pass.id, formKey: randomUUID() };
    const refused = await refusalOf(app.as(as).bookings.create({ ...input, ...hannah }));
    expect(refused.code).toBe("price_changed");
  }
  expect(await app.db.$count(sessionBookings)).toBe(0);
  expect(await entriesOf(app.db, pass)).toBe("granted 10");
});

test("offers neither a frozen nor a refunded pass", async ({ app }) => {
  const { pass, purchaseId, browser, key } = await aGuestPass(app, (await aPassOnSale(app.db)).id);
  const session = await aSession(app.db, { priceMinor: 2200 });
  const input = { sessionId: session.id, quote: `pass:${pass.id}:1`, paying: pass.id };
  const refusal = async () =>
    (await refusalOf(app.as(browser).bookings.create({ ...input, formKey: randomUUID() }))).code;
  const stateOf = async () => (await app.as().purchases.getHeldPass({ purchaseId, key })).pass!.state;
  const freeze = (isHeld: boolean) =>
    app.db.transaction((tx) => freezePass(tx, app.services, { id: purchaseId }, isHeld));
  await freeze(true);
  expect([await refusal(), await stateOf()]).toEqual(["price_changed", "frozen"]);
  expect((await formOf(app, browser, session.id)).passes).toBeNull();
  await freeze(false);
  expect((await formOf(app, browser, session.id)).passes!.chosen).not.toBe("card");
  const payment = await app.db.query.payments.findFirst();
  await app.stripe.control.refund({ sessionId: payment!.stripeCheckoutSessionId! });
  await expect.poll(stateOf).toBe("ended");
  expect(await refusal()).toBe("price_changed");
  expect((await formOf(app, browser, session.id)).passes).toBeNull();
  expect((await (await asAdmin(app)).orders.list({})).orders).toMatchObject([{ status: "refunded" }]);
});

/** Guests whose browser has the pass, and members who have opened its link, each with a session of their own. */
async function raceForLastCredit(app: TestApp, racers: number) {
  const { pass, browser } = await aGuestPass(app, (await aPassOnSale(app.db, { credits: 1 })).id);
  const bookings = await Promise.all(
    Array.from({ length: racers }, async (_, index) => {
      const { user } = index % 2 === 0 ? { user: null } : actingAs(await anAccount(app.db));
      return { as: { ...browser, user }, session: await aSession(app.db, { priceMinor: 2200 }) };
    }),
  );
  const inputs = bookings.map(({ as, session }) => {
    const input = { sessionId: session.id, quote: `pass:${pass.id}:1`, paying: pass.id, formKey: randomUUID() };
    return () => app.as(as).bookings.create(input);
  });
  return { pass, race: () => Promise.allSettled(inputs.map((book) => book())) };
}

const countTaken = (app: TestApp, { id }: { id: string }) =>
  app.db.$count(creditEntries, and(eq(creditEntries.kind, "taken"), eq(creditEntries.passId, id)));

test("gives the last credit to one of guests and members at once", async ({ app }) => {
  const { pass, race } = await raceForLastCredit(app, 12);
  const results = await race();
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await countTaken(app, pass)).toBe(1);
});

test("gives the last credit to all of them without lock and trigger (control run)", async ({ app }) => {
  const racers = 6;
  const { pass, race } = await raceForLastCredit(app, racers);
  await app.db.execute(sql`alter table credit_entries disable trigger credit_entries_balance`);
  try {
    disableRowLocks(app, "passes");
    const allHaveSummed = createBarrier(racers);
    const isBalance = (text: string) => text.includes('sum("credit_entries"."amount")');
    interceptStatements(app, { after: (text) => (isBalance(text) ? allHaveSummed() : undefined) });
    await race();
    expect(await countTaken(app, pass)).toBe(racers);
  } finally {
    await app.db.execute(sql`alter table credit_entries enable trigger credit_entries_balance`);
  }
});
