import { eq } from "drizzle-orm";
import { passes } from "@db/schema";
import { expirePasses } from "@server/catalogue/passes/expire-passes";
import { anAccount, refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aPass, aPassOnSale, bookWithPass, entriesOf } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const dayMs = 24 * 3_600_000;

/** Returns a member who has booked a session with a pass. */
async function aBooked(
  app: TestApp,
  { quantity = 1, ...terms }: { quantity?: number; months?: number; credits?: number } = {},
) {
  const account = await anAccount(app.db);
  const pass = await aPass(app, account, (await aPassOnSale(app.db, terms)).id);
  const session = await aSession(app.db, {
    priceMinor: 2200,
    startTime: new Date(app.clock.now().getTime() + 20 * dayMs),
  });
  const { bookingId } = await bookWithPass(app, account, session, { quantity });
  return { account, pass, session, bookingId, member: app.as(actingAs(account)) };
}

const readEnd = async ({ db }: TestApp, { id }: { id: string }): Promise<number> => {
  const [pass] = await db.select().from(passes).where(eq(passes.id, id));
  return pass!.endsAt!.getTime();
};

test("gives the credits of a booking back that is cancelled in time, once, and mails what is left", async ({ app }) => {
  const { account, pass, bookingId, member } = await aBooked(app, { quantity: 2 });
  await Promise.all([member.bookings.cancel({ bookingId }), member.bookings.cancel({ bookingId })]);
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, taken -1, returned 1, returned 1");
  await app.runJobs();
  const mail = app.sentMails.find(({ to, subject }) => to === account.email && subject.includes("cancelled"));
  expect(mail!.text).toContain("2 credits are back on your pass “Ten sessions”: 10 of 10 left, until");
});

test("gives back the credit of one ticket and keeps that of the other", async ({ app }) => {
  const { pass, bookingId, member } = await aBooked(app, { quantity: 2 });
  const { tickets } = await member.bookings.getManaged({ bookingId });
  await member.bookings.cancelTicket({ bookingId, ticketId: tickets[1]!.id });
  await member.bookings.cancelTicket({ bookingId, ticketId: tickets[1]!.id });
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, taken -1, returned 1");
});

test("gives credits back when the instructor removes an attendee, whatever she says of a refund", async ({ app }) => {
  const { pass, bookingId } = await aBooked(app);
  const { bookings } = await asAdmin(app);
  await bookings.attendees.remove({ bookingId, refund: "no" });
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1, returned 1");
});

test("gives credits back with a cancelled session even when the pass is over, with the time that was lost", async ({
  app,
}) => {
  const { pass, session } = await aBooked(app, { months: 1, credits: 3 });
  const end = await readEnd(app, pass);
  await app.db
    .update(passes)
    .set({ endsAt: new Date(app.clock.now().getTime() + 21 * dayMs) })
    .where(eq(passes.id, pass.id));
  app.clock.moveBy(22 * 24 * 60);
  await expirePasses(app.services);
  await expirePasses(app.services);
  expect(await entriesOf(app.db, pass)).toBe("granted 3, taken -1, expired -2");
  await app.db.execute(
    `update live_sessions set start_time = '${new Date(app.clock.now().getTime() + dayMs).toISOString()}' where id = '${session.id}'`,
  );
  const { sessions } = await asAdmin(app);
  await sessions.cancel({ id: session.id, note: "I have lost my voice." });
  expect(await entriesOf(app.db, pass)).toBe("granted 3, taken -1, expired -2, returned 1");
  const left = (await readEnd(app, pass)) - app.clock.now().getTime();
  expect(left / dayMs).toBeCloseTo(21, 0);
  expect(await readEnd(app, pass)).not.toBe(end);
});

test("moves the credits of a booking to a date that the pass covers, and refuses one beyond its end", async ({
  app,
}) => {
  const { pass, bookingId, member, session } = await aBooked(app, { months: 1 });
  const at = (days: number) =>
    aSession(app.db, { priceMinor: 2200, startTime: new Date(app.clock.now().getTime() + days * dayMs) });
  const [covered, beyond] = [await at(10), await at(40)];
  const moveTo = async ({ id }: { id: string }, from: string) => {
    const { chosen, formKey } = await member.bookings.getMoveForm({ bookingId, to: id });
    return member.bookings.move({ bookingId, from, to: id, version: chosen?.version ?? 1, formKey });
  };
  expect(await refusalOf(moveTo(beyond, session.id))).toMatchObject({ code: "closed", message: /isn’t for this date/ });
  await moveTo(covered, session.id);
  expect(await entriesOf(app.db, pass)).toBe("granted 10, taken -1");
  expect((await member.passes.listMine())[0]!.balance).toMatch(/^9 of 10 left/);
});
