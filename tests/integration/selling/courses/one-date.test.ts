import { randomUUID } from "node:crypto";
import { bookingPayers, sessionBookings } from "@db/schema";
import { eq, sql } from "drizzle-orm";
import { readBookings } from "../../../support/bookings";
import { aBookedCourse, aCourseOf, someDates } from "../../../support/courses";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Moves two dates of one purchase to the same session at once, past the application's checks; returns how many got there. */
async function moveBoth(app: TestApp): Promise<number> {
  const { id } = await aCourseOf(app.db, await someDates(app.db));
  const { purchaseId } = await aBookedCourse(app, id);
  const dates = await readBookings(app.db, eq(bookingPayers.purchaseId, purchaseId));
  const { id: sessionId } = await aSession(app.db);
  const done = await Promise.allSettled(
    dates
      .slice(0, 2)
      .map((date) =>
        app.db.transaction((tx) =>
          tx.update(sessionBookings).set({ sessionId, formKey: randomUUID() }).where(eq(sessionBookings.id, date.id)),
        ),
      ),
  );
  return done.filter(({ status }) => status === "fulfilled").length;
}

test("keeps a course to one date in a session, whatever code writes it", async ({ app }) => {
  expect(await moveBoth(app)).toBe(1);
});

test("control: without the trigger it has two", async ({ app }) => {
  await app.db.execute(sql`alter table session_bookings disable trigger session_bookings_one_date`);
  try {
    expect(await moveBoth(app)).toBe(2);
  } finally {
    await app.db.execute(sql`alter table session_bookings enable trigger session_bookings_one_date`);
  }
});

test("refuses a price on a date of a course", async ({ app }) => {
  const { id } = await aCourseOf(app.db, await someDates(app.db));
  const { purchaseId } = await aBookedCourse(app, id);
  const [date] = await readBookings(app.db, eq(bookingPayers.purchaseId, purchaseId));
  const priced = app.db.update(sessionBookings).set({ listPriceMinor: 1800 }).where(eq(sessionBookings.id, date!.id));
  await expect(priced).rejects.toThrow();
});
