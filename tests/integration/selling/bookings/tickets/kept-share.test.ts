import { eq } from "drizzle-orm";
import { bookingTickets } from "@db/schema";
import { refusalOf } from "../../../../support/accounts";
import { anAdmin } from "../../../../support/admin-sessions";
import { findOnlyMail, readBooking, refundsOf } from "../../../../support/money";
import { aSession } from "../../../../support/sessions";
import { aFormFor, bookTickets, ticketIdsOf } from "../../../../support/tickets";
import { expect, test, type TestApp } from "../../../../support/test-app";

/** A booking of three tickets for £36.00, of which the admin has cancelled the second and kept its share. */
async function aBookingWithAKeptShare(app: TestApp) {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 1200 });
  const booked = await bookTickets(app, session, { quantity: 3, ticketNames: "Ben Weir" });
  const ref = { bookingId: booked.bookingId, ticketId: booked.ticketIds[1]! };
  await api.bookings.attendees.cancelTicket({ ...ref, refund: "no" });
  return { api, session, ref, ...booked };
}

const cancelledRefunds = async (app: TestApp, bookingId: string) => (await refundsOf(app, bookingId)).sort();

test("keeps the share of a cancelled ticket if the admin says so, and tells the attendee", async ({ app }) => {
  const { bookingId, ref } = await aBookingWithAKeptShare(app);
  expect(await refundsOf(app, bookingId)).toEqual([]);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "completed", paymentStatus: "paid", quantity: 2 });
  const [ticket] = await app.db.select().from(bookingTickets).where(eq(bookingTickets.id, ref.ticketId));
  expect(ticket!.refundWaivedAt).toEqual(app.clock.now());
  await app.runJobs();
  const { text } = await findOnlyMail(app, "ticket-cancelled");
  expect(text).toContain("2 tickets are still booked. Its share is not refunded");
  expect(text).not.toContain("There is nothing to refund");
});

test("cancelling the rest returns exactly what the page showed, without the kept share", async ({ app }) => {
  const { bookingId, key, ref } = await aBookingWithAKeptShare(app);
  expect((await app.as().bookings.getManaged({ bookingId, key })).refund).toMatchObject({ byCard: "£24.00" });
  await app.as().bookings.cancel({ bookingId, key });
  expect(await cancelledRefunds(app, bookingId)).toEqual(["2400 pending"]);
  expect((await readBooking(app, bookingId)).refundWaivedAt).not.toBeNull();
  const [ticket] = await app.db.select().from(bookingTickets).where(eq(bookingTickets.id, ref.ticketId));
  expect(ticket!.refundWaivedAt).not.toBeNull();
});

test("cancelling the session and removing the attendee leave the kept share kept", async ({ app }) => {
  const first = await aBookingWithAKeptShare(app);
  const { api, session } = first;
  await api.sessions.cancel({ id: session.id });
  expect(await cancelledRefunds(app, first.bookingId)).toEqual(["2400 pending"]);
  const second = await aBookingWithAKeptShare(app);
  const { bookingId } = second;
  expect(await api.bookings.attendees.getRemoval({ bookingId })).toMatchObject({ refund: { byCard: "£24.00" } });
  await api.bookings.attendees.remove({ bookingId, refund: "yes" });
  expect(await cancelledRefunds(app, bookingId)).toEqual(["2400 pending"]);
});

test("shows the admin what cancelling a ticket returns, and that a cancelled one is over", async ({ app }) => {
  const { api, ref, bookingId, ticketIds } = await aBookingWithAKeptShare(app);
  const { attendees } = api.bookings;
  expect(await attendees.getTicketRemoval({ bookingId, ticketId: ticketIds[2]! })).toMatchObject({
    name: "Hannah Okafor (ticket 3)",
    booker: "Hannah Okafor",
    canCancel: true,
    isLast: false,
    refund: { byCard: "£12.00", byHand: null },
  });
  expect(await attendees.getTicketRemoval(ref)).toMatchObject({ name: "Ben Weir", canCancel: false });
  const other = await bookTickets(app, await aSession(app.db, { priceMinor: 0 }), { quantity: 2 });
  const foreign = { bookingId, ticketId: other.ticketIds[0]! };
  expect((await refusalOf(attendees.getTicketRemoval(foreign))).code).toBe("not_found");
});

test("keeps nothing for a free ticket, and refuses to cancel a ticket of an unpaid hold", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { bookingId, key, ticketIds } = await bookTickets(app, await aSession(app.db, { priceMinor: 0 }), {
    quantity: 2,
  });
  await api.bookings.attendees.cancelTicket({ bookingId, ticketId: ticketIds[1]!, refund: "no" });
  const tickets = await app.db.select().from(bookingTickets).where(eq(bookingTickets.bookingId, bookingId));
  expect(tickets.map(({ refundWaivedAt }) => refundWaivedAt)).toEqual([null, null]);
  await app.as().bookings.cancel({ bookingId, key });
  expect((await readBooking(app, bookingId)).refundWaivedAt).toBeNull();
  const held = await app.as().bookings.create(aFormFor(await aSession(app.db), { quantity: 2 }));
  const [ticketId] = (await ticketIdsOf(app, held.bookingId)) as [string];
  const refused = await refusalOf(api.bookings.attendees.cancelTicket({ bookingId: held.bookingId, ticketId }));
  expect(refused.message).toBe("This booking isn’t paid yet, so you can only remove the whole booking.");
});
