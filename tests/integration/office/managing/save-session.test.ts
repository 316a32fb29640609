import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { auditEntries, liveSessions, mediaFiles, sessionCategories } from "@db/schema";
import { imagePath } from "@server/platform/media/media-kinds";
import { refusalOf } from "../../../support/accounts";
import {
  aNewSession,
  anAdmin,
  aSessionForm,
  auditOf,
  changeSeen,
  createSession,
  editSession,
  readSession,
} from "../../../support/admin-sessions";
import { aFreeBooking, recipientsOf } from "../../../support/bookings";
import { aFile } from "../../../support/media";
import { aHold } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";
import { aFullSession, joinWaitlist, waitlistStatuses } from "../../../support/waitlist";

test("saves a session as typed, by the clocks of the form's zone", async ({ app }) => {
  const admin = await anAdmin(app);
  await app.db.insert(sessionCategories).values({ name: "Breathwork" });
  const session = await createSession(admin, app, {
    category: "Breathwork",
    description: "One.\r\n\r\nTwo.",
    startsAt: "2031-07-01T19:30",
    timeZone: "America/New_York",
    maxAttendees: 12,
    isFeatured: true,
    isRecordingPublic: true,
    whatToBring: "A mat\r\nA blanket",
  });
  expect(session).toMatchObject({
    description: "One.\n\nTwo.",
    startTime: new Date("2031-07-01T23:30:00Z"),
    durationMinutes: 60,
    maxAttendees: 12,
    location: "online",
    zoomLink: "https://zoom.example/j/1",
    whatToBring: "A mat\nA blanket",
    isFeatured: true,
    isRecordingPublic: true,
    isPublished: true,
    version: 1,
  });
  expect(await auditOf(app, session.id)).toEqual(["session.created"]);
});

test("makes one session of a form posted twice, even at once", async ({ app }) => {
  const { api } = await anAdmin(app);
  const form = aNewSession();
  const answers = await Promise.all([api.sessions.create(form), api.sessions.create(form)]);
  expect(answers).toEqual(Array(2).fill({ outcome: "created", id: form.formKey, count: 1, hasBegun: false }));
  expect(await app.db.$count(liveSessions)).toBe(1);
});

test.for([
  [
    { price: "20", priceCurrency: "EUR" },
    { priceMinor: 1700, enteredPriceMinor: 2000, enteredCurrency: "EUR" },
  ],
  [
    { price: "18.5", priceCurrency: "GBP" },
    { priceMinor: 1850, enteredPriceMinor: 1850, enteredCurrency: "GBP" },
  ],
  [
    { price: "0.3", priceCurrency: "USD" },
    { priceMinor: 100, enteredPriceMinor: 30, enteredCurrency: "USD" },
  ],
  [
    { price: "0", priceCurrency: "EUR" },
    { priceMinor: 0, enteredPriceMinor: 0, enteredCurrency: "EUR" },
  ],
] as const)("keeps %o as typed and saves it in pounds", async ([typed, saved], { app }) => {
  expect(await createSession(await anAdmin(app), app, typed)).toMatchObject(saved);
});

test("keeps an unchanged price in pounds at any exchange rate, and converts a new one", async ({ app }) => {
  const admin = await anAdmin(app);
  const typed = { price: "20", priceCurrency: "EUR" as const };
  const { id } = await createSession(admin, app, typed);
  const { api } = await anAdmin(app, { rates: { rate: () => "0.5" } });
  await editSession({ api }, id, { ...typed, title: "Morning Rise" });
  expect(await readSession(app, id)).toMatchObject({ title: "Morning Rise", priceMinor: 1700 });
  await editSession({ api }, id, { ...typed, price: "30" });
  expect(await readSession(app, id)).toMatchObject({ priceMinor: 1500, enteredPriceMinor: 3000 });
});

test("asks for a price in pounds when there is no exchange rate", async ({ app }) => {
  const { api } = await anAdmin(app, { rates: { rate: () => null } });
  const refused = refusalOf(api.sessions.create(aNewSession({ price: "20", priceCurrency: "USD" })));
  expect((await refused).message).toBe("There is no exchange rate for USD right now. Please enter the price in GBP.");
});

test("stores the address only for on-site sessions, and the link only for online ones", async ({ app }) => {
  const admin = await anAdmin(app);
  const place = { address: "14 Lamb Lane", city: "London", postCode: "E8 3PN" };
  const onsite = await createSession(admin, app, { locationType: "onsite", ...place });
  expect(onsite).toMatchObject({ ...place, location: "14 Lamb Lane, London, E8 3PN", zoomLink: null });
  const nowhere = await createSession(admin, app, { locationType: "onsite" });
  expect(nowhere).toMatchObject({ location: "On-site", address: null });
  const online = await createSession(admin, app, place);
  expect(online).toMatchObject({ location: "online", address: null, city: null, postCode: null });
});

