import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { liveSessions, payments, sessionBookings } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { refusalOf } from "../../../../support/accounts";
import { anAdmin, auditOf } from "../../../../support/admin-sessions";
import { aFreeBooking, mailsOf, recipientsOf, readBooking } from "../../../../support/bookings";
import { waitForAllEvents, aPaidBooking, refundsOf, statusOf, findOnlyMail } from "../../../../support/money";
import { aBookingOf, aHold, aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";
import { disableSessionLock } from "../../../../support/disabled-protections";
import { aFullSession, joinWaitlist, waitlistStatuses } from "../../../../support/waitlist";

const anAttendee = (
  session: { id: string },
  values: { payment?: "door" | "transfer" | "free"; formKey?: string } = {},
) => ({
  sessionId: session.id,
  firstName: "Tomas",
  lastName: "Lindqvist",
  email: `tomas-${randomUUID()}@example.com`,
  formKey: randomUUID() as string,
  payment: "transfer" as const,
  ...values,
});

const listOf = async (admin: Awaited<ReturnType<typeof anAdmin>>, session: { id: string }) =>
  (await admin.api.bookings.attendees.list({ sessionId: session.id, page: 1 })).attendees;

const unexplained = async (app: TestApp) => (await listLedger(app.services, { page: 1 })).counts.unexplained;

test("lists every attendee with a status badge, cancelled bookings last", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  const gone = await aPaidBooking(app, session);
  await app.as().bookings.cancel({ bookingId: gone.bookingId, key: gone.key });
  app.clock.moveBy(1);
  await aPaidBooking(app, session);
  app.clock.moveBy(1);
  await aHold(app, session);
  app.clock.moveBy(1);
  await admin.api.bookings.attendees.add(anAttendee(session));
  app.clock.moveBy(1);
  await admin.api.bookings.attendees.add(anAttendee(session, { payment: "free" }));
  const list = await listOf(admin, session);
  expect(list.map(({ badge, price, canSync, canMarkPaid }) => [badge.label, price, canSync, canMarkPaid])).toEqual([
    ["Paid", "£18.00", false, false],
    ["Pending Payment", "£18.00", true, false],
    ["Pending Payment: by transfer", "£18.00", false, true],
    ["Free", "Free", false, false],
    ["Cancelled", "£18.00", false, false],
  ]);
});

test("gives an attendee added by hand a place and a confirmation that states the amount due at the door", async ({
  app,
}) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db, { locationType: "onsite", zoomLink: null });
  const door = anAttendee(session, { payment: "door" });
  await Promise.all([admin.api.bookings.attendees.add(door), admin.api.bookings.attendees.add(door)]);
  const [added] = await listOf(admin, session);
  expect(await statusOf(app, added!.id)).toBe("confirmed pending");
  expect(await auditOf(app, added!.id)).toEqual(["booking.added"]);
  const [mail, ...others] = await mailsOf(app, "booking-confirmation", door.email);
  expect(others).toEqual([]);
  expect(mail!.text).toMatch(/^To pay +£18.00 at the door$/m);
  const free = anAttendee(session, { payment: "free" });
  await admin.api.bookings.attendees.add(free);
  expect((await mailsOf(app, "booking-confirmation", free.email))[0]!.text).toMatch(/^Paid +Free$/m);
});

test("sells the last place exactly once when an admin and a visitor take it at the same moment", async ({ app }) => {
  const { api } = await anAdmin(app);
  const refusals = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
    const tries = await Promise.allSettled([
      api.bookings.attendees.add(anAttendee(session)),
      app.as().bookings.create(aBookingOf(session)),
    ]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of tries) if (outcome.status === "rejected") refusals.add(String(outcome.reason));
  }
  const allowed = ["TRPCError: No place is free. Raise the number of places first.", "TRPCError: SOLD OUT"];
  expect([...refusals].filter((refusal) => !allowed.includes(refusal))).toEqual([]);
});

test("refuses to oversell by hand even without the lock", async ({ app }) => {
  disableSessionLock(app);
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
  const adding = Array.from({ length: 6 }, () => refusalOf(api.bookings.attendees.add(anAttendee(session))));
  const answers = await Promise.all(adding);
  expect(answers.filter(({ message }) => message === "it was not refused")).toHaveLength(1);
  expect(await app.db.$count(sessionBookings)).toBe(1);
});

