import { bookingPayers, liveSessions, paysFor, purchases, sessionBookings } from "@db/schema";
import { courseBook } from "@server/selling/kinds/course-book";
import { checkBook } from "@server/office/doctor/check-books";
import { compareCourses } from "@server/payments/ledger/compare-courses";
import { and, eq, exists, sql } from "drizzle-orm";
import { asAdmin } from "../../support/admin";
import { aBookedCourse, aCourseOf, anOpenCourse, someDates } from "../../support/courses";
import { expect, test, type TestApp } from "../../support/test-app";

/** Books a course whose second date is cancelled by the instructor, after its first one was given up. */
async function aCourseInUse(app: TestApp) {
  const sessions = await someDates(app.db);
  const { id } = await aCourseOf(app.db, sessions);
  const { purchaseId } = await aBookedCourse(app, id);
  const bookingIn = async (sessionId: string) =>
    (await app.db.query.sessionBookings.findFirst({ where: eq(sessionBookings.sessionId, sessionId) }))!;
  const { id: bookingId, manageKey: key } = await bookingIn(sessions[0]!.id);
  await app.as().bookings.cancel({ bookingId, key });
  const admin = await asAdmin(app);
  await admin.sessions.cancel({ id: sessions[1]!.id });
  await app.runJobs();
  return { admin, id, purchaseId, held: await bookingIn(sessions[2]!.id) };
}

const compare = (app: TestApp) => compareCourses(app.db, app.clock.now());

test("explains what every course has cost by its dates, and what went back by those that were cancelled", async ({
  app,
}) => {
  const { admin } = await aCourseInUse(app);
  expect(await compare(app)).toEqual({
    courses: 1,
    sums: [{ currency: "GBP", paid: 10_000, booked: 3333, givenUp: 3334, returned: 3333 }],
    unexplained: [],
  });
  expect(await checkBook(courseBook, app)).toMatchObject([{ state: "fine" }]);
  expect((await admin.payments.listLedger({})).books[0]).toMatchObject({
    name: "Courses",
    sums: [
      "£100.00 paid = £33.33 for booked dates + £33.34 for dates that were given up + £33.33 returned for cancelled dates",
    ],
    unexplained: [],
  });
});

type HeldCourse = Awaited<ReturnType<typeof aCourseInUse>>;

const spoiled: Record<string, (app: TestApp, held: HeldCourse) => Promise<unknown>> = {
  "a date that is gone": ({ db }, { held }) => db.delete(sessionBookings).where(eq(sessionBookings.id, held.id)),
  "a share of another amount": ({ db }, { held }) =>
    db.update(bookingPayers).set({ share: 3334 }).where(eq(bookingPayers.bookingId, held.id)),
  "a date that waits for a payment although its course is paid": ({ db }, { held }) =>
    db
      .update(sessionBookings)
      .set({ status: "pending", paymentStatus: "pending" })
      .where(eq(sessionBookings.id, held.id)),
  "a date that is booked although its course is not paid": ({ db }, { purchaseId }) =>
    db.update(purchases).set({ status: "cancelled" }).where(eq(purchases.id, purchaseId)),
  "a share that did not go back": ({ db }) => db.execute(sql`update refunds set state = 'failed'`),
  "a date that was booked before its course was paid": async (app, { id }) => {
    await app.db.update(liveSessions).set({ cancelledAt: null });
    const open = await anOpenCourse(app, id);
    await app.db
      .update(sessionBookings)
      .set({ status: "completed", paymentStatus: "free" })
      .where(
        exists(
          app.db
            .select()
            .from(bookingPayers)
            .where(and(paysFor, eq(bookingPayers.purchaseId, open.purchaseId))),
        ),
      );
  },
};

test.for(Object.keys(spoiled))("does not explain %s", async (name, { app }) => {
  const course = await aCourseInUse(app);
  await spoiled[name]!(app, course);
  expect((await compare(app)).unexplained).toHaveLength(1);
  expect(await checkBook(courseBook, app)).toMatchObject([{ state: "fault" }]);
});
