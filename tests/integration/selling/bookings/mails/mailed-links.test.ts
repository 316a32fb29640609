import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type liveSessions, outboxEmails, sessionBookings } from "@db/schema";
import { sendBookingLinks } from "@server/selling/bookings/mails/mailed-links";
import { deletedAddress } from "@server/core/email-address";
import { anAccount, refusalOf } from "../../../../support/accounts";
import { anAdmin, auditOf } from "../../../../support/admin-sessions";
import { aGuestPass } from "../../../../support/guest-passes";
import { aPassOnSale } from "../../../../support/passes";
import { aFreeBooking, mailsOf, readBooking } from "../../../../support/bookings";
import { readEventFile } from "../../../../support/calendar";
import { moveTo, twoDates } from "../../../../support/moves";
import { rateLimitedError, refusalCodes, repeat, test as liveTest } from "../../../../support/live-limits";
import { aHold, aSession, takePlace } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";
import { bookTickets } from "../../../../support/tickets";

const hannah = "hannah@example.com";
const confirmation = "Your place is booked: Evening Wind-Down";
const aKey = () => ({ formKey: randomUUID() });

const aFreeSession = (app: TestApp, values: Partial<typeof liveSessions.$inferInsert> = {}) =>
  aSession(app.db, { priceMinor: 0, ...values });

const inBrowser = (app: TestApp, ...browserBookings: string[]) => app.as({ visitor: { browserBookings } }).bookings;

const inMinutes = (app: TestApp, minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);

/** Asks for the links to an address's bookings. Returns the mails to it. */
async function linksFor(app: TestApp, email: string) {
  await app.as().bookings.requestLinks({ email, ...aKey() });
  return mailsOf(app, "booking-links", email.toLowerCase());
}

test("sends the confirmation again to the booking's address, once per form", async ({ app }) => {
  const { id: bookingId } = await aFreeBooking(app, await aFreeSession(app), { email: hannah });
  const form = { bookingId, ...aKey() };
  await inBrowser(app, bookingId).resendConfirmation(form);
  await inBrowser(app, bookingId).resendConfirmation(form);
  const mails = await mailsOf(app, "booking-confirmation", hannah);
  expect(mails.map(({ subject }) => subject)).toEqual([confirmation, confirmation]);
  expect(mails[1]!.text).toContain(`/join/${bookingId}?key=`);
  expect(mails[1]!.attachments).toHaveLength(1);
});

test("sends no confirmation at the request of a stranger, nor for a booking that is over", async ({ app }) => {
  const session = await aFreeSession(app, { startTime: inMinutes(app, 60) });
  const { id: bookingId } = await aFreeBooking(app, session);
  const other = await aFreeBooking(app, await aFreeSession(app));
  const refused = { code: "NOT_FOUND", message: "Booking not found" };
  for (const bookings of [
    app.as().bookings,
    inBrowser(app, other.id),
    app.as({ user: await anAccount(app.db) }).bookings,
  ]) {
    await expect(bookings.resendConfirmation({ bookingId, ...aKey() })).rejects.toMatchObject(refused);
  }
  const over = { cause: { code: "closed", message: "There is nothing left to send." } };
  await inBrowser(app, other.id).cancel({ bookingId: other.id });
  await expect(inBrowser(app, other.id).resendConfirmation({ bookingId: other.id, ...aKey() })).rejects.toMatchObject(
    over,
  );
  const { bookingId: held } = await aHold(app, await aSession(app.db));
  await expect(inBrowser(app, held).resendConfirmation({ bookingId: held, ...aKey() })).rejects.toMatchObject(over);
  app.clock.moveBy(60 + session.durationMinutes);
  await expect(inBrowser(app, bookingId).resendConfirmation({ bookingId, ...aKey() })).rejects.toMatchObject(over);
});

liveTest("sends the confirmation of one booking again three times an hour", async ({ app }) => {
  const session = await aFreeSession(app);
  const { id: bookingId } = await aFreeBooking(app, session);
  const other = await aFreeBooking(app, session);
  const bookings = inBrowser(app, bookingId, other.id);
  const resend = () => bookings.resendConfirmation({ bookingId, ...aKey() });
  expect(await refusalCodes(5, resend)).toEqual([...repeat(undefined, 3), "rate_limited", "rate_limited"]);
  await expect(resend()).rejects.toMatchObject({ cause: rateLimitedError });
  await bookings.resendConfirmation({ bookingId: other.id, ...aKey() });
});

