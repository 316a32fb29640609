import { one } from "@db/one";
import { readHealthNote } from "@server/selling/bookings/health/health-notes";
import { eq } from "drizzle-orm";
import { outboxEmails, sessionBookings, siteSettings } from "@db/schema";
import { anAccount } from "../../../../support/accounts";
import { aBookingOf, aSession } from "../../../../support/sessions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const refusal = "Please read this and tick the box before you book";

async function writeStatement(app: TestApp, text: string, version: number) {
  const row = { key: "health", value: { text, version } };
  await app.db.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
}

test("asks for no confirmation and stores no note without a health statement", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  expect((await app.as().bookings.getForm({ sessionId: session.id })).health).toBeNull();
  await app.as().bookings.create({ ...aBookingOf(session), healthVersion: 1, healthNote: "asthma" });
  expect(await app.db.query.sessionBookings.findFirst()).toMatchObject({ healthVersion: null, sealedHealthNote: null });
});

test("asks a guest to confirm the current version of the statement at each booking", async ({ app }) => {
  await writeStatement(app, "Ask your doctor.", 2);
  const session = await aSession(app.db, { priceMinor: 0 });
  const form = () => app.as().bookings.getForm({ sessionId: session.id });
  expect((await form()).health).toEqual({ text: "Ask your doctor.", version: 2 });
  for (const healthVersion of [undefined, 1, 3]) {
    await expect(app.as().bookings.create({ ...aBookingOf(session), healthVersion })).rejects.toThrow(refusal);
  }
  expect(await app.db.$count(sessionBookings)).toBe(0);
  await app.as().bookings.create({ ...aBookingOf(session), healthVersion: 2 });
  expect((await form()).health).not.toBeNull();
});

test("stores the note with the confirmed version and tells the instructor of it, but quotes it in no mail", async ({
  app,
}) => {
  await writeStatement(app, "Ask your doctor.", 2);
  const session = await aSession(app.db, { priceMinor: 0 });
  const booking = { ...aBookingOf(session), healthVersion: 2, healthNote: " I have asthma.\r\nMild. " };
  await app.as().bookings.create(booking);
  const note = "I have asthma.\nMild.";
  const stored = one(await app.db.select().from(sessionBookings), "booking");
  expect(stored).toMatchObject({ healthVersion: 2, healthNote: null });
  expect(JSON.stringify(stored)).not.toContain("asthma");
  expect(readHealthNote(app.services.settings, stored)).toBe(note);
  const mailed = (template: string) => app.db.select().from(outboxEmails).where(eq(outboxEmails.template, template));
  expect((await mailed("admin-new-booking"))[0]!.props).toMatchObject({ hasHealthNote: true });
  await app.runJobs();
  const [notice] = await mailed("admin-new-booking");
  expect(notice?.html).toContain("Health note");
  expect(JSON.stringify([notice, await mailed("booking-confirmation"), app.sentMails])).not.toContain("asthma");
});

test("asks a member before the first booking and again when the statement changes", async ({ app }) => {
  await writeStatement(app, "Ask your doctor.", 1);
  const session = await aSession(app.db, { priceMinor: 0 });
  const [member, other] = [await anAccount(app.db), await anAccount(app.db)];
  const isAsked = async (user: typeof member) =>
    (await app.as({ user }).bookings.getForm({ sessionId: session.id })).health !== null;
  const book = (healthVersion?: number) =>
    app.as({ user: member }).bookings.create({ ...aBookingOf(session), healthVersion });
  expect(await isAsked(member)).toBe(true);
  await book(1);
  expect([await isAsked(member), await isAsked(other)]).toEqual([false, true]);
  await book();
  await writeStatement(app, "Ask your doctor first.", 2);
  expect(await isAsked(member)).toBe(true);
  await expect(book(1)).rejects.toThrow(refusal);
  await expect(book(2)).resolves.toHaveProperty("next");
});
