import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { liveSessions, sessionWaitlist } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { anAdmin, auditOf, createSession, readSession } from "../../../support/admin-sessions";
import { aFreeBooking, recipientsOf } from "../../../support/bookings";
import { aPaidBooking, refundsOf, statusOf } from "../../../support/money";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";
import { aFullSession, joinWaitlist, refOf } from "../../../support/waitlist";

test("duplicates a session seven days later by the site's clocks, as an independent draft", async ({ app }) => {
  const admin = await anAdmin(app);
  const original = await createSession(admin, app, {
    startsAt: "2031-10-22T19:30",
    recordingUrl: "https://video.example/1",
    maxAttendees: 8,
  });
  const formKey = randomUUID();
  const duplicate = (id: string) => admin.api.sessions.duplicate({ id, formKey });
  const [copied, again] = await Promise.all([duplicate(original.id), duplicate(original.id)]);
  expect(copied.date).toBe("Wednesday, October 29, 2031");
  expect(again).toEqual(copied);
  expect(await app.db.$count(liveSessions)).toBe(2);
  expect(await readSession(app, copied.id)).toMatchObject({
    title: "Evening Wind-Down (Copy)",
    // The clocks go back in between, and half past seven stays half past seven.
    startTime: new Date("2031-10-29T19:30:00Z"),
    recordingUrl: null,
    maxAttendees: 8,
    version: 1,
    isPublished: false,
  });
  expect(await auditOf(app, copied.id)).toEqual(["session.duplicated"]);
  expect((await admin.api.sessions.list({ upcoming: 1, past: 1 })).upcoming.sessions).toMatchObject([
    { id: original.id, isDraft: false },
    { id: copied.id, isDraft: true },
  ]);

  // The same form duplicates another session, too.
  const other = await duplicate(copied.id);
  expect(other.date).toBe("Wednesday, November 5, 2031");
  expect(await app.db.$count(liveSessions)).toBe(3);
});

test("ends the title of every copy with (Copy), once", async ({ app }) => {
  const { api } = await anAdmin(app);
  const { id } = await aSession(app.db);
  const copyOf = async (of: string) =>
    readSession(app, (await api.sessions.duplicate({ id: of, formKey: randomUUID() })).id);
  const copy = await copyOf(id);
  const titles = [copy.title, (await copyOf(copy.id)).title];
  expect(titles).toEqual(["Evening Wind-Down (Copy)", "Evening Wind-Down (Copy)"]);
});

test("plans a cancelled session again as a draft that nobody has booked", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  await aFreeBooking(app, session);
  await api.sessions.cancel({ id: session.id });
  const copied = await api.sessions.duplicate({ id: session.id, formKey: randomUUID() });
  expect(await readSession(app, copied.id)).toMatchObject({
    title: `${session.title} (Copy)`,
    isPublished: false,
    cancelledAt: null,
    rescheduledAt: null,
    calendarSequence: 0,
    zoomLink: session.zoomLink,
  });
  expect(await api.sessions.get({ id: copied.id })).toMatchObject({
    isDraft: true,
    isCancelled: false,
    counts: { taken: 0, booked: 0 },
  });
  expect(await readSession(app, session.id)).toMatchObject({ cancelledAt: expect.any(Date) as Date });
});

test("deletes a session that was never booked and has no waitlist", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aFullSession(app, 1);
  const [entry] = await joinWaitlist(app, session);
  expect((await refusalOf(api.sessions.delete({ id: session.id }))).code).toBe("closed");
  await app.db.execute(sql`delete from session_bookings`);
  expect((await api.sessions.getEnding({ id: session.id })).way).toBe("cancel");
  await app.as().waitlist.leave(refOf(entry!));
  expect((await api.sessions.getEnding({ id: session.id })).way).toBe("delete");
  await api.sessions.delete({ id: session.id });
  expect([await app.db.$count(liveSessions), await app.db.$count(sessionWaitlist)]).toEqual([0, 0]);
  expect(await auditOf(app, session.id)).toEqual(["session.deleted"]);
  expect((await refusalOf(api.sessions.delete({ id: session.id }))).code).toBe("not_found");
});

test("offers to delete, to cancel or neither, in the list and on the session's page", async ({ app }) => {
  const { api } = await anAdmin(app);
  const later = new Date(app.clock.now().getTime() + 72 * 3_600_000);
  const earlier = new Date(app.clock.now().getTime() - 72 * 3_600_000);
  const booked = await aSession(app.db, { title: "Booked", priceMinor: 0, startTime: later });
  await aFreeBooking(app, booked);
  const attended = await aSession(app.db, { title: "Attended", priceMinor: 0, startTime: later });
  await aFreeBooking(app, attended);
  await app.db.update(liveSessions).set({ startTime: earlier }).where(eq(liveSessions.id, attended.id));
  await aSession(app.db, { title: "Empty", startTime: later });
  await aSession(app.db, { title: "No one came", startTime: earlier });
  const { upcoming, past } = await api.sessions.list({ upcoming: 1, past: 1 });
  const endings = [...upcoming.sessions, ...past.sessions].map(({ title, ending }) => [title, ending]);
  expect(Object.fromEntries(endings)).toEqual({
    Booked: "cancel",
    Empty: "delete",
    Attended: "none",
    "No one came": "delete",
  });
  for (const [{ id }, ending] of [
    [booked, "cancel"],
    [attended, "none"],
  ] as const) {
    expect((await api.sessions.get({ id })).ending).toBe(ending);
    expect((await api.sessions.getEnding({ id })).way).toBe(ending);
  }
});

