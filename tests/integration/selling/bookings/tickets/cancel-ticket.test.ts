import { eq } from "drizzle-orm";
import { bookingTickets, discountCodes, payments } from "@db/schema";
import { createRefund } from "@server/payments/refunds";
import { refusalOf } from "../../../../support/accounts";
import { anAdmin, auditOf } from "../../../../support/admin-sessions";
import {
  mailedTemplates,
  findOnlyMail,
  readBooking,
  refundsAtStripe,
  refundsOf,
  statusOf,
  waitForAllEvents,
} from "../../../../support/money";
import { aSession } from "../../../../support/sessions";
import { aFormFor, bookTickets, ticketIdsOf } from "../../../../support/tickets";
import { joinWaitlist, waitlistStatuses } from "../../../../support/waitlist";
import { expect, test, type TestApp } from "../../../../support/test-app";

async function threeFor2833(app: TestApp, values: Parameters<typeof aSession>[1] = {}) {
  const session = await aSession(app.db, { priceMinor: 1111, enteredPriceMinor: 1111, ...values });
  const terms = { discountType: "fixed_amount" as const, discountAmountMinor: 500, discountCurrency: "GBP" as const };
  await app.db.insert(discountCodes).values({ code: "FIVER", ...terms });
  return { session, ...(await bookTickets(app, session, { quantity: 3, discountCode: "FIVER", quote: "GBP:2833" })) };
}

test("returns each ticket's share, which add up to what was paid, and ends with the last one", async ({ app }) => {
  const { bookingId, key, checkoutId, ticketIds } = await threeFor2833(app, { maxAttendees: 3 });
  const cancel = (nth: number) => app.as().bookings.cancelTicket({ bookingId, key, ticketId: ticketIds[nth]! });
  await cancel(0);
  await app.runJobs();
  await waitForAllEvents(app);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["945 succeeded"]);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "completed", paymentStatus: "paid", quantity: 2 });
  expect((await findOnlyMail(app, "ticket-cancelled")).text).toMatch(/2 tickets are still booked\. .*£9\.45/);
  expect((await findOnlyMail(app, "admin-ticket-cancelled")).text).toMatch(/2 of 3\s+taken/);

  await cancel(2);
  await cancel(1);
  await app.runJobs();
  await waitForAllEvents(app);
  expect(await refundsAtStripe(app, checkoutId)).toEqual(["945 succeeded", "944 succeeded", "944 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  expect((await mailedTemplates(app)).filter((template) => template.includes("cancelled"))).toEqual([
    "admin-booking-cancelled",
    "admin-ticket-cancelled",
    "admin-ticket-cancelled",
    "booking-cancelled",
    "ticket-cancelled",
    "ticket-cancelled",
  ]);
});

test("returns what is left when the rest of the booking is cancelled as a whole", async ({ app }) => {
  const { bookingId, key, checkoutId, ticketIds } = await threeFor2833(app);
  await app.as().bookings.cancelTicket({ bookingId, key, ticketId: ticketIds[1]! });
  await app.as().bookings.cancel({ bookingId, key });
  await app.runJobs();
  await waitForAllEvents(app);
  expect((await refundsAtStripe(app, checkoutId)).sort()).toEqual(["1889 succeeded", "944 succeeded"]);
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
});

test("cancels and refunds one ticket once when it is cancelled ten times at once", async ({ app }) => {
  const { bookingId, key, ticketIds } = await threeFor2833(app);
  const cancel = () => app.as().bookings.cancelTicket({ bookingId, key, ticketId: ticketIds[2]! });
  await Promise.all(Array.from({ length: 10 }, cancel));
  expect(await refundsOf(app, bookingId)).toEqual(["944 pending"]);
  expect(await readBooking(app, bookingId)).toMatchObject({ quantity: 2 });
});

test("ends the booking once when all its tickets are cancelled at once", async ({ app }) => {
  const { bookingId, key, ticketIds } = await threeFor2833(app);
  await Promise.all(ticketIds.map((ticketId) => app.as().bookings.cancelTicket({ bookingId, key, ticketId })));
  const refunded = (await refundsOf(app, bookingId)).reduce((sum, refund) => sum + Number.parseInt(refund), 0);
  expect(refunded).toBe(2833);
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
});

