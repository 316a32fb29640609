import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { liveSessions, outboxEmails } from "@db/schema";
import { deliverMail } from "@server/platform/mail/deliver-mail";
import { MailError } from "@server/core/services";
import { recordMailEvent } from "@server/platform/mail/record-mail-event";
import { isSuppressed } from "@server/platform/mail/consents";
import { anAdmin } from "../../../../support/admin-sessions";
import { agreeToAnnouncements, aFreeBooking, readBooking } from "../../../../support/bookings";
import { waitForAllEvents, aPaidBooking } from "../../../../support/money";
import { bounce, mailEvent } from "../../../../support/resend-events";
import { aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const wrong = "hanna@exmaple.com";
const right = "hannah@example.com";

/** Makes a booking with a mistyped address and sends its mails. */
async function aMistypedBooking(app: TestApp, address = wrong) {
  const session = await aSession(app.db, { priceMinor: 0 });
  const booking = await aFreeBooking(app, session, { email: address });
  await app.runJobs();
  const { attendees } = (await anAdmin(app)).api.bookings;
  const correct = async (email: string) => {
    const corrected = await attendees.correctAddress({ bookingId: booking.id, email });
    await app.runJobs();
    return corrected;
  };
  return { session, booking, attendees, correct };
}

const sentTo = (app: TestApp, address: string) => app.sentMails.filter(({ to }) => to === address);
const subjectsTo = (app: TestApp, address: string) => sentTo(app, address).map(({ subject }) => subject);

/** Reports every mail to an address as bounced, or with another event type. */
async function report(app: TestApp, address: string, type = "email.bounced") {
  for (const { id } of sentTo(app, address)) {
    await recordMailEvent(app.services, { id: randomUUID(), payload: mailEvent(type, id, bounce()) });
  }
}

const booked = "Your place is booked: Evening Wind-Down";

test("sends the confirmation and the refund mail to the newest address after each correction", async ({ app }) => {
  const { bookingId, checkoutId } = await aPaidBooking(app, await aSession(app.db));
  await app.stripe.control.refund({ sessionId: checkoutId, amount: 500 });
  await waitForAllEvents(app);
  await app.runJobs();
  const { attendeeEmail: first } = await readBooking(app, bookingId);
  const { attendees } = (await anAdmin(app)).api.bookings;
  const subjects = subjectsTo(app, first).sort();
  expect(subjects).toHaveLength(2);
  const addresses = [first, "second@example.com", "third@example.com", "second@example.com"];
  for (const [nth, email] of addresses.slice(1).entries()) {
    await report(app, addresses[nth]!);
    app.sentMails.length = 0;
    expect(await attendees.correctAddress({ bookingId, email })).toEqual({ sent: 2 });
    expect(await attendees.correctAddress({ bookingId, email })).toEqual({ sent: 0 });
    await app.runJobs();
    expect(app.sentMails.map(({ to }) => to)).toEqual([email, email]);
    expect(subjectsTo(app, email).sort()).toEqual(subjects);
  }
});

test("sends the confirmation to an address corrected before the bounce, and reports only bounces of the new address", async ({
  app,
}) => {
  const { session, attendees, correct } = await aMistypedBooking(app);
  expect(await correct(right)).toEqual({ sent: 1 });
  expect(subjectsTo(app, right)).toEqual([booked]);
  const problems = async () =>
    (await attendees.list({ sessionId: session.id, page: 1 })).attendees.map(({ mailProblem }) => mailProblem?.text);
  const office = (await anAdmin(app)).api.office;
  await report(app, wrong);
  expect(await problems()).toEqual([undefined]);
  expect((await office.getOverview()).waiting.unarrivedMails).toBe(0);
  await report(app, right);
  expect(await problems()).toEqual([expect.stringContaining(`Email to ${right} bounced`)]);
});

test("fills a resent confirmation with the session's current details", async ({ app }) => {
  const { session, correct } = await aMistypedBooking(app);
  const bring = { whatToBring: "Thick socks" };
  await app.db.update(liveSessions).set(bring).where(eq(liveSessions.id, session.id));
  await correct(right);
  expect(sentTo(app, right)[0]!.text).toContain("Thick socks");
  expect(sentTo(app, right)[0]!.attachments![0]!.content).toContain("Thick socks");
});

test("redirects waiting mails to the new address, but not those to the instructor", async ({ app }) => {
  const { adminEmail } = app.services.settings;
  const booking = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }), { email: adminEmail });
  const { attendees } = (await anAdmin(app)).api.bookings;
  expect(await attendees.correctAddress({ bookingId: booking.id, email: right })).toEqual({ sent: 1 });
  await app.runJobs();
  expect(subjectsTo(app, right)).toEqual([booked]);
  expect(subjectsTo(app, adminEmail)).toEqual([expect.stringMatching(/^New booking/)]);
});

