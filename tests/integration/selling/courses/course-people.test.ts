import { randomUUID } from "node:crypto";
import { bookingPayers, liveSessions, purchases, refunds, sessionBookings } from "@db/schema";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { claimPurchases } from "@server/selling/purchases/claim-purchases";
import { and, eq } from "drizzle-orm";
import { officeOf } from "../../../support/office";
import { anAccount } from "../../../support/accounts";
import { anAdmin, changeSession } from "../../../support/admin-sessions";
import { mailsOf, readBookings } from "../../../support/bookings";
import { aBookedCourse, aCourseForm, aCourseOf, datesOf, payCourse, someDates } from "../../../support/courses";
import { joinCourse } from "../../../support/course-waitlist";
import { actingAs } from "../../../support/recordings";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const purchaseOf = async (app: TestApp, id: string) =>
  (await app.db.query.purchases.findFirst({ where: eq(purchases.id, id) }))!;

const dateOf = async (app: TestApp, purchaseId: string, sessionId: string) =>
  (
    await readBookings(app.db, and(eq(bookingPayers.purchaseId, purchaseId), eq(sessionBookings.sessionId, sessionId)))
  )[0]!;

test("messages everyone on a course once, with the link to their own course", async ({ app }) => {
  const { api } = await anAdmin(app);
  const dates = await someDates(app.db);
  const { id: courseId, title } = await aCourseOf(app.db, dates);
  const { attendees } = api.bookings;
  expect(await attendees.getMessageForm({ courseId })).toMatchObject({ title, recipients: 0, date: null });
  const [first] = [await aBookedCourse(app, courseId), await aBookedCourse(app, courseId)];
  await takePlace(app.db, dates[0]!);
  expect(await attendees.getMessageForm({ courseId })).toMatchObject({ recipients: 2 });
  const message = { courseId, subject: "A warm layer", text: "Bring one.", formKey: randomUUID() };
  expect((await attendees.previewMessage(message)).recipients).toBe(2);
  expect(await Promise.all([attendees.message(message), attendees.message(message)])).toEqual([
    { sent: 2 },
    { sent: 2 },
  ]);
  const { customerEmail, manageKey } = await purchaseOf(app, first.purchaseId);
  const mails = await mailsOf(app, "attendee-message", customerEmail);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text).toContain(`/my-course/${first.purchaseId}?key=${manageKey}`);
});

test("deletes a course that no one has bought nor waits for; its dates stay", async ({ app }) => {
  const courses = officeOf((await anAdmin(app)).api, "course");
  const dates = await someDates(app.db, { count: 2, maxAttendees: 1 });
  const [sold, awaited, unsold] = [
    await aCourseOf(app.db, dates),
    await aCourseOf(app.db, dates),
    await aCourseOf(app.db, dates),
  ];
  await aBookedCourse(app, sold.id);
  await joinCourse(app, awaited);
  await expect(courses.delete({ id: sold.id })).rejects.toThrow("Someone has bought this course, or began to.");
  await expect(courses.delete({ id: awaited.id })).rejects.toThrow("Someone is on the waitlist of this course.");
  expect((await courses.getForm({ id: unsold.id })).deletion.canDelete).toBe(true);
  await courses.delete({ id: unsold.id });
  await expect(courses.getForm({ id: unsold.id })).rejects.toThrow("Course not found");
  expect(await app.db.$count(liveSessions)).toBe(2);
});

test("mails the link to a course instead of those to its dates", async ({ app }) => {
  const dates = await someDates(app.db);
  const { purchaseId } = await aBookedCourse(app, (await aCourseOf(app.db, dates)).id);
  const { customerEmail, manageKey } = await purchaseOf(app, purchaseId);
  await app.as().bookings.requestLinks({ email: customerEmail.toUpperCase(), formKey: randomUUID() });
  const [mail] = await mailsOf(app, "booking-links", customerEmail);
  expect(mail!.subject).toContain("Your course at");
  expect(mail!.text).toContain(`/my-course/${purchaseId}?key=${manageKey}`);
  expect(mail!.text).toContain("3 dates to come");
  expect(mail!.text).not.toContain("/bookings/");
});

