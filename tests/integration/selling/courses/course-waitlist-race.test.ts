import { offerCourse, offerPlaces } from "@server/selling/waitlist/offers";
import { lockSession } from "@server/catalogue/schedule/find-session";
import { anAcceptance, fillDate, freeDate, joinCourse, lineOfCourse, takenOf } from "../../../support/course-waitlist";
import { aCourseOf, someDates } from "../../../support/courses";
import { disableSessionLock, withoutTriggers } from "../../../support/disabled-protections";
import { createBarrier, interceptStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";
import { cancelOneBooking, joinWaitlist, waitlistStatuses } from "../../../support/waitlist";

/** Two courses share a date that is full, whose own waitlist has an entry if it is asked for. */
async function aSharedDate(app: TestApp, { isAwaited = false } = {}) {
  const [before, shared] = await someDates(app.db, { count: 2, maxAttendees: 1, priceMinor: 0 });
  const [after] = await someDates(app.db, { count: 1, maxAttendees: 1, priceMinor: 0 });
  const courses = [await aCourseOf(app.db, [before!, shared!]), await aCourseOf(app.db, [shared!, after!])];
  await fillDate(app, shared!);
  for (const course of courses) await joinCourse(app, course, 2);
  if (isAwaited) await joinWaitlist(app, shared!);
  return { courses, shared: shared!, dates: [before!, shared!, after!] };
}

const offeredIn = async (app: TestApp, courses: { id: string }[]) =>
  (await Promise.all(courses.map((course) => lineOfCourse(app, course))))
    .flat()
    .filter((status) => status === "offered");

const offerAll = (app: TestApp, courses: { id: string }[]) =>
  Promise.all([...courses, ...courses].map(({ id }) => offerCourse(app.services, { courseId: id })));

test("offers a place that two courses share to one of them, with all its dates", async ({ app }) => {
  const { courses, shared, dates } = await aSharedDate(app);
  await cancelOneBooking(app, shared);
  await offerAll(app, courses);
  expect(await offeredIn(app, courses)).toHaveLength(1);
  const taken = await takenOf(app, dates);
  expect([taken[1], taken[0]! + taken[2]!]).toEqual([1, 1]);
});

test("offers it to the date's own waitlist, whatever the courses ask at the same time", async ({ app }) => {
  const { courses, shared } = await aSharedDate(app, { isAwaited: true });
  await Promise.all([cancelOneBooking(app, shared), offerAll(app, courses)]);
  await app.runJobs();
  expect(await waitlistStatuses(app, shared)).toEqual(["offered"]);
  expect(await offeredIn(app, courses)).toHaveLength(0);
});

test("takes an offer once when it is accepted many times at once, as it ends and as a place is given back", async ({
  app,
}) => {
  const { courses, shared, dates } = await aSharedDate(app);
  await freeDate(app, shared);
  const statuses = await Promise.all(courses.map((course) => lineOfCourse(app, course)));
  const course = courses[statuses.findIndex(([first]) => first === "offered")]!;
  const entries = await app.db.query.sessionWaitlist.findMany();
  const entry = entries.find(({ status }) => status === "offered")!;
  const form = await anAcceptance(app, course, entry);
  const give = () => app.db.transaction(async (tx) => offerPlaces(tx, app.services, await lockSession(tx, shared.id)));
  const accept = () => app.as().courses.book(form);
  const answers = await Promise.all([accept(), give(), accept(), offerAll(app, courses), accept()]);
  const bought = answers.flatMap((answer) => (answer && "purchaseId" in answer ? [answer.purchaseId] : []));
  expect(new Set(bought).size).toBe(1);
  expect((await takenOf(app, dates))[1]).toBe(1);
  expect(await offeredIn(app, courses)).toHaveLength(0);
});

const isCount = (text: string) => text.includes("union all") && text.includes('from "session_waitlist"');

test("offers the shared place twice without the lock of the sessions and the triggers (control run)", async ({
  app,
}) => {
  const { courses, shared, dates } = await aSharedDate(app);
  await cancelOneBooking(app, shared);
  disableSessionLock(app);
  const both = createBarrier(courses.length);
  interceptStatements(app, { after: (text) => (isCount(text) ? both() : undefined) });
  await withoutTriggers(app, async () => {
    await Promise.all(courses.map(({ id }) => offerCourse(app.services, { courseId: id })));
    expect(await offeredIn(app, courses)).toHaveLength(2);
  });
  expect(await takenOf(app, dates)).toEqual([1, 2, 1]);
});
