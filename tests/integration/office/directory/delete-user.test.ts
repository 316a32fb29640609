import { randomUUID } from "node:crypto";
import { refunds } from "@db/schema";
import { anAccount, refusalOf } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { readBooking } from "../../../support/bookings";
import { aManualBooking, aPaidManualBooking } from "../../../support/manual-bookings";
import { findOnlyMail } from "../../../support/money";
import { aBookingFor, aPaymentFor, inHours } from "../../../support/profile";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

test("requires refunds by hand to be made or waived before the account is deleted, so that none stays owed", async ({
  app,
}) => {
  const admin = await anAdmin(app);
  const member = await anAccount(app.db);
  const session = await aSession(app.db);
  await aPaymentFor(app, await aBookingFor(app, member, session));
  const bookingId = await aPaidManualBooking(app, admin, session, { email: member.email });
  const { users: api, payments, orders } = admin.api;
  const deletion = { id: member.id, refund: "yes" as const };
  expect(await api.getDeletion({ id: member.id })).toMatchObject({
    refund: { byCard: "£18.00", byHand: "£18.00" },
    paidByHand: [{ of: "“Evening Wind-Down”", amount: "£18.00", order: { kind: "booking", id: bookingId } }],
    obstacles: [],
  });
  expect(await refusalOf(api.delete(deletion))).toEqual({
    code: "closed",
    message:
      "£18.00 for “Evening Wind-Down” was paid outside Stripe. Once the account is deleted, there is no record of who to refund. Refund it first, or keep the money.",
  });
  const [paid] = (await orders.get({ kind: "booking", id: bookingId })).payments;
  await payments.refund({ paymentId: paid!.paymentId, amountMinor: 1800, formKey: randomUUID() });
  const owed = "£18.00 for “Evening Wind-Down” still has to be refunded by hand.";
  const [obstacle, ...others] = (await api.getDeletion({ id: member.id })).obstacles;
  expect([obstacle?.owedByHand, others]).toEqual([{ kind: "booking", id: bookingId }, []]);
  expect(obstacle?.text).toContain(owed);
  // Owed already, even if the instructor keeps the rest.
  for (const refund of ["yes", "no"] as const) {
    expect((await refusalOf(api.delete({ id: member.id, refund }))).message).toContain(owed);
  }
  for (const item of (await orders.get({ kind: "booking", id: bookingId })).owedByHand) {
    await payments.settleOutsideRefund(item);
  }
  await api.delete(deletion);
  expect((await readBooking(app, bookingId)).attendeeEmail).toMatch(/@deleted\.invalid$/);
});

test("owes nothing when the instructor keeps the money", async ({ app }) => {
  const admin = await anAdmin(app);
  const member = await anAccount(app.db);
  const bookingId = await aPaidManualBooking(app, admin, await aSession(app.db), { email: member.email });
  await admin.api.users.delete({ id: member.id, refund: "no" });
  expect((await readBooking(app, bookingId)).refundWaivedAt).not.toBeNull();
  expect(await app.db.$count(refunds)).toBe(0);
  await app.runJobs();
  expect((await findOnlyMail(app, "admin-booking-cancelled")).text).toContain("you keep the payment.");
});

test("owes a removed attendee a refund, and removes the name with the account", async ({ app }) => {
  const admin = await anAdmin(app);
  const member = await anAccount(app.db);
  const bookingId = await aPaidManualBooking(app, admin, await aSession(app.db), { email: member.email });
  await admin.api.bookings.attendees.remove({ bookingId });
  const refused = await refusalOf(admin.api.users.delete({ id: member.id, refund: "yes" }));
  expect(refused.message).toContain("still has to be refunded by hand");
  for (const item of (await admin.api.orders.get({ kind: "booking", id: bookingId })).owedByHand) {
    await admin.api.payments.settleOutsideRefund(item);
  }
  await admin.api.users.delete({ id: member.id, refund: "yes" });
  const { attendeeEmail, attendeeLastName } = await readBooking(app, bookingId);
  expect([attendeeEmail.endsWith("@deleted.invalid"), attendeeLastName]).toEqual([true, "member"]);
});

test("owes nothing to a deleted account that paid at the door at the same moment", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  for (let round = 0; round < 6; round += 1) {
    const member = await anAccount(app.db);
    const bookingId = await aManualBooking(app, admin, session, { email: member.email });
    await Promise.allSettled([
      admin.api.bookings.attendees.markPaid({ bookingId }),
      admin.api.users.delete({ id: member.id, refund: "yes" }),
    ]);
    const { status, attendeeEmail } = await readBooking(app, bookingId);
    const isGone = attendeeEmail.endsWith("@deleted.invalid");
    // Either the payment came first and the account stays, or the account is gone and nothing was paid.
    expect([isGone, status]).toEqual(isGone ? [true, "cancelled"] : [false, "completed"]);
  }
  expect(await app.db.$count(refunds)).toBe(0);
});

test("lists a deleted member without an address", async ({ app }) => {
  const { api } = await anAdmin(app);
  const member = await anAccount(app.db);
  const session = await aSession(app.db, { startTime: inHours(app, -48) });
  const { id } = await aBookingFor(app, member, session, { status: "completed" });
  await api.users.delete({ id: member.id, refund: "yes" });
  const shown = [
    (await api.orders.list({})).orders[0]!.email,
    (await api.orders.get({ kind: "booking", id })).email,
    (await api.orders.listBookings({})).bookings[0]!.email,
    (await api.bookings.attendees.list({ sessionId: session.id, page: 1 })).attendees[0]!.email,
    (await api.bookings.attendees.getRemoval({ bookingId: id })).email,
  ];
  expect(new Set(shown)).toEqual(new Set(["Deleted account"]));
});