test("sends the confirmation again for the instructor, as the booking is now, once per form", async ({ app }) => {
  const { from, to } = await twoDates(app, { priceMinor: 0 });
  const { id: bookingId, manageKey: key } = await aFreeBooking(app, from, { email: hannah });
  await moveTo(app, { bookingId, key }, { from, to });
  const { api } = await anAdmin(app);
  const form = { bookingId, ...aKey() };
  const { resend } = api.bookings.attendees;
  expect(await Promise.all([resend(form), resend(form)])).toEqual(repeat({ email: hannah }, 2));
  const [old, fresh, ...more] = await mailsOf(app, "booking-confirmation", hannah);
  expect(more).toEqual([]);
  const starts = [old, fresh].map((mail) => readEventFile(mail!.attachments![0]!.content).start);
  expect(starts).toEqual([from, to].map(({ startTime }) => new Date(Math.floor(startTime.getTime() / 1000) * 1000)));
  expect(fresh!.text).toContain(`/join/${bookingId}?key=`);
  expect(await auditOf(app, bookingId)).toEqual(["booking.confirmation_resent"]);
});

test("sends the instructor's customers no confirmation of what is unpaid, cancelled, over, removed or deleted", async ({
  app,
}) => {
  const { api } = await anAdmin(app);
  const says = async (bookingId: string) =>
    (await refusalOf(api.bookings.attendees.resend({ bookingId, ...aKey() }))).message;
  const session = await aFreeSession(app);
  const { bookingId: held } = await aHold(app, await aSession(app.db));
  expect(await says(held)).toBe("This booking is not paid yet, so it has no confirmation.");
  const { id: cancelled, manageKey: key } = await aFreeBooking(app, session);
  await app.as().bookings.cancel({ bookingId: cancelled, key });
  expect(await says(cancelled)).toBe("This booking is cancelled, so it has no confirmation.");
  await api.bookings.attendees.remove({ bookingId: cancelled });
  expect(await says(cancelled)).toBe("This attendee is no longer on the list.");
  const attendeeEmail = deletedAddress(randomUUID());
  expect(await says(await takePlace(app.db, session, { attendeeEmail }))).toBe("This account was deleted.");
  const over = await aFreeSession(app, { startTime: inMinutes(app, -2 * 60) });
  expect(await says(await takePlace(app.db, over))).toBe("This session is over.");
  await app.runJobs();
  expect(await auditOf(app, held)).toEqual([]);
});

liveTest("sends the instructor's confirmations to one address five times an hour", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { id: bookingId } = await aFreeBooking(app, await aFreeSession(app), { email: hannah });
  const resend = () => api.bookings.attendees.resend({ bookingId, ...aKey() });
  expect(await refusalCodes(6, resend)).toEqual([...repeat(undefined, 5), "rate_limited"]);
});

