import { randomUUID } from "node:crypto";
import { outboxEmails } from "@db/schema";
import { renderMail } from "@server/platform/mail/templates";
import { eq } from "drizzle-orm";
import { anAdmin } from "../../support/admin-sessions";
import { recordsOfCsv } from "../../support/csv";
import { readBooking, waitForAllEvents } from "../../support/money";
import { aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";
import { bookTickets } from "../../support/tickets";

type Template = Parameters<typeof renderMail>[0];

/** Returns the texts of all mails of a template, oldest first. */
async function textsOf({ db }: TestApp, template: Template): Promise<string[]> {
  const mails = await db.query.outboxEmails.findMany({
    where: eq(outboxEmails.template, template),
    orderBy: outboxEmails.createdAt,
  });
  return mails.map(({ props }) => renderMail(template, props as object).text.replaceAll(/\s+/g, " "));
}

/** Three tickets of £18 each, of which one is cancelled before the bank disputes the payment. */
async function aDisputedBooking(app: TestApp, refund: "yes" | "no" = "yes") {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  const { bookingId, ticketIds, checkoutId } = await bookTickets(app, session, { quantity: 3 });
  await admin.api.bookings.attendees.cancelTicket({ bookingId, ticketId: ticketIds[2]!, refund });
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  const { id: disputeId } = await app.stripe.control.dispute({ sessionId: checkoutId });
  await waitForAllEvents(app);
  const decide = async (status: "won" | "lost") => {
    await app.stripe.control.moveDispute({ disputeId, status });
    await waitForAllEvents(app);
  };
  return { api: admin.api, session, bookingId, decide };
}

test("names the disputed money as a session is cancelled, and asks for its refund once the dispute is won", async ({
  app,
}) => {
  const { api, session, bookingId, decide } = await aDisputedBooking(app);
  const { refund } = await api.sessions.getEnding({ id: session.id });
  expect([refund.byCard, refund.atBank.disputed]).toEqual([null, { amount: "£36.00", bookings: 1 }]);

  await api.sessions.cancel({ id: session.id });
  const [told] = await textsOf(app, "session-cancelled");
  expect(told).toContain("Your bank is looking into £36.00 of your payment, which was disputed");
  expect(told).not.toContain("nothing to pay");
  expect((await api.sessions.get({ id: session.id })).money).toMatchObject({
    missing: null,
    atBank: { disputed: { amount: "£36.00", bookings: 1 } },
  });
  const waiting = async () => (await api.office.getOverview()).waiting;
  expect(await waiting()).toMatchObject({ toRefund: [], unexplained: 0 });

  await decide("won");
  expect((await textsOf(app, "admin-dispute")).at(-1)).toMatch(
    /The £54\.00 is yours again\. Hannah Okafor’s booking has ended meanwhile, so £36\.00 of it is for you to refund\..*Refund £36\.00/,
  );
  expect(await waiting()).toMatchObject({
    toRefund: [{ kind: "booking", id: bookingId, customer: "Hannah Okafor", amount: "£36.00" }],
    unexplained: 0,
  });
  const { lines } = await api.payments.listLedger({});
  expect(lines.filter(({ problem }) => problem)).toMatchObject([{ problem: "refund_owed", toRefund: "£36.00" }]);
  expect((await api.payments.listLedger({})).counts).toMatchObject({ unexplained: 0, toRefund: 1 });

  const { payments } = await api.orders.get({ kind: "booking", id: bookingId });
  expect(payments).toMatchObject([{ left: "£36.00" }]);
  const { paymentId } = payments[0]!;
  await api.payments.refund({ paymentId, amountMinor: 3600, formKey: randomUUID(), isPlaceCancelled: true });
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  expect(await waiting()).toMatchObject({ toRefund: [], unexplained: 0 });
});

test("asks for no more than the rest once a dispute is won of a booking with a share that is kept", async ({ app }) => {
  const { api, session, bookingId, decide } = await aDisputedBooking(app, "no");
  await api.sessions.cancel({ id: session.id });
  await decide("won");
  const waiting = async () => (await api.office.getOverview()).waiting;
  expect(await waiting()).toMatchObject({ toRefund: [{ id: bookingId, amount: "£36.00" }], unexplained: 0 });
  expect((await api.sessions.get({ id: session.id })).money).toMatchObject({ missing: "£36.00" });
  const { paymentId } = (await api.orders.get({ kind: "booking", id: bookingId })).payments[0]!;
  await api.payments.refund({ paymentId, amountMinor: 3600, formKey: randomUUID(), isPlaceCancelled: true });
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  expect(await waiting()).toMatchObject({ toRefund: [], unexplained: 0 });
  expect((await api.sessions.get({ id: session.id })).money.missing).toBeNull();
});

test("asks for no refund of what the bank has given back or of what the instructor keeps", async ({ app }) => {
  const { api, session, decide } = await aDisputedBooking(app);
  await decide("lost");
  const { refund } = await api.sessions.getEnding({ id: session.id });
  expect(refund.atBank).toMatchObject({ disputed: { amount: null }, lost: { amount: "£36.00", bookings: 1 } });
  await api.sessions.cancel({ id: session.id });
  expect((await textsOf(app, "session-cancelled"))[0]).toContain("Your bank has already returned £36.00 to you.");
  expect((await api.office.getOverview()).waiting).toMatchObject({ toRefund: [], unexplained: 0 });
});

test.for([
  ["an open", null, "disputed", "Disputed"],
  ["a lost", "lost", "dispute_lost", "Dispute lost"],
] as const)("says on every page and in the file that there is %s dispute", async ([, end, state, label], { app }) => {
  const { api, session, bookingId, decide } = await aDisputedBooking(app);
  if (end) await decide(end);
  expect((await api.orders.get({ kind: "booking", id: bookingId })).shown).toBe(state);
  expect((await api.orders.list({})).orders[0]).toMatchObject({ status: state, isRefundable: false });
  expect((await api.orders.listBookings({})).bookings[0]?.paymentStatus).toBe(state);
  const [attendee] = (await api.bookings.attendees.list({ sessionId: session.id })).attendees;
  expect(attendee).toMatchObject({
    badge: { status: state, label },
    notes: ["£18.00 refunded", "£54.00 taken back by the bank"],
    canRefund: false,
  });
  const [{ key } = { key: "" }] = (await api.people.list({})).people;
  expect((await api.people.get({ key })).history.items[0]).toMatchObject({
    status: state,
    notes: ["£18.00 refunded", "£54.00 taken back by the bank"],
  });

  expect((await api.orders.list({ status: state })).orders.map(({ id }) => id)).toEqual([bookingId]);
  for (const status of ["paid", state === "disputed" ? "dispute_lost" : "disputed"]) {
    expect((await api.orders.list({ status })).orders).toEqual([]);
  }
  const { manageKey } = await readBooking(app, bookingId);
  expect(await app.as().bookings.getManaged({ bookingId, key: manageKey })).toMatchObject({ dispute: state });

  await api.payments.syncPayouts();
  expect(await api.orders.get({ kind: "booking", id: bookingId })).toMatchObject({ disputeFees: ["£20.00"] });
  const [row] = recordsOfCsv((await api.orders.export({})).csv);
  const amount = (name: string) => Number(row?.[name]);
  expect([row?.Status, amount("Dispute fee (part of Stripe fee)")]).toEqual([label.toLowerCase(), 20]);
  const left = amount("Price") - amount("Refunded") - amount("Taken back by the bank") - amount("Stripe fee");
  expect(left).toBeCloseTo(amount("Net"));
});

test("says on a person's page that a booking is cancelled and refunded", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  await bookTickets(app, session, { quantity: 1 });
  await admin.api.sessions.cancel({ id: session.id });
  const [{ key } = { key: "" }] = (await admin.api.people.list({})).people;
  const first = async () => (await admin.api.people.get({ key })).history.items[0];
  expect(await first()).toMatchObject({ status: "paid", notes: ["Cancelled", "£18.00 on its way back"] });
  await app.runJobs("send-refund");
  await waitForAllEvents(app);
  expect(await first()).toMatchObject({ status: "refunded", notes: ["Cancelled"] });
});
