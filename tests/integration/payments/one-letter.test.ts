import { randomUUID } from "node:crypto";
import { asAdmin } from "../../support/admin";
import { aBookedCourse, aCourseOf, someDates } from "../../support/courses";
import { aPaidBooking, waitForAllEvents } from "../../support/money";
import { aSession } from "../../support/sessions";
import { bookTickets } from "../../support/tickets";
import { expect, test, type TestApp } from "../../support/test-app";

type Admin = Awaited<ReturnType<typeof asAdmin>>;

/** Buys something, and returns what cancels it and refunds £10.00 or more. */
type Sale = (app: TestApp, admin: Admin) => Promise<() => Promise<unknown>>;

const aBooking = async (app: TestApp) => aPaidBooking(app, await aSession(app.db));
const threeTickets = async (app: TestApp) =>
  bookTickets(app, await aSession(app.db), { quantity: 3, quote: "GBP:5400" });

async function aCourse(app: TestApp) {
  const { id } = await aCourseOf(app.db, await someDates(app.db));
  return aBookedCourse(app, id);
}

const rows: [event: string, letter: string, sale: Sale][] = [
  [
    "a customer who cancels a booking",
    "Your booking is cancelled",
    async (app) => {
      const { bookingId, key } = await aBooking(app);
      return () => app.as().bookings.cancel({ bookingId, key });
    },
  ],
  [
    "a customer who cancels one ticket",
    "One ticket is cancelled",
    async (app) => {
      const { bookingId, key, ticketIds } = await threeTickets(app);
      return () => app.as().bookings.cancelTicket({ bookingId, key, ticketId: ticketIds[0]! });
    },
  ],
  [
    "the instructor who cancels one ticket",
    "One ticket is cancelled",
    async (app, admin) => {
      const { bookingId, ticketIds } = await threeTickets(app);
      return () => admin.bookings.attendees.cancelTicket({ bookingId, ticketId: ticketIds[0]!, refund: "yes" });
    },
  ],
  [
    "the instructor who removes an attendee",
    "Your booking is cancelled",
    async (app, admin) => {
      const { bookingId } = await aBooking(app);
      return () => admin.bookings.attendees.remove({ bookingId, refund: "yes" });
    },
  ],
  [
    "the instructor who refunds a booking and cancels the place",
    "Your booking is cancelled",
    async (app, admin) => {
      const { paymentId } = await aBooking(app);
      const refund = { paymentId, amountMinor: 1800, isPlaceCancelled: true };
      return () => admin.payments.refund({ ...refund, formKey: randomUUID() });
    },
  ],
  [
    "the instructor who cancels a session",
    "Session cancelled",
    async (app, admin) => {
      const session = await aSession(app.db);
      await aPaidBooking(app, session);
      return () => admin.sessions.cancel({ id: session.id });
    },
  ],
  [
    "a customer who cancels a course",
    "Your course is cancelled",
    async (app) => {
      const { purchaseId } = await aCourse(app);
      const { manageKey } = (await app.db.query.purchases.findFirst())!;
      return () => app.as().courses.cancel({ purchaseId, key: manageKey });
    },
  ],
  [
    "the instructor who refunds a part of a course and ends its dates",
    "Your course is cancelled",
    async (app, admin) => {
      const { paymentId } = await aCourse(app);
      const refund = { paymentId, amountMinor: 1000, isPlaceCancelled: true };
      return () => admin.payments.refund({ ...refund, formKey: randomUUID() });
    },
  ],
];

test.for(rows)("sends one letter on what is cancelled and refunded by %s", async ([, letter, sale], { app }) => {
  const admin = await asAdmin(app);
  const cancel = await sale(app, admin);
  await app.runJobs();
  const before = app.sentMails.length;
  await cancel();
  await app.runJobs();
  await waitForAllEvents(app);
  await app.runJobs();
  const settings = app.services.settings;
  const toCustomer = app.sentMails.slice(before).filter(({ to }) => to !== settings.adminEmail);
  expect(toCustomer.map(({ subject }) => subject.split(":")[0])).toEqual([letter]);
  expect(toCustomer[0]!.text).toMatch(/£\d+\.\d\d is on its way back/);
});