test("mails an address the links to its own bookings, in any letter case", async ({ app }) => {
  const session = await aFreeSession(app);
  const mine = await aFreeBooking(app, session, { email: "Hannah@Example.com" });
  const other = await aFreeBooking(app, session, { email: "other@example.com" });
  const held = await aHold(app, await aSession(app.db, { title: "Birth Circle" }));
  await app.db
    .update(sessionBookings)
    .set({ attendeeEmail: hannah })
    .where(sql`${sessionBookings.id} = ${held.bookingId}`);
  const [mail, ...more] = await linksFor(app, "HANNAH@example.com");
  expect(more).toEqual([]);
  expect(mail!.subject).toBe("Your bookings at Breathroom");
  const { manageKey } = await readBooking(app, held.bookingId);
  expect(mail!.text).toContain(`/bookings/${mine.id}?key=${mine.manageKey}`);
  expect(mail!.text).toContain(`/bookings/${held.bookingId}?key=${manageKey}`);
  expect(mail!.text).toContain("waiting for your payment");
  expect(mail!.text).not.toContain(other.manageKey);
  expect(mail!.text).not.toMatch(/zoom\.example|\/join\//);
  expect(app.sentMails.filter(({ subject }) => subject === mail!.subject)).toHaveLength(1);
});

test("mails the links to passes that no account has, beside those to bookings and alone", async ({ app }) => {
  const product = await aPassOnSale(app.db);
  const pass = await aGuestPass(app, product.id, { email: "Hannah@Example.com" });
  const other = await aGuestPass(app, product.id, { email: "other@example.com" });
  const [alone] = await linksFor(app, hannah);
  expect(alone!.subject).toBe("Your pass at Breathroom");
  expect(alone!.text).toContain(`/my-pass/${pass.purchaseId}?key=${pass.key}`);
  expect(alone!.text).not.toContain(other.key);
  await aFreeBooking(app, await aFreeSession(app), { email: hannah });
  const mails = await linksFor(app, hannah);
  expect(mails.map(({ subject }) => subject)).toContain("Your booking and pass at Breathroom");
  await anAccount(app.db, { email: "member@example.com" });
  await aGuestPass(app, product.id, { email: "member@example.com" });
  expect(await linksFor(app, "member@example.com")).toEqual([]);
});

test("leaves out what is cancelled, removed or longer ago than 30 days, and names the number of tickets", async ({
  app,
}) => {
  const day = 24 * 60;
  const values = { attendeeEmail: hannah };
  const coming = await aFreeSession(app, { title: "Coming" });
  const { bookingId } = await bookTickets(app, coming, { quantity: 3 });
  await app.db.update(sessionBookings).set(values);
  await takePlace(app.db, await aFreeSession(app, { title: "Last week", startTime: inMinutes(app, -7 * day) }), values);
  await takePlace(app.db, await aFreeSession(app, { title: "Long ago", startTime: inMinutes(app, -31 * day) }), values);
  await takePlace(app.db, await aFreeSession(app, { title: "Called off", cancelledAt: new Date() }), values);
  const cancelled = { ...values, status: "cancelled" as const, paymentStatus: "cancelled" as const };
  await takePlace(app.db, await aFreeSession(app, { title: "Given back" }), cancelled);
  await takePlace(app.db, await aFreeSession(app, { title: "Removed" }), { ...values, archivedAt: new Date() });
  const [mail] = await linksFor(app, hannah);
  const titles = ["Coming", "Last week", "Long ago", "Called off", "Given back", "Removed"];
  expect(titles.filter((title) => mail!.text.includes(title))).toEqual(["Coming", "Last week"]);
  expect(mail!.text.indexOf("Coming")).toBeLessThan(mail!.text.indexOf("Last week"));
  expect(mail!.text).toContain("3 tickets");
  expect(mail!.text).toContain(bookingId);
});

test("answers the same for every address and looks up bookings only in a job", async ({ app }) => {
  await aFreeBooking(app, await aFreeSession(app), { email: hannah });
  await app.runJobs();
  const before = await app.db.$count(outboxEmails);
  const { requestLinks } = app.as().bookings;
  const answers = [
    await requestLinks({ email: hannah, ...aKey() }),
    await requestLinks({ email: "unknown@example.com", ...aKey() }),
  ];
  expect(answers).toEqual([undefined, undefined]);
  const { rows } = await app.db.execute(sql`select task_identifier as task from graphile_worker.jobs`);
  expect(rows).toEqual(repeat({ task: "send-booking-links" }, 2));
  expect(await app.db.$count(outboxEmails)).toBe(before);
  expect(await mailsOf(app, "booking-links", "unknown@example.com")).toEqual([]);
  expect(await app.db.$count(outboxEmails)).toBe(before + 1);
});

test("mails once for a form posted twice and a job that runs twice", async ({ app }) => {
  await aFreeBooking(app, await aFreeSession(app), { email: hannah });
  const form = { email: hannah, ...aKey() };
  await app.as().bookings.requestLinks(form);
  await app.as().bookings.requestLinks(form);
  expect(await mailsOf(app, "booking-links", hannah)).toHaveLength(1);
  const job = { email: hannah, requestId: randomUUID() };
  await sendBookingLinks(app.services, job);
  await sendBookingLinks(app.services, job);
  expect(await mailsOf(app, "booking-links", hannah)).toHaveLength(2);
});

liveTest("limits the mails to one address silently, and the requests of one network openly", async ({ app }) => {
  await aFreeBooking(app, await aFreeSession(app), { email: hannah });
  const from = (address: string, email: string) =>
    app.as({ visitor: { address } }).bookings.requestLinks({ email, ...aKey() });
  const answers = await refusalCodes(5, (nth) => from(`10.0.0.${nth}`, hannah));
  expect(answers).toEqual(repeat(undefined, 5));
  expect(await mailsOf(app, "booking-links", hannah)).toHaveLength(3);
  const codes = await refusalCodes(22, (nth) => from("10.0.1.1", `guest-${nth}@example.com`));
  expect(codes).toEqual([...repeat(undefined, 20), "rate_limited", "rate_limited"]);
});

test("does not forward the list of an address's bookings when one of them gets another address", async ({ app }) => {
  const session = await aFreeSession(app);
  const mistyped = await aFreeBooking(app, session, { email: hannah });
  const { manageKey } = await aFreeBooking(app, session, { email: hannah });
  await app.as().bookings.requestLinks({ email: hannah, ...aKey() });
  await app.runJobs("send-booking-links");
  await app.db.update(outboxEmails).set({ sentAt: null });
  const { attendees } = (await anAdmin(app)).api.bookings;
  await attendees.correctAddress({ bookingId: mistyped.id, email: "someone@example.com" });
  const rows = await app.db.select().from(outboxEmails);
  const toOther = rows.filter(({ recipient }) => recipient === "someone@example.com");
  expect(toOther.map(({ template }) => template)).toContain("booking-confirmation");
  expect(JSON.stringify(toOther)).not.toContain(manageKey);
});