test("records a payment by transfer once, as a payment outside Stripe", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  await admin.api.bookings.attendees.add(anAttendee(session));
  const { id } = (await listOf(admin, session))[0]!;
  const bookingId = { bookingId: id };
  await Promise.all([
    admin.api.bookings.attendees.markPaid(bookingId),
    admin.api.bookings.attendees.markPaid(bookingId),
  ]);
  expect(await statusOf(app, id)).toBe("completed paid");
  expect(await app.db.select().from(payments)).toMatchObject([
    { provider: "outside", state: "paid", amountMinor: 1800, currency: "GBP" },
  ]);
  expect(await auditOf(app, id)).toEqual(["booking.added", "booking.marked_paid"]);
  expect(await unexplained(app)).toBe(0);
});

test("refunds a removed attendee and offers the place to the waitlist", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId, key } = await aPaidBooking(app, session);
  await joinWaitlist(app, session, 1);
  const { attendeeEmail } = await readBooking(app, bookingId);
  expect(await admin.api.bookings.attendees.getRemoval({ bookingId })).toMatchObject({ refund: { byCard: "£18.00" } });
  await admin.api.bookings.attendees.remove({ bookingId });
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect(await refundsOf(app, bookingId)).toEqual(["1800 pending"]);
  expect(await waitlistStatuses(app, session)).toEqual(["offered"]);
  expect(await listOf(admin, session)).toEqual([]);
  const [mail] = await mailsOf(app, "booking-cancelled", attendeeEmail);
  expect(mail!.text).toContain("The full £18.00 is on its way back to you");
  await waitForAllEvents(app);
  expect([await statusOf(app, bookingId), await unexplained(app)]).toEqual(["cancelled refunded", 0]);
  expect((await refusalOf(app.as().bookings.getManaged({ bookingId, key }))).code).toBe("not_found");
  expect((await refusalOf(admin.api.bookings.attendees.remove({ bookingId }))).code).toBe("not_found");
  expect(await auditOf(app, bookingId)).toEqual(["booking.removed"]);
});

test("records a waived refund in the ledger and in the mails when the instructor keeps the money", async ({ app }) => {
  const admin = await anAdmin(app);
  const { bookingId } = await aPaidBooking(app, await aSession(app.db));
  await admin.api.bookings.attendees.remove({ bookingId, refund: "no" });
  expect(await refundsOf(app, bookingId)).toEqual([]);
  const booking = await readBooking(app, bookingId);
  expect(booking.refundWaivedAt).toEqual(app.clock.now());
  const [mail] = await mailsOf(app, "booking-cancelled", booking.attendeeEmail);
  expect(mail!.text).toContain("Your payment is not refunded");
  const { text } = await findOnlyMail(app, "admin-booking-cancelled");
  expect(text).toMatch(/\w+ \w+’s booking is cancelled.* Nothing is refunded: you keep the payment\./);
  expect(await unexplained(app)).toBe(0);
});

test("refunds an attendee once when two admins remove the booking at the same time", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { bookingId } = await aPaidBooking(app, await aSession(app.db));
  const removing = [1, 2].map(() => refusalOf(api.bookings.attendees.remove({ bookingId })));
  expect((await Promise.all(removing)).map(({ message }) => message).sort()).toEqual([
    "This attendee is no longer on the list.",
    "it was not refused",
  ]);
  expect(await refundsOf(app, bookingId)).toEqual(["1800 pending"]);
});

test("removes an attendee with an unpaid hold after closing the payment page, and refuses if the payment has succeeded", async ({
  app,
}) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  const { bookingId, checkoutId } = await aHold(app, session);
  await admin.api.bookings.attendees.remove({ bookingId });
  expect(await statusOf(app, bookingId)).toBe("cancelled cancelled");
  const { status } = await app.services.stripe.client.checkout.sessions.retrieve(checkoutId);
  expect(status).toBe("expired");
  const paying = await aHold(app, session);
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(paying.checkoutId);
  const refused = await refusalOf(admin.api.bookings.attendees.remove({ bookingId: paying.bookingId }));
  expect(refused.code).toBe("changed_meanwhile");
  expect(await statusOf(app, paying.bookingId)).toBe("completed paid");
});