test("keeps a named location until the session moves", async ({ app }) => {
  const admin = await anAdmin(app);
  const place = { locationType: "onsite" as const, address: "14 Lamb Lane" };
  const session = await aFullSession(app, 0, { ...place, location: "The Weavers’ Room", maxAttendees: 5 });
  await editSession(admin, session.id, place);
  expect((await readSession(app, session.id)).location).toBe("The Weavers’ Room");
  await editSession(admin, session.id, { ...place, city: "London" });
  expect((await readSession(app, session.id)).location).toBe("14 Lamb Lane, London");
});

test("reports a conflict to the second of two editors, with the changes, and overwrites nothing", async ({ app }) => {
  const first = await anAdmin(app, { fullName: "Mara Lind" });
  const second = await anAdmin(app, { fullName: "Ines Carvalho" });
  const { id } = await createSession(first, app);
  const opened = await second.api.sessions.getForm({ id });
  const typed = { ...aSessionForm({ durationMinutes: 90 }), id, version: opened.version };
  await editSession(first, id, { title: "Morning Rise", price: "5" });
  const refused = await refusalOf(second.api.sessions.edit(typed));
  expect(refused.code).toBe("changed_meanwhile");
  expect(await readSession(app, id)).toMatchObject({ title: "Morning Rise", durationMinutes: 60, version: 2 });
  const form = await second.api.sessions.getForm({ id, since: opened.version });
  expect(form.values).toMatchObject({ title: "Morning Rise", price: "5" });
  expect(form.changes).toMatchObject({ fields: ["title", "price"], by: "Mara Lind" });
  await second.api.sessions.edit({ ...typed, version: form.version });
  expect(await readSession(app, id)).toMatchObject({ title: "Evening Wind-Down", durationMinutes: 90, version: 3 });
});

test("lists the changes since a form was opened, and none of those before", async ({ app }) => {
  const admin = await anAdmin(app);
  const { id } = await createSession(admin, app);
  await editSession(admin, id, { title: "Morning Rise" });
  const { version } = await admin.api.sessions.getForm({ id });
  // Edits of the same millisecond have no order.
  app.clock.moveBy(1);
  await editSession(admin, id, { title: "Morning Rise", durationMinutes: 90 });
  app.clock.moveBy(1);
  await editSession(admin, id, { title: "Morning Rise", durationMinutes: 90, city: "London", isFeatured: true });
  const { changes } = await admin.api.sessions.getForm({ id, since: version });
  expect(changes?.fields.sort()).toEqual(["durationMinutes", "isFeatured"]);
});

test("reports to an editor that the session was cancelled meanwhile, without an edit", async ({ app }) => {
  const admin = await anAdmin(app);
  const { id } = await createSession(admin, app);
  await editSession(admin, id, { title: "Morning Rise" });
  const { version } = await admin.api.sessions.getForm({ id });
  await admin.api.sessions.cancel({ id });
  const late = { ...aSessionForm({ title: "Morning Rise", durationMinutes: 90 }), id, version };
  expect((await refusalOf(admin.api.sessions.edit(late))).code).toBe("changed_meanwhile");
  const form = await admin.api.sessions.getForm({ id, since: version });
  expect(form.changes).toEqual({ fields: [], by: null, at: null });
  await admin.api.sessions.edit({ ...late, version: form.version });
  expect(await readSession(app, id)).toMatchObject({ durationMinutes: 90 });
});