test("cancels a session with any past booking instead, with refunds, mails and an audit entry", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db);
  const { bookingId } = await aPaidBooking(app, session);
  expect(await admin.api.sessions.getEnding({ id: session.id })).toMatchObject({ way: "cancel", booked: 1 });
  await admin.api.sessions.cancel({ id: session.id, note: "I have caught a cold." });
  expect(await statusOf(app, bookingId)).toBe("cancelled paid");
  expect(await refundsOf(app, bookingId)).toEqual(["1800 pending"]);
  expect(await recipientsOf(app, "session-cancelled")).toHaveLength(1);
  expect(await auditOf(app, session.id)).toEqual(["session.cancelled"]);
  expect(await admin.api.sessions.getEnding({ id: session.id })).toMatchObject({
    way: "none",
    isCancelled: true,
  });
  expect((await refusalOf(admin.api.sessions.delete({ id: session.id }))).code).toBe("closed");
});

test("counts upcoming and past sessions separately, with drafts, in a constant number of queries", async ({ app }) => {
  const { api } = await anAdmin(app);
  const hour = 3_600_000;
  const at = (hours: number) => new Date(app.clock.now().getTime() + hours * hour);
  for (let nth = 0; nth < 12; nth += 1) await aSession(app.db, { title: `Past ${nth}`, startTime: at(-nth - 1) });
  await aSession(app.db, { title: "Draft", isPublished: false, startTime: at(5) });
  await aFreeBooking(app, await aSession(app.db, { title: "First Tuesday", priceMinor: 0, startTime: at(4) }));
  const list = (asked: object = {}) => api.sessions.list({ upcoming: 1, past: 1, ...asked });
  const first = await list();
  expect(first.upcoming.sessions.map(({ title, taken }) => [title, taken])).toEqual([
    ["First Tuesday", 1],
    ["Draft", 0],
  ]);
  expect(first.past.page).toMatchObject({ count: 2, total: 12 });
  expect(first.past.sessions[0]!.title).toBe("Past 0");
  const second = await list({ past: 2 });
  expect(second.past.sessions.map(({ title }) => title)).toEqual(["Past 10", "Past 11"]);
  expect((await list({ search: "TUES" })).upcoming.page.total).toBe(1);
  expect((await list({ category: "Movement" })).upcoming.sessions).toEqual([]);
  for (let nth = 0; nth < 11; nth += 1) await aSession(app.db, { title: `Tide ${nth}`, startTime: at(nth + 6) });
  expect((await list()).upcoming.page).toMatchObject({ count: 1, total: 13 });
  expect((await list({ search: "tide", upcoming: 2 })).upcoming.sessions.map(({ title }) => title)).toEqual([
    "Tide 10",
  ]);
});

test("announces a recording after the session, once to each attendee", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  const { attendeeEmail } = await aFreeBooking(app, session);
  const attach = async (values: object) => {
    const { id, recordingVersion: version } = await admin.api.sessions.get({ id: session.id });
    const recording = { recordingUrl: "https://video.example/1", isRecordingPublic: false, tell: true, version };
    return admin.api.sessions.attachRecording({ id, ...recording, ...values });
  };
  expect((await refusalOf(attach({}))).message).toContain("The session is not over yet.");
  await attach({ tell: false });
  expect(await readSession(app, session.id)).toMatchObject({ recordingUrl: "https://video.example/1", version: 2 });
  app.clock.moveBy(74 * 60);
  expect((await refusalOf(attach({ recordingUrl: undefined }))).message).toContain("Enter the recording link before");
  await attach({ isRecordingPublic: true });
  await attach({ isRecordingPublic: true });
  expect((await refusalOf(attach({ version: "older" }))).code).toBe("changed_meanwhile");
  expect(await recipientsOf(app, "recording-available")).toEqual([attendeeEmail]);
  expect(await readSession(app, session.id)).toMatchObject({ isRecordingPublic: true, version: 3 });
});

test("answers 404 for an unknown session", async ({ app }) => {
  const { api } = await anAdmin(app);
  const refused = await refusalOf(api.sessions.get({ id: randomUUID() }));
  expect(refused).toEqual({ code: "not_found", message: "Session data not available." });
});
