import { liveSessions, products } from "@db/schema";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { sweepWaitlist } from "@server/selling/waitlist/sweep-waitlist";
import { eq } from "drizzle-orm";
import { anAdmin } from "../../../support/admin-sessions";
import {
  aFullCourse,
  anAcceptance,
  fillDate,
  freeDate,
  joinCourse,
  lineOfCourse,
  takenOf,
} from "../../../support/course-waitlist";
import { aCourseForm, aCourseOf, datesOf, payCourse, someDates } from "../../../support/courses";
import { aMember } from "../../../support/members";
import { waitForAllEvents } from "../../../support/money";
import { expect, test } from "../../../support/test-app";
import {
  anEntryFor,
  cancelOneBooking,
  joinWaitlist,
  mailedTo,
  refOf,
  waitlistStatuses,
} from "../../../support/waitlist";

test("lets people wait for a course that is full, and refuses those who could book it", async ({ app }) => {
  const { course, full } = await aFullCourse(app);
  expect(await app.as().courses.get({ id: course.id })).toMatchObject({ isOpen: false, isJoinable: true });
  const [entry] = await joinCourse(app, course);
  expect(await mailedTo(app, entry!.email)).toEqual(["waitlist-joined"]);
  const { sessionId: _, ...again } = anEntryFor(course, { email: entry!.email.toUpperCase() });
  await app.as().waitlist.join({ ...again, quantity: 1, courseId: course.id });
  expect(await lineOfCourse(app, course)).toEqual(["waiting"]);
  const page = await app.as().waitlist.get(refOf(entry!));
  expect(page).toMatchObject({ state: "waiting", place: 1, path: `/courses/${course.id}`, course: { id: course.id } });
  await app.db.update(liveSessions).set({ maxAttendees: 2 }).where(eq(liveSessions.id, full.id));
  const late = app.as().waitlist.join({ ...again, email: "late@example.com", quantity: 1, courseId: course.id });
  await expect(late).rejects.toThrow("A place is free right now");
});

test("offers a course once every date has a place, holds all of them and books them with the offer", async ({
  app,
}) => {
  const { course, dates, full } = await aFullCourse(app);
  const [first, second] = await joinCourse(app, course, 2);
  const other = await fillDate(app, dates[2]!);
  await freeDate(app, full);
  expect(await lineOfCourse(app, course)).toEqual(["waiting", "waiting"]);
  await freeDate(app, { id: other.sessionId });
  expect(await lineOfCourse(app, course)).toEqual(["offered", "waiting"]);
  expect(await takenOf(app, dates)).toEqual([1, 1, 1]);
  await expect(app.as().courses.book(await aCourseForm(app, course.id))).rejects.toThrow("being held for someone");
  const { next, purchaseId } = await app.as().courses.book(await anAcceptance(app, course, first!));
  expect(next).toContain("stripe");
  expect(await lineOfCourse(app, course)).toEqual(["accepted", "waiting"]);
  expect(await takenOf(app, dates)).toEqual([1, 1, 1]);
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq: is }) => is(row.purchaseId, purchaseId) });
  await payCourse(app, { checkoutId: payment!.stripeCheckoutSessionId! });
  expect(await datesOf(app.db, purchaseId)).toEqual([
    "completed free 3334",
    "completed free 3333",
    "completed free 3333",
  ]);
  expect(await app.as().waitlist.get(refOf(first!))).toMatchObject({ state: "accepted" });
  await expect(app.as().courses.book(await anAcceptance(app, course, second!))).rejects.toThrow(
    "No place has become free",
  );
});

test("asks a date's own waitlist first, and passes the dates of a declined course on together", async ({ app }) => {
  const { course, dates, full } = await aFullCourse(app);
  const [first] = await joinCourse(app, course, 2);
  const [single] = await joinWaitlist(app, full);
  await freeDate(app, full);
  expect(await waitlistStatuses(app, full)).toEqual(["offered"]);
  expect(await lineOfCourse(app, course)).toEqual(["waiting", "waiting"]);
  await app.as().waitlist.decline(refOf(single!));
  await app.runJobs();
  expect(await lineOfCourse(app, course)).toEqual(["offered", "waiting"]);
  await joinWaitlist(app, full);
  await app.as().waitlist.decline(refOf(first!));
  expect(await lineOfCourse(app, course)).toEqual(["declined", "offered"]);
  expect(await takenOf(app, dates)).toEqual([1, 1, 1]);
});

test("lets all places of an offer lapse together, and tells who had it", async ({ app }) => {
  const { course, dates, full } = await aFullCourse(app);
  const [entry] = await joinCourse(app, course);
  await freeDate(app, full);
  const [single] = await joinWaitlist(app, dates[2]!);
  app.clock.moveBy(48 * 60);
  await sweepWaitlist(app.services);
  expect(await lineOfCourse(app, course)).toEqual(["expired"]);
  expect(await mailedTo(app, entry!.email)).toEqual(["waitlist-joined", "waitlist-offer", "waitlist-offer-passed-on"]);
  expect(await app.as().waitlist.get(refOf(single!))).toMatchObject({ state: "offered" });
  expect(await takenOf(app, dates)).toEqual([0, 0, 1]);
});

test("sells no place that those who wait can get, also before the job has offered it", async ({ app }) => {
  const { course, full } = await aFullCourse(app);
  await joinCourse(app, course);
  await cancelOneBooking(app, full);
  await expect(app.as().courses.book(await aCourseForm(app, course.id))).rejects.toThrow("being held for someone");
  expect(await lineOfCourse(app, course)).toEqual(["waiting"]);
  await sweepWaitlist(app.services);
  expect(await lineOfCourse(app, course)).toEqual(["offered"]);
});

