import { bookingTickets, purchases, sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { officeOf } from "../../../support/office";
import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aBookedCourse, aCourseOf, anOpenCourse, datesOf, someDates } from "../../../support/courses";
import { actingAs } from "../../../support/recordings";
import { aBookingOf, takePlace } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { joinWaitlist } from "../../../support/waitlist";

async function keyOf(app: TestApp, purchaseId: string) {
  const purchase = await app.db.query.purchases.findFirst({ where: eq(purchases.id, purchaseId) });
  return { purchaseId, key: purchase!.manageKey };
}

const bookingIn = async (app: TestApp, sessionId: string) =>
  (await app.db.query.sessionBookings.findFirst({ where: eq(sessionBookings.sessionId, sessionId) }))!;

test("refuses to book a date alone that is sold with its course only, while that is on sale", async ({ app }) => {
  const [first, ...others] = await someDates(app.db);
  const { title } = await aCourseOf(app.db, [first!, ...others], {}, { isSoldSingly: false });
  const message = `This session is a date of the course “${title}” and is booked with it.`;
  await expect(app.as().bookings.create(aBookingOf(first!))).rejects.toMatchObject({ message });
  await expect(joinWaitlist(app, first!)).rejects.toMatchObject({ message });
  const [single] = await someDates(app.db, { count: 1 });
  await aCourseOf(app.db, [single!, others[0]!], { isOn: false }, { isSoldSingly: false });
  await app.as().bookings.create(aBookingOf(single!));
  const page = await app.as().schedule.get({ id: first!.id });
  expect([page.onlyCourse?.title, page.courses.length]).toEqual([title, 1]);
});

test("makes up a date that was given up, once, in another course of its category; the share goes with it", async ({
  app,
}) => {
  const category = "Breathwork";
  const dates = await someDates(app.db, { category });
  const [to, full] = await someDates(app.db, { category, maxAttendees: 1 });
  await aCourseOf(app.db, [to!, full!]);
  await takePlace(app.db, full!);
  const { purchaseId } = await aBookedCourse(app, (await aCourseOf(app.db, dates, {}, { canMakeUp: true })).id);
  const ref = await keyOf(app, purchaseId);
  const missed = await bookingIn(app, dates[0]!.id);
  const makeUp = (sessionId: string) => app.as().courses.makeUp({ ...ref, missed: missed.id, to: sessionId });
  await expect(makeUp(to!.id)).rejects.toMatchObject({ message: "This date can’t be made up." });
  await app.as().bookings.cancel({ bookingId: missed.id, key: missed.manageKey });
  await expect(makeUp(full!.id)).rejects.toMatchObject({ message: /No place is free/ });
  const { makingUp } = await app.as().courses.getHeld(ref);
  expect(makingUp?.offered.map(({ id }) => id)).toEqual([to!.id]);
  await Promise.all([makeUp(to!.id), makeUp(to!.id)]);
  expect((await datesOf(app.db, purchaseId)).sort()).toEqual([
    ...["cancelled cancelled 0", "completed free 3333", "completed free 3333", "completed free 3334"],
  ]);
  expect((await app.as().courses.getHeld(ref)).makingUp).toBeNull();
});

test("a missed date is one over at which others were checked in", async ({ app }) => {
  const category = "Breathwork";
  const dates = await someDates(app.db, { category });
  await aCourseOf(app.db, await someDates(app.db, { category, count: 2 }));
  const { purchaseId } = await aBookedCourse(app, (await aCourseOf(app.db, dates, {}, { canMakeUp: true })).id);
  const ref = await keyOf(app, purchaseId);
  await app.db.execute(`update live_sessions set start_time = now() - interval '1 hour' where id = '${dates[0]!.id}'`);
  expect((await app.as().courses.getHeld(ref)).makingUp).toBeNull();
  const other = await takePlace(app.db, dates[0]!);
  await app.db.update(bookingTickets).set({ checkedInAt: new Date() }).where(eq(bookingTickets.bookingId, other));
  expect((await app.as().courses.getHeld(ref)).makingUp?.missed).toHaveLength(1);
});

test("a held date ends with its whole course, given up by buyer or instructor; the instructor can’t change its status", async ({
  app,
}) => {
  const account = await anAccount(app.db);
  const dates = await someDates(app.db);
  const { purchaseId } = await anOpenCourse(app, (await aCourseOf(app.db, dates)).id, account);
  const { id: bookingId } = await bookingIn(app, dates[1]!.id);
  const admin = await asAdmin(app);
  const change = { kind: "booking" as const, id: bookingId, from: "pending pending", to: "paid" as const };
  await expect(admin.orders.setStatus(change)).rejects.toMatchObject({ message: /can’t be changed/ });
  await app.as(actingAs(account)).bookings.cancel({ bookingId });
  expect(await datesOf(app.db, purchaseId)).toEqual(Array(3).fill(expect.stringContaining("cancelled cancelled")));
});

test("the instructor makes a course of a series once, edits it, and sees who has booked it", async ({ app }) => {
  const courses = officeOf(await asAdmin(app), "course");
  const dates = await someDates(app.db);
  const offered = await courses.getNew({ of: dates[1]!.id });
  expect(offered.values).toMatchObject({ sessionIds: dates.map(({ id }) => id) });
  const formKey = "0b0b0b0b-0000-4000-8000-000000000077";
  const texts = { title: "Three evenings", description: "", price: 5000, currency: "EUR" as const };
  const ticks = { isSoldSingly: true, canMakeUp: false, isOn: true };
  const typed = { ...texts, ...ticks, sessionIds: dates.map(({ id }) => id) };
  await courses.create({ ...typed, formKey });
  await courses.create({ ...typed, formKey });
  expect(await courses.list()).toMatchObject([{ title: "Three evenings", text: "€50 for 3 dates, 0 booked" }]);
  await aBookedCourse(app, formKey);
  const { version } = await courses.getForm({ id: formKey });
  await courses.edit({ ...typed, sessionIds: typed.sessionIds.slice(1), id: formKey, version });
  expect(await courses.list()).toMatchObject([{ text: "€50 for 2 dates, 1 booked" }]);
  expect((await courses.getForm({ id: formKey })).buyers!.rows).toMatchObject([{ facts: "3 of 3 booked, £43.00" }]);
  const again = courses.edit({ ...typed, title: "Other", id: formKey, version });
  await expect(again).rejects.toMatchObject({ message: /changed since/ });
});