test("tells buyers of a moved date with its new calendar file, and returns its share if it is given up", async ({
  app,
}) => {
  const dates = await someDates(app.db);
  const { id } = await aCourseOf(app.db, dates);
  const { purchaseId } = await aBookedCourse(app, id);
  const { customerEmail } = await purchaseOf(app, purchaseId);
  const [kept, moved] = [await dateOf(app, purchaseId, dates[1]!.id), await dateOf(app, purchaseId, dates[0]!.id)];
  app.clock.moveBy(1);
  await changeSession(app, dates[0]!.id, { startTime: new Date(app.clock.now().getTime() + 40 * 24 * 3_600_000) });
  const [told] = await mailsOf(app, "session-changed", customerEmail);
  expect(told!.attachments![0]!.content).toContain("SEQUENCE:1");
  const page = await app.as().courses.get({ id });
  expect(page.dates.map(({ id: session }) => session)).toEqual([dates[1]!.id, dates[2]!.id, dates[0]!.id]);
  const ref = ({ id: bookingId, manageKey: key }: typeof kept) => ({ bookingId, key });
  expect((await app.as().bookings.getManaged(ref(moved))).course).toMatchObject({ share: "£33.34" });
  expect((await app.as().bookings.getManaged(ref(kept))).course).toMatchObject({ share: null });
  for (const booking of [kept, moved, moved]) await app.as().bookings.cancel(ref(booking));
  expect((await app.db.select().from(refunds)).map(({ amountMinor }) => amountMinor)).toEqual([3334]);
});

test("lists the dates of a member with the receipt of the course, and without a move", async ({ app }) => {
  const account = await anAccount(app.db);
  const { purchaseId } = await aBookedCourse(app, (await aCourseOf(app.db, await someDates(app.db))).id, account);
  await takePlace(app.db, await aSession(app.db), { userId: account.id });
  const { bookings } = await app.as(actingAs(account)).bookings.listMine({ page: 1 });
  const ofCourse = bookings.filter(({ isOfCourse }) => isOfCourse);
  expect(ofCourse.map(({ movePath, receiptPath }) => [movePath, receiptPath])).toEqual(
    Array.from({ length: 3 }, () => [null, `/user/purchases/${purchaseId}/receipt`]),
  );
  expect(bookings.find(({ isOfCourse }) => !isOfCourse)?.movePath).toMatch(/move$/);
});

test("ends the dates of a deleted account, and returns what it has paid for them", async ({ app }) => {
  const account = await anAccount(app.db);
  const { purchaseId } = await aBookedCourse(app, (await aCourseOf(app.db, await someDates(app.db))).id, account);
  await deleteAccount(app.services, account.id, { actorId: account.id, adminDecision: null });
  expect(new Set((await datesOf(app.db, purchaseId)).map((date) => date.split(" ")[0]))).toEqual(
    new Set(["cancelled"]),
  );
  expect((await app.db.select().from(refunds)).reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(10_000);
  expect(await purchaseOf(app, purchaseId)).not.toMatchObject({ customerEmail: account.email });
});

test("leaves both places to a guest who has booked a course for two, once they have an account", async ({ app }) => {
  const course = await aCourseOf(app.db, await someDates(app.db));
  const email = "books-for-two@example.com";
  for (const _ of ["their own", "a friend's"]) {
    const { purchaseId } = await app.as().courses.book({ ...(await aCourseForm(app, course.id)), email });
    const payment = await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.purchaseId, purchaseId) });
    await payCourse(app, { checkoutId: payment!.stripeCheckoutSessionId! });
  }
  const account = await anAccount(app.db, { email, emailConfirmedAt: app.clock.now() });
  await app.db.transaction((tx) => claimPurchases(tx, app.services, account));
  const bought = await app.db.select().from(purchases).where(eq(purchases.customerEmail, email));
  expect(bought.map(({ status, archivedAt, userId }) => [status, archivedAt, userId])).toEqual([
    ["paid", null, account.id],
    ["paid", null, account.id],
  ]);
  expect(await app.db.$count(refunds)).toBe(0);
});