test("lets exactly one of two simultaneous saves succeed, every time", async ({ app }) => {
  const { api } = await anAdmin(app);
  for (let round = 1; round <= 6; round += 1) {
    const form = aNewSession();
    await api.sessions.create(form);
    const { version } = await api.sessions.getForm({ id: form.formKey });
    const titles = ["Morning Rise", "Midday Reset"];
    const saved = await Promise.allSettled(
      titles.map((title) => api.sessions.edit({ ...aSessionForm({ title }), id: form.formKey, version })),
    );
    expect(saved.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const winner = titles[saved.findIndex(({ status }) => status === "fulfilled")];
    expect(await readSession(app, form.formKey)).toMatchObject({ title: winner, version: 2 });
  }
});

test("saves an edit posted twice once, and mails no change twice", async ({ app }) => {
  const admin = await anAdmin(app);
  const { id } = await createSession(admin, app);
  const { version } = await admin.api.sessions.getForm({ id });
  const typed = { ...aSessionForm({ title: "Morning Rise" }), id, version };
  await admin.api.sessions.edit(typed);
  await admin.api.sessions.edit(typed);
  expect(await readSession(app, id)).toMatchObject({ version: 2 });
  expect(await auditOf(app, id)).toEqual(["session.created", "session.edited"]);
  const [, edited] = await app.db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
  expect(edited).toMatchObject({ actorId: admin.user.id, details: { version: 2, changed: ["title"] } });
});

test("refuses fewer places than are taken, and offers additional ones to the waitlist", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aFullSession(app, 2);
  await joinWaitlist(app, session, 2);
  const startsAt = { startsAt: session.startTime.toISOString().slice(0, 16), timeZone: "UTC" };
  const savePlaces = (maxAttendees: number) =>
    editSession({ api }, session.id, { ...startsAt, description: session.description, maxAttendees });
  const refused = await refusalOf(savePlaces(1));
  expect(refused).toEqual({ code: "invalid", message: "2 places are already taken, so there can’t be fewer." });
  await savePlaces(3);
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting"]);
});

test("mails a new time to every attendee, and a new title to none", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await createSession(admin, app);
  const { attendeeEmail } = await aFreeBooking(app, session);
  const edit = (values: object) => editSession(admin, session.id, values);
  await edit({ title: "Morning Rise" });
  expect(await recipientsOf(app, "session-changed")).toEqual([]);
  const later = { title: "Morning Rise", startsAt: "2031-12-03T08:00" };
  await edit({ ...later, agreedChange: await changeSeen(edit(later)) });
  expect(await recipientsOf(app, "session-changed")).toEqual([attendeeEmail]);
});

test("refuses a time skipped by the clocks beside its field, and accepts an unchanged one", async ({ app }) => {
  const { api } = await anAdmin(app);
  const refused = refusalOf(api.sessions.create(aNewSession({ startsAt: "2031-03-30T01:30" })));
  expect((await refused).message).toContain("There is no 1:30 AM on March 30, 2031 in Europe/London");
  // The second 1:30 of that night.
  const session = await aFullSession(app, 0, { startTime: new Date("2031-10-26T01:30:00Z"), maxAttendees: 5 });
  await editSession({ api }, session.id, { startsAt: "2031-10-26T01:30", title: "Morning Rise" });
  expect(await readSession(app, session.id)).toMatchObject({ startTime: session.startTime, title: "Morning Rise" });
});

test("refuses a deleted category", async ({ app }) => {
  const { api } = await anAdmin(app);
  const refused = await refusalOf(api.sessions.create(aNewSession({ category: "Gone" })));
  expect(refused.message).toBe("This category no longer exists. Please choose another.");
});

test("shows a picture instead of the drawing, and deletes a replaced one unless a copy uses it", async ({ app }) => {
  const admin = await anAdmin(app);
  const [first, second] = [await aFile(app.services, "image"), await aFile(app.services, "image")];
  const { id } = await createSession(admin, app, { imageId: first.id });
  const imageOf = async (sessionId: string) => (await readSession(app, sessionId)).thumbnailUrl;
  expect(await imageOf(id)).toBe(imagePath(first));
  const copy = await admin.api.sessions.duplicate({ id, formKey: randomUUID() });
  expect(await imageOf(copy.id)).toBe(imagePath(first));
  await editSession(admin, id, { imageId: second.id });
  expect(await imageOf(id)).toBe(imagePath(second));
  const isGone = async (file: { id: string }) =>
    (await app.db.query.mediaFiles.findFirst({ where: eq(mediaFiles.id, file.id) }))?.deletedAt !== null;
  expect(await isGone(first)).toBe(false);
  await editSession(admin, id, { removeImage: true });
  expect([await imageOf(id), await isGone(second)]).toEqual([null, true]);
  await admin.api.sessions.delete({ id: copy.id });
  expect(await isGone(first)).toBe(true);
});

test("hides an unpublished session from all lists, while its holds can still be paid", async ({ app }) => {
  const admin = await anAdmin(app);
  const priced = { price: "18" };
  const session = await createSession(admin, app, priced);
  await aHold(app, session);
  await editSession(admin, session.id, { ...priced, isPublished: false });
  expect((await app.as().schedule.listUpcoming({ page: 1 })).sessions).toEqual([]);
  expect((await admin.api.sessions.list({ upcoming: 1, past: 1 })).upcoming.sessions).toMatchObject([
    { isDraft: true, taken: 1 },
  ]);
});
