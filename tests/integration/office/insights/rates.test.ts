import { randomUUID } from "node:crypto";
import { sessionBookings } from "@db/schema";
import { listLedger } from "@server/office/orders/ledger/list-ledger";
import { eq } from "drizzle-orm";
import { asAdmin } from "../../../support/admin";
import { aBookedCourse, aCourseForm, payCourse, someDates } from "../../../support/courses";
import { payAtStripe } from "../../../support/gift-cards";
import { aChosenBooking, aCourseWithRates, aPassWithRates, aSessionWithRates } from "../../../support/rates";
import { expect, test, type TestApp } from "../../../support/test-app";

const checkoutOf = async ({ db }: TestApp, cause: { bookingId: string } | { purchaseId: string }) => {
  const rows = await db.query.payments.findMany();
  const id = Object.values(cause)[0];
  return rows.find((row) => row.bookingId === id || row.purchaseId === id)!.stripeCheckoutSessionId!;
};

test("counts the tickets, passes and courses of each rate, and the ledger names it", async ({ app }) => {
  const session = await aSessionWithRates(app);
  const tickets = { quantity: 2, rate1: 3, rate2: 2 };
  const { bookingId } = await app.as().bookings.create(await aChosenBooking(app.as(), session, tickets));
  await payAtStripe(app, await checkoutOf(app, { bookingId }));
  const cancelled = await app.as().bookings.create(await aChosenBooking(app.as(), session, { rate1: 3 }));
  await app.db
    .update(sessionBookings)
    .set({ status: "cancelled", paymentStatus: "cancelled" })
    .where(eq(sessionBookings.id, cancelled.bookingId));
  const { id: product } = await aPassWithRates(app);
  const { quote } = await app.as().purchases.getForm({ product, rate1: 2 });
  const guest = { firstName: "Ada", lastName: "Guest", email: "rates@example.com" };
  const bought = await app.as().purchases.create({ product, quote, rate1: 2, formKey: randomUUID(), ...guest });
  const course = await aCourseWithRates(app, await someDates(app.db));
  const { purchaseId } = await app.as().courses.book(await aCourseForm(app, course.id, { rate1: 2 }));
  await payCourse(app, { checkoutId: await checkoutOf(app, { purchaseId }) });
  await aBookedCourse(app, course.id);
  const admin = await asAdmin(app);
  expect((await admin.insights.get({})).rates).toEqual([
    { name: "Low income", sessions: 1, passes: 1, courses: 2 },
    { name: "Standard", sessions: 1, passes: 0, courses: 0 },
  ]);
  expect(bought.purchaseId).toBeTruthy();
  const { lines } = await listLedger(app.services, { month: undefined, page: 1 });
  const items = lines.map(({ order }) => order?.item);
  expect(items).toContain(`${session.title}, Low income at £12.00, Standard at £22.00`);
  expect(items).toContain("Breath Basics course, Low income at £50.00");
});
