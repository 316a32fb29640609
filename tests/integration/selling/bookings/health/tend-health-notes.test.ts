import { one } from "@db/one";
import { outboxEmails, sessionBookings, siteSettings } from "@db/schema";
import { eq } from "drizzle-orm";
import { readHealthNote, sealHealthNote } from "@server/selling/bookings/health/health-notes";
import { tendHealthNotes } from "@server/selling/bookings/health/tend-health-notes";
import { newKeyList, parseKeys, unreadableNote } from "@server/core/encryption";
import { aSession, takePlace } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const minutesInDay = 24 * 60;

const plainNotes = async (app: TestApp, count: number) => {
  const session = await aSession(app.db);
  for (let number = 0; number < count; number += 1) await takePlace(app.db, session, { healthNote: `note ${number}` });
};

const bookingsOf = (app: TestApp) => app.db.select().from(sessionBookings);

async function notesIn(app: TestApp): Promise<string[]> {
  const notes = (await bookingsOf(app)).map((booking) => readHealthNote(app.services.settings, booking) ?? "none");
  return notes.sort();
}

test("encrypts the notes of the previous version, in two processes at once and after being killed half-way", async ({
  app,
}) => {
  await plainNotes(app, 6);
  const written = await notesIn(app);
  let updates = 0;
  const dying = new Proxy(app.db, {
    get(db, name, receiver) {
      if (name === "update" && (updates += 1) > 3) throw new Error("killed");
      return Reflect.get(db, name, receiver) as unknown;
    },
  });
  await expect(tendHealthNotes({ ...app.services, db: dying })).rejects.toThrow("killed");
  const half = await bookingsOf(app);
  expect(half.filter(({ healthNote }) => healthNote === null)).toHaveLength(2);
  expect(half.filter((row) => (row.healthNote === null) === (row.sealedHealthNote === null))).toEqual([]);
  expect(await notesIn(app)).toEqual(written);

  await Promise.all([tendHealthNotes(app.services), tendHealthNotes(app.services)]);
  const sealed = await bookingsOf(app);
  expect(sealed.filter(({ healthNote }) => healthNote !== null)).toEqual([]);
  expect(await notesIn(app)).toEqual(written);
  await tendHealthNotes(app.services);
  expect(await bookingsOf(app)).toEqual(sealed);
});

test("encrypts with the first key what an older one has encrypted, and leaves what can't be read", async ({ app }) => {
  const { settings } = app.services;
  const [old, lost, newest] = [settings.encryptionKeys, parseKeys(newKeyList()), parseKeys(newKeyList())];
  const session = await aSession(app.db);
  for (const encryptionKeys of [old, lost]) {
    const id = await takePlace(app.db, session);
    const sealedHealthNote = sealHealthNote({ encryptionKeys }, id, "asthma");
    await app.db.update(sessionBookings).set({ sealedHealthNote }).where(eq(sessionBookings.id, id));
  }
  settings.encryptionKeys = [...newest, ...old];
  await tendHealthNotes(app.services);
  settings.encryptionKeys = newest;
  expect(await notesIn(app)).toEqual(["asthma", unreadableNote]);
});

test("empties sent mails that quote a note, and mentions it instead", async ({ app }) => {
  const mail = { template: "admin-new-booking", recipient: "ada@example.com", subject: "New booking" };
  const values = { ...mail, dedupeKey: "one", props: { healthNote: "asthma" }, html: "asthma", text: "asthma" };
  await app.db.insert(outboxEmails).values({ ...values, sentAt: app.clock.now() });
  await app.db.insert(outboxEmails).values({ ...values, dedupeKey: "being sent" });
  await tendHealthNotes(app.services);
  const sent = await app.db.select().from(outboxEmails).where(eq(outboxEmails.dedupeKey, "one"));
  expect(one(sent, "mail")).toMatchObject({ props: { hasHealthNote: true }, html: null, text: null });
  const [waiting] = await app.db.select().from(outboxEmails).where(eq(outboxEmails.dedupeKey, "being sent"));
  expect(waiting?.html).toBe("asthma");
});

test("deletes notes the set time after the person's last session, and not before", async ({ app }) => {
  const days = (count: number) => new Date(app.clock.now().getTime() + count * minutesInDay * 60_000);
  const [first, later] = [await aSession(app.db), await aSession(app.db, { startTime: days(60) })];
  await app.db.insert(siteSettings).values({ key: "healthNoteMonths", value: 3 });
  const person = { attendeeEmail: "priya@example.com" };
  await takePlace(app.db, first, { ...person, healthNote: "returns" });
  await takePlace(app.db, later, { attendeeEmail: "Priya@Example.com" });
  await takePlace(app.db, first, { attendeeEmail: "once@example.com", healthNote: "came once" });
  await takePlace(app.db, later, { attendeeEmail: "once@example.com", status: "cancelled", paymentStatus: "refunded" });

  app.clock.moveBy(80 * minutesInDay);
  await tendHealthNotes(app.services);
  expect(await notesIn(app)).toEqual(["came once", "none", "none", "returns"]);
  app.clock.moveBy(20 * minutesInDay);
  await tendHealthNotes(app.services);
  expect(await notesIn(app)).toEqual(["none", "none", "none", "returns"]);
  app.clock.moveBy(60 * minutesInDay);
  await tendHealthNotes(app.services);
  expect(await notesIn(app)).toEqual(["none", "none", "none", "none"]);
});
