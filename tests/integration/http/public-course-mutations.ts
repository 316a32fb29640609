import { randomUUID } from "node:crypto";
import { sessionBookings } from "@db/schema";
import { eq } from "drizzle-orm";
import { officeOf } from "../../support/office";
import { aBookedCourse, aCourseForm, aCourseOf, someDates } from "../../support/courses";
import type { Scenario } from "./public-mutations";

const ofCourse = { price: 9000, currency: "GBP" as const, isSoldSingly: true, canMakeUp: true, isOn: true };

/** What changes to courses and their bookings change on public pages. */
export const ofCourses: Record<string, Scenario> = {
  "products.office.create course": async ({ app, admin }) => {
    const dates = await someDates(app.db);
    const sessionIds = dates.map(({ id }) => id);
    const course = { ...ofCourse, title: "A new course", sessionIds, formKey: randomUUID() };
    return { path: `/sessions/${dates[0]!.id}`, mutate: () => officeOf(admin.api, "course").create(course) };
  },
  "products.office.edit course": async ({ app, admin }) => {
    const dates = await someDates(app.db);
    const { id } = await aCourseOf(app.db, dates);
    const { version, sessionIds } = await officeOf(admin.api, "course").getForm({ id });
    const course = { ...ofCourse, id, version, sessionIds, title: "A changed course" };
    return { path: `/sessions/${dates[0]!.id}`, mutate: () => officeOf(admin.api, "course").edit(course) };
  },
  "products.office.delete course": async ({ app, admin }) => {
    const dates = await someDates(app.db);
    const { id } = await aCourseOf(app.db, dates);
    return { path: `/sessions/${dates[0]!.id}`, mutate: () => officeOf(admin.api, "course").delete({ id }) };
  },
  "courses.book": async ({ app }) => {
    const dates = await someDates(app.db, { maxAttendees: 2 });
    const form = await aCourseForm(app, (await aCourseOf(app.db, dates)).id);
    return { path: `/sessions/${dates[0]!.id}`, mutate: () => app.as().courses.book(form) };
  },
  "courses.cancel": async ({ app }) => {
    const dates = await someDates(app.db, { maxAttendees: 2 });
    const { purchaseId } = await aBookedCourse(app, (await aCourseOf(app.db, dates)).id);
    const found = await app.db.query.purchases.findFirst({ where: (row, { eq: is }) => is(row.id, purchaseId) });
    const ref = { purchaseId, key: found!.manageKey };
    return { path: `/sessions/${dates[0]!.id}`, mutate: () => app.as().courses.cancel(ref) };
  },
  "courses.makeUp": async ({ app }) => {
    const category = "Breathwork";
    const dates = await someDates(app.db, { category });
    const others = await someDates(app.db, { category, maxAttendees: 2 });
    await aCourseOf(app.db, others);
    const { purchaseId } = await aBookedCourse(app, (await aCourseOf(app.db, dates, {}, { canMakeUp: true })).id);
    const [missed] = await app.db.select().from(sessionBookings).where(eq(sessionBookings.sessionId, dates[0]!.id));
    await app.as().bookings.cancel({ bookingId: missed!.id, key: missed!.manageKey });
    const found = await app.db.query.purchases.findFirst({ where: (row, { eq: is }) => is(row.id, purchaseId) });
    const ref = { purchaseId, key: found!.manageKey, missed: missed!.id, to: others[0]!.id };
    return { path: `/sessions/${others[0]!.id}`, mutate: () => app.as().courses.makeUp(ref) };
  },
};