test("offers a course again if no payment page could be opened for it", async ({ app }) => {
  const { course, dates, full } = await aFullCourse(app);
  const [entry] = await joinCourse(app, course, 2);
  await freeDate(app, full);
  const form = await anAcceptance(app, course, entry!);
  await app.stripe.control.fail({ operation: "checkout.sessions.create", status: 500 });
  await expect(app.as().courses.book(form)).rejects.toThrow();
  expect(await lineOfCourse(app, course)).toEqual(["offered", "waiting"]);
  expect(await takenOf(app, dates)).toEqual([1, 1, 1]);
  await app.as().courses.book(await anAcceptance(app, course, entry!));
  expect(await lineOfCourse(app, course)).toEqual(["accepted", "waiting"]);
});

test("offers a course to the next entry, not again to the one whose bank debit is not paid yet", async ({ app }) => {
  const { course, dates, full } = await aFullCourse(app);
  const [entry] = await joinCourse(app, course, 2);
  await freeDate(app, full);
  const { purchaseId } = await app.as().courses.book(await anAcceptance(app, course, entry!));
  const payment = await app.db.query.payments.findFirst({ where: (row, { eq: is }) => is(row.purchaseId, purchaseId) });
  await app.stripe.control.payLater(payment!.stripeCheckoutSessionId!);
  await waitForAllEvents(app);
  await app.runJobs();
  expect(await lineOfCourse(app, course)).toEqual(["accepted", "offered"]);
  expect(await takenOf(app, dates)).toEqual([1, 1, 1]);
});

test("offers a course whose full date is cancelled, and closes its waitlist with its last date", async ({ app }) => {
  const admin = await anAdmin(app);
  const { course, dates, full } = await aFullCourse(app);
  const [entry, second] = await joinCourse(app, course, 2);
  await admin.api.sessions.cancel({ id: full.id });
  await app.runJobs();
  expect(await lineOfCourse(app, course)).toEqual(["offered", "waiting"]);
  for (const { id } of [dates[0]!, dates[2]!]) await admin.api.sessions.cancel({ id });
  expect(await lineOfCourse(app, course)).toEqual(["closed", "closed"]);
  expect(await mailedTo(app, second!.email)).toEqual(["waitlist-joined", "session-cancelled"]);
  await expect(app.as().courses.book(await aCourseForm(app, course.id))).rejects.toThrow("no more dates");
  expect(await app.as().waitlist.get(refOf(entry!))).toMatchObject({ state: "closed" });
});

test("lets the instructor see, move, offer and remove entries of a course", async ({ app }) => {
  const { line } = (await anAdmin(app)).api.waitlist;
  const { course, full } = await aFullCourse(app);
  const [first, second] = await joinCourse(app, course, 2);
  const idsOf = async () => (await line.list({ courseId: course.id })).entries.map(({ id }) => id);
  await line.move({ id: second!.id, place: 1 });
  expect(await idsOf()).toEqual([second!.id, first!.id]);
  await expect(line.offer({ id: first!.id })).rejects.toThrow("No place is free right now.");
  await app.db.update(liveSessions).set({ maxAttendees: 2 }).where(eq(liveSessions.id, full.id));
  expect(await line.previewOffer({ id: first!.id })).toMatchObject({ targetId: course.id, countBefore: 1 });
  await line.offer({ id: first!.id });
  await line.remove({ id: first!.id });
  expect(await lineOfCourse(app, course)).toEqual(["offered", "removed"]);
});

test("frees the dates of a deleted account, without its name in the entry", async ({ app }) => {
  const { course, dates, full } = await aFullCourse(app);
  const { account, api } = await aMember(app);
  const { sessionId: _, ...typed } = anEntryFor(course, { email: account.email });
  await api.waitlist.join({ ...typed, quantity: 1, courseId: course.id });
  await freeDate(app, full);
  const [single] = await joinWaitlist(app, full);
  await deleteAccount(app.services, account.id, { actorId: account.id, adminDecision: null });
  expect(await lineOfCourse(app, course)).toEqual(["left"]);
  expect(await takenOf(app, dates)).toEqual([0, 1, 0]);
  expect(await app.as().waitlist.get(refOf(single!))).toMatchObject({ state: "offered" });
  const [entry] = await app.db.query.sessionWaitlist.findMany({
    where: (row, { isNotNull }) => isNotNull(row.courseId),
  });
  expect(entry).not.toMatchObject({ email: account.email });
});

test("takes no entry for a course that is off, nor an offer of another one", async ({ app }) => {
  const { course, full } = await aFullCourse(app);
  const [entry] = await joinCourse(app, course);
  await freeDate(app, full);
  const other = await aCourseOf(app.db, await someDates(app.db));
  const form = { ...(await aCourseForm(app, other.id)), entry: refOf(entry!) };
  await expect(app.as().courses.book(form)).rejects.toThrow("not found");
  await app.db.update(products).set({ isOn: false }).where(eq(products.id, course.id));
  expect(await app.as().waitlist.get(refOf(entry!))).toMatchObject({ state: "over" });
  const { sessionId: _, ...typed } = anEntryFor(course);
  await expect(app.as().waitlist.join({ ...typed, quantity: 1, courseId: course.id })).rejects.toThrow("not found");
});