test("a refund of one ticket that completes an earlier refund by hand leaves the other tickets booked", async ({
  app,
}) => {
  const { bookingId, key, ticketIds } = await threeFor2833(app);
  const [payment] = await app.db.select().from(payments);
  await app.db.transaction((tx) => createRefund(tx, payment!, { amountMinor: 1889, reason: "admin" }));
  await app.as().bookings.cancelTicket({ bookingId, key, ticketId: ticketIds[0]! });
  await app.runJobs();
  await waitForAllEvents(app);
  expect(await refundsOf(app, bookingId)).toEqual(["1889 succeeded", "944 succeeded"]);
  expect(await readBooking(app, bookingId)).toMatchObject({ status: "completed", quantity: 2 });
});

test("refuses outside the window, for an unpaid hold, with a wrong key and for another booking's ticket", async ({
  app,
}) => {
  const { session, bookingId, key, ticketIds } = await threeFor2833(app);
  const [ticketId] = ticketIds as [string];
  const cancel = (ref: { bookingId: string; key: string; ticketId: string }) =>
    refusalOf(app.as().bookings.cancelTicket(ref));
  const other = await bookTickets(app, await aSession(app.db, { priceMinor: 0 }), { quantity: 2 });
  expect((await cancel({ bookingId, key: "wrong", ticketId })).code).toBe("not_found");
  expect((await cancel({ bookingId, key: other.key, ticketId })).code).toBe("not_found");
  expect((await cancel({ bookingId, key, ticketId: other.ticketIds[1]! })).code).toBe("not_found");
  const held = await app.as().bookings.create(aFormFor(session, { quantity: 2 }));
  const { manageKey } = await readBooking(app, held.bookingId);
  const [heldTicket] = (await ticketIdsOf(app, held.bookingId)) as [string];
  expect((await cancel({ bookingId: held.bookingId, key: manageKey, ticketId: heldTicket })).message).toBe(
    "This booking isn’t paid yet. Please cancel the whole booking and book again.",
  );
  app.clock.moveBy(49 * 60);
  expect(await cancel({ bookingId, key, ticketId })).toEqual({
    code: "closed",
    message: "You can no longer cancel this booking online. Please write to me.",
  });
  expect(await refundsOf(app, bookingId)).toEqual([]);
});

test("offers the place of a cancelled ticket to the waitlist", async ({ app }) => {
  const { session, bookingId, key, ticketIds } = await threeFor2833(app, { maxAttendees: 3 });
  await joinWaitlist(app, session, 2);
  await app.as().bookings.cancelTicket({ bookingId, key, ticketId: ticketIds[2]! });
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting"]);
});

test("lets the admin cancel one ticket after the window, with its share and an audit entry", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { bookingId, ticketIds } = await threeFor2833(app);
  app.clock.moveBy(60 * 60);
  const cancel = () => api.bookings.attendees.cancelTicket({ bookingId, ticketId: ticketIds[1]! });
  expect(await cancel()).toEqual({ owedByHand: null });
  expect(await cancel()).toEqual({ owedByHand: null });
  expect(await refundsOf(app, bookingId)).toEqual(["944 pending"]);
  expect(await auditOf(app, bookingId)).toEqual(["booking.ticket_cancelled"]);
});

test("checks in each ticket by its name, but not a cancelled one", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  const booked = await bookTickets(app, session, { quantity: 4, ticketNames: "Ben Weir\nÉva Weir" });
  const { bookingId, key, ticketIds } = booked;
  await app.as().bookings.cancelTicket({ bookingId, key, ticketId: ticketIds[2]! });
  const list = (search = "") => api.bookings.attendees.listArrivals({ sessionId: session.id, search, page: 1 });
  expect((await list()).arrivals.map(({ id, name }) => [ticketIds.indexOf(id), name])).toEqual([
    [1, "Ben Weir"],
    [0, "Hannah Okafor"],
    [3, "Hannah Okafor (ticket 4)"],
  ]);
  expect((await list("weir")).arrivals.map(({ name }) => name)).toEqual(["Ben Weir"]);
  expect((await list("hannah")).arrivals).toHaveLength(3);
  const { checkIn } = api.bookings.attendees;
  expect(await checkIn({ ticketId: ticketIds[1]!, isHere: true })).toMatchObject({ counts: { booked: 3, here: 1 } });
  expect((await refusalOf(checkIn({ ticketId: ticketIds[2]!, isHere: true }))).code).toBe("closed");
  const saved = await app.db.select().from(bookingTickets).where(eq(bookingTickets.id, ticketIds[1]!));
  expect(saved).toMatchObject([{ checkedInAt: app.clock.now() }]);
});