test("sends a mail whose delivery was attempted to the new address as a new mail, and never again to the old one", async ({
  app,
}) => {
  const booking = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }), { email: wrong });
  const [tried] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.recipient, wrong));
  const send = () => Promise.reject(new MailError("unanswered", "Resend did not answer"));
  await deliverMail({ ...app.services, mailer: { send } }, tried!.id);
  const { attendees } = (await anAdmin(app)).api.bookings;
  expect(await attendees.correctAddress({ bookingId: booking.id, email: right })).toEqual({ sent: 1 });
  await app.runJobs("deliver-mail");
  expect([subjectsTo(app, right), subjectsTo(app, wrong)]).toEqual([[booked], []]);
});

test.for([
  ["email.bounced", true],
  ["email.delivered", false],
  ["email.complained", false],
  ["email.sent", false],
] as const)("after %s, the first mailed link opens the booking: %s", async ([type, isOpen], { app }) => {
  const { booking, correct } = await aMistypedBooking(app);
  await report(app, wrong, type);
  await correct(right);
  const { manageKey } = await readBooking(app, booking.id);
  expect(manageKey === booking.manageKey).toBe(isOpen);
  const [confirmation] = sentTo(app, right);
  expect(confirmation!.html).toContain(`key=${manageKey}`);
  expect(confirmation!.html.includes(booking.manageKey)).toBe(isOpen);
  await expect(app.as().bookings.getManaged({ bookingId: booking.id, key: manageKey })).resolves.toBeDefined();
});

test("puts the new link into a bounced mail when another mail reached the old address", async ({ app }) => {
  const { session, booking, attendees, correct } = await aMistypedBooking(app);
  await report(app, wrong, "email.delivered");
  await attendees.message({ sessionId: session.id, subject: "A word", text: "Hello.", formKey: randomUUID() });
  await app.runJobs();
  const [, message] = sentTo(app, wrong);
  await recordMailEvent(app.services, { id: "msg_1", payload: mailEvent("email.bounced", message!.id, bounce()) });
  expect(await correct(right)).toEqual({ sent: 2 });
  const { manageKey } = await readBooking(app, booking.id);
  for (const { html } of sentTo(app, right)) {
    expect(html).toContain(manageKey);
    expect(html).not.toContain(booking.manageKey);
  }
});

test("unsubscribes the new address by the link in a resent announcement", async ({ app }) => {
  const { session, attendees, correct } = await aMistypedBooking(app);
  await agreeToAnnouncements(app.services, wrong, right);
  const news = { subject: "News", text: "Hello.", kind: "announcement" as const };
  await attendees.message({ sessionId: session.id, ...news, formKey: randomUUID() });
  await app.runJobs();
  await report(app, wrong);
  await correct(right);
  const rows = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "attendee-message"));
  const [first, second] = [wrong, right].map((to) => rows.find(({ recipient }) => recipient === to)!);
  const sent = sentTo(app, right).find(({ id }) => id === second!.id)!;
  expect(sent.html).toContain(`/unsubscribe/${second!.id}?key=${second!.unsubscribeKey}`);
  expect(sent.html).not.toContain(first!.id);
  expect(first!.unsubscribeKey).not.toBe(second!.unsubscribeKey);
  await app.as().mail.setUnsubscribed({ id: second!.id, key: second!.unsubscribeKey!, isUnsubscribed: true });
  expect(await isSuppressed(app.db, right)).toBe(true);
});

test("sends nothing again when only the capitalisation of the address changes", async ({ app }) => {
  const { booking, correct } = await aMistypedBooking(app);
  expect(await correct(wrong.toUpperCase())).toEqual({ sent: 0 });
  const { attendeeEmail, manageKey } = await readBooking(app, booking.id);
  expect({ attendeeEmail, manageKey }).toEqual({ attendeeEmail: wrong.toUpperCase(), manageKey: booking.manageKey });
});

test("resends only undelivered mails once the session is over", async ({ app }) => {
  const { correct } = await aMistypedBooking(app);
  app.clock.moveBy(5 * 24 * 60);
  expect(await correct(right)).toEqual({ sent: 0 });
  expect(sentTo(app, right)).toEqual([]);
});
