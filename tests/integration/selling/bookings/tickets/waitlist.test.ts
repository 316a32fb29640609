import { asc, eq } from "drizzle-orm";
import { sessionWaitlist } from "@db/schema";
import { refusalOf } from "../../../../support/accounts";
import { anAdmin } from "../../../../support/admin-sessions";
import { readBooking } from "../../../../support/money";
import { aSession } from "../../../../support/sessions";
import { bookTickets } from "../../../../support/tickets";
import { acceptanceOf, anEntryFor, mailedTo, refOf } from "../../../../support/waitlist";
import { expect, test, type TestApp } from "../../../../support/test-app";

const lineOf = ({ db }: TestApp, { id }: { id: string }) =>
  db.select().from(sessionWaitlist).where(eq(sessionWaitlist.sessionId, id)).orderBy(asc(sessionWaitlist.queueNumber));

const statusesOf = async (app: TestApp, session: { id: string }) =>
  (await lineOf(app, session)).map(({ quantity, status }) => `${quantity} ${status}`);

/** A full free session with a booking of six tickets, and entries that want so many. */
async function aFullSessionWith(app: TestApp, wanted: number[], values: Parameters<typeof aSession>[1] = {}) {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 6, ...values });
  const { bookingId, key, ticketIds } = await bookTickets(app, session, { quantity: 6 });
  for (const quantity of wanted) await app.as().waitlist.join({ ...anEntryFor(session), quantity });
  const free = async (...nths: number[]) => {
    for (const nth of nths) await app.as().bookings.cancelTicket({ bookingId, key, ticketId: ticketIds[nth]! });
  };
  return { session, bookingId, key, free };
}

test("offers freed places to the first entry that fits; skipped entries keep their turn", async ({ app }) => {
  const { session, free, bookingId, key } = await aFullSessionWith(app, [3, 2, 1, 1]);
  await free(0);
  expect(await statusesOf(app, session)).toEqual(["3 waiting", "2 waiting", "1 offered", "1 waiting"]);
  await free(1);
  expect(await statusesOf(app, session)).toEqual(["3 waiting", "2 waiting", "1 offered", "1 offered"]);
  await app.as().bookings.cancel({ bookingId, key });
  expect(await statusesOf(app, session)).toEqual(["3 offered", "2 waiting", "1 offered", "1 offered"]);
  const [first] = await lineOf(app, session);
  await app.as().waitlist.decline(refOf(first!));
  expect(await statusesOf(app, session)).toEqual(["3 declined", "2 offered", "1 offered", "1 offered"]);
});

test("an offer of two holds two places, and its mail says so", async ({ app }) => {
  const { session, free } = await aFullSessionWith(app, [2]);
  await free(0);
  expect((await app.as().schedule.get({ id: session.id })).availability).toBe("open");
  await free(1);
  const [entry] = await lineOf(app, session);
  expect(entry).toMatchObject({ status: "offered", quantity: 2 });
  expect((await app.as().schedule.get({ id: session.id })).availability).toBe("held");
  expect(await mailedTo(app, entry!.email)).toContain("waitlist-offer");
  await app.runJobs();
  const offer = app.sentMails.find(({ to, subject }) => to === entry!.email && subject.includes("free for you"));
  expect(offer?.subject).toBe("2 places are free for you: Evening Wind-Down");
});

test("books fewer tickets than offered and passes the others on, but never more", async ({ app }) => {
  const { session, free } = await aFullSessionWith(app, [3]);
  await free(0, 1, 2);
  await app.as().waitlist.join({ ...anEntryFor(session), quantity: 2 });
  const [entry] = await lineOf(app, session);
  const accept = (quantity: number) => app.as().waitlist.accept({ ...acceptanceOf(session, entry!), quantity });
  expect(await refusalOf(accept(4))).toEqual({
    code: "invalid",
    message: "3 tickets are held for you. Please choose at most 3.",
  });
  expect(await statusesOf(app, session)).toEqual(["3 offered", "2 waiting"]);
  const { bookingId } = await accept(1);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "completed", quantity: 1 });
  expect(await statusesOf(app, session)).toEqual(["1 accepted", "2 offered"]);
});

test("offers as many again as were accepted when no payment page can be opened", async ({ app }) => {
  const { session, free } = await aFullSessionWith(app, [3]);
  await app.db.execute("update live_sessions set price_minor = 1800, entered_price_minor = 1800");
  await free(0, 1, 2);
  await app.as().waitlist.join({ ...anEntryFor(session), quantity: 1 });
  const [entry] = await lineOf(app, session);
  await app.stripe.control.fail({ operation: "checkout.sessions.create", status: 400, times: 1 });
  const form = { ...acceptanceOf({ ...session, priceMinor: 3600 }, entry!), quantity: 2 };
  expect((await refusalOf(app.as().waitlist.accept(form))).code).toBe("payment_provider_failed");
  expect(await statusesOf(app, session)).toEqual(["2 offered", "1 offered"]);
});

test("lets a visitor who wants more tickets than are left join, but not for more than the session has", async ({
  app,
}) => {
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 4 });
  await bookTickets(app, session, { quantity: 3 });
  const join = (quantity: number) => app.as().waitlist.join({ ...anEntryFor(session), quantity });
  expect(await refusalOf(join(1))).toEqual({
    code: "closed",
    message: "A place is free right now. You can book it.",
  });
  expect((await refusalOf(join(5))).message).toBe("This session has 4 places in all.");
  await join(2);
  expect(await statusesOf(app, session)).toEqual(["2 waiting"]);
});

test("lets the admin offer places out of turn only if all that are wanted are free", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { session, free } = await aFullSessionWith(app, [3, 2]);
  await app.db.execute("update live_sessions set max_attendees = 7");
  const [first] = await lineOf(app, session);
  expect(await refusalOf(api.waitlist.line.offer({ id: first!.id }))).toEqual({
    code: "closed",
    message: "Only 1 of the 3 places are free right now.",
  });
  const { entries } = await api.waitlist.line.list({ sessionId: session.id, page: 1 });
  expect(entries.map(({ quantity, canOffer }) => [quantity, canOffer])).toEqual([
    [3, false],
    [2, false],
  ]);
  await free(0);
  expect(await statusesOf(app, session)).toEqual(["3 waiting", "2 offered"]);
});