test("reports from Sync whether the payment is newly paid, already paid or unchanged", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { bookingId, checkoutId } = await aHold(app, await aSession(app.db));
  expect(await api.bookings.attendees.sync({ bookingId })).toEqual({ updated: false, alreadyPaid: false });
  await app.stripe.control.hold({});
  await app.stripe.control.payNow(checkoutId);
  expect(await api.bookings.attendees.sync({ bookingId })).toEqual({ updated: true, alreadyPaid: false });
  expect(await api.bookings.attendees.sync({ bookingId })).toEqual({ updated: false, alreadyPaid: true });
});

test("checks an attendee in, undoes the check-in and keeps a note", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  const { id: bookingId } = await aFreeBooking(app, session);
  const tick = (isHere: boolean) => admin.api.bookings.attendees.checkIn({ ticketId: bookingId, isHere });
  await tick(true);
  await tick(true);
  const list = () => admin.api.bookings.attendees.list({ sessionId: session.id, page: 1 });
  expect((await list()).counts).toEqual({ booked: 1, here: 1, cancelled: 0 });
  await tick(false);
  expect((await list()).counts).toEqual({ booked: 1, here: 0, cancelled: 0 });
  await admin.api.bookings.attendees.note({ bookingId, note: "Knee: no kneeling" });
  expect((await list()).attendees).toMatchObject([{ note: "Knee: no kneeling", tickets: [{ checkedInAt: null }] }]);
  expect(await auditOf(app, bookingId)).toEqual(["booking.checked_in", "booking.check_in_undone", "booking.noted"]);
});

test("sends a message once to each attendee with a place, however often the form is posted", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  const message = {
    sessionId: session.id,
    subject: "A warm layer",
    text: "Hello.\r\n\r\nBring\r\nsocks.",
    formKey: randomUUID(),
  };
  expect((await refusalOf(api.bookings.attendees.message(message))).code).toBe("closed");
  const booked = [await aFreeBooking(app, session), await aFreeBooking(app, session)];
  expect(await api.bookings.attendees.getMessageForm({ sessionId: session.id })).toMatchObject({ recipients: 2 });
  expect(await api.bookings.attendees.message(message)).toEqual({ sent: 2 });
  await aFreeBooking(app, session);
  expect(await api.bookings.attendees.message(message)).toEqual({ sent: 2 });
  expect(await recipientsOf(app, "attendee-message")).toEqual(booked.map(({ attendeeEmail }) => attendeeEmail).sort());
  const [mail] = await mailsOf(app, "attendee-message", booked[0]!.attendeeEmail);
  expect(mail!.subject).toBe("A warm layer");
  expect(mail!.text).toContain("Bring\nsocks.");
});

test("refuses to add an attendee to a full or cancelled session", async ({ app }) => {
  const { api } = await anAdmin(app);
  const full = await aFullSession(app, 1);
  expect(await refusalOf(api.bookings.attendees.add(anAttendee(full)))).toEqual({
    code: "sold_out",
    message: "No place is free. Raise the number of places first.",
  });
  const cancelled = await aSession(app.db, { cancelledAt: new Date() });
  expect((await refusalOf(api.bookings.attendees.add(anAttendee(cancelled)))).code).toBe("closed");
});

test.for([
  ["online", "transfer", "door"],
  ["onsite", "door", "transfer"],
] as const)(
  "a place in a session that is %s is paid by %s, not by %s",
  async ([locationType, payment, other], { app }) => {
    const admin = await anAdmin(app);
    const session = await aSession(app.db, { locationType });
    const { attendees } = admin.api.bookings;
    expect((await attendees.getForm({ sessionId: session.id })).laterBy).toBe(payment);
    const refused = await refusalOf(attendees.add(anAttendee(session, { payment: other })));
    expect(refused).toMatchObject({
      code: "invalid",
      message: expect.stringContaining("choose again how it is paid") as string,
    });
    await attendees.add(anAttendee(session, { payment }));
    const [added] = await listOf(admin, session);
    expect(added!.badge.label).toBe(
      payment === "door" ? "Pending Payment: at the door" : "Pending Payment: by transfer",
    );
    const { arrivals } = await attendees.listArrivals({ sessionId: session.id, search: "", page: 1 });
    expect(arrivals.map(({ laterBy }) => laterBy)).toEqual([payment]);
    // A session that moves online takes its attendees' payment away from the door.
    await app.db.update(liveSessions).set({ locationType: "online" }).where(eq(liveSessions.id, session.id));
    expect((await listOf(admin, session))[0]!.badge.label).toBe("Pending Payment: by transfer");
  },
);
