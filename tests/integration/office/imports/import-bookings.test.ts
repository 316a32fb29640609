import { outboxEmails, payments, sessionBookings, users, liveSessions, pendingImports } from "@db/schema";
import { eq } from "drizzle-orm";
import { sendReminders } from "@server/office/managing/send-reminders";
import { auditedActions } from "../../../support/admin";
import { anImporter, csvOf, inFile } from "../../../support/imports";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

const days = (count: number) => {
  const at = Math.floor(Date.now() / 60_000) * 60_000;
  return new Date(at + count * 24 * 3_600_000);
};

const header = "Email,First name,Last name,Start,Session,Tickets,Amount,Payment,Booked,Reference";

const readBookings = (db: Parameters<typeof aSession>[0]) =>
  db.select().from(sessionBookings).orderBy(sessionBookings.attendeeEmail);

test("imports past and future bookings without mails, accounts or Stripe, and adds nothing the second time", async ({
  app,
}) => {
  const { db } = app;
  const past = await aSession(db, { startTime: days(-10) });
  const future = await aSession(db, { startTime: days(10), maxAttendees: 5 });
  const file = csvOf(
    header,
    `ana@example.com,Ana,Reyes,${inFile(past.startTime)},,1,15.00,,${inFile(days(-12))},A1`,
    `bo@example.com,Bo,Berg,${inFile(future.startTime)},,2,£30,paid,,A2`,
    `cy@example.com,Cy,"O'Hara, Jr",${inFile(future.startTime)},,1,15,unpaid,,A3`,
    `di@example.com,Di,Falk,${inFile(future.startTime)},,1,,,,A4`,
  );
  const importer = await anImporter(app);
  const check = await importer.check(file);
  expect(check).toMatchObject({ bookings: 4, future: 3, tickets: 5, sessions: 0, problemCount: 0 });
  expect(await readBookings(db)).toEqual([]);
  expect(await importer.run(file)).toMatchObject({ bookings: 4, sessions: 0, customers: 0 });
  const rows = (await readBookings(db)).map((booking) => [
    ...[
      booking.attendeeEmail,
      booking.sessionId,
      booking.status,
      booking.paymentStatus,
      booking.totalMinor,
      booking.quantity,
      booking.userId,
    ],
  ]);
  expect(rows).toEqual([
    ["ana@example.com", past.id, "completed", "paid", 1500, 1, null],
    ["bo@example.com", future.id, "completed", "paid", 3000, 2, null],
    ["cy@example.com", future.id, "confirmed", "pending", 1500, 1, null],
    ["di@example.com", future.id, "completed", "free", 0, 1, null],
  ]);
  const paid = await db.select().from(payments).orderBy(payments.amountMinor);
  expect(paid.map(({ provider, state, amountMinor }) => [provider, state, amountMinor])).toEqual([
    ["outside", "paid", 1500],
    ["outside", "paid", 3000],
  ]);
  expect(paid[0]?.paidAt).toEqual(days(-12));
  expect(await db.select().from(outboxEmails)).toEqual([]);
  expect(await db.$count(users, eq(users.role, "member"))).toBe(0);
  expect(await db.select().from(pendingImports)).toEqual([]);
  expect(await auditedActions(app)).toEqual(["import.completed"]);
  const { people } = await importer.api.people.list({ search: "example.com", sort: "name" });
  expect(people.filter(({ isMember }) => !isMember).map(({ name, visits }) => [name, visits])).toEqual([
    ["Ana Reyes", 1],
    ["Bo Berg", 0],
    ["Cy O'Hara, Jr", 0],
    ["Di Falk", 0],
  ]);
  const { orders } = await importer.api.orders.list({ search: "bo@example.com" });
  expect(orders).toMatchObject([{ status: "paid", notes: ["2 tickets", "Imported"], isRefundable: true }]);
  expect(await importer.check(file)).toMatchObject({ bookings: 0, known: 4, problemCount: 0 });
  await expect(importer.run(file)).rejects.toThrow("The file has no new booking.");
});

test("names every row that is wrong, and imports none", async ({ app }) => {
  const session = await aSession(app.db, { startTime: days(10), maxAttendees: 2 });
  const start = inFile(session.startTime);
  await takePlace(app.db, session);
  const file = csvOf(
    header,
    `ana@example.com,Ana,Reyes,${start},,1,15,,,A1`,
    `not an address,Bo,Berg,${start},,1,15,,,A2`,
    `cy@example.com,Cy,Falk,31/2/2026 19:00,,1,15,,,A3`,
    `di@example.com,Di,Falk,${start},,9,abc,,,A4`,
    `ana@example.com,Ana,Reyes,${start},,1,15,,,A1`,
    `ed@example.com,Ed,Falk,${start},,1,15,,,A5`,
    `flo@example.com,Flo,Falk,${inFile(days(11))},,1,15,,,A6`,
    `gus@example.com,Gus,Falk,${inFile(days(-11))},Old one,1,15,,,A7`,
  );
  const importer = await anImporter(app);
  const { problems, problemCount, id, digest } = await importer.check(file);
  expect(problems.map(({ row, column, message }) => [row, column, message])).toEqual([
    [3, "Email", "“not an address” is not an email address."],
    [4, "Start", "“31/2/2026 19:00” is not a date. Please write it as 2026-12-01 19:30."],
    [5, "Amount", "“abc” is not an amount."],
    [5, "Tickets", "“9” is not a number from 1 to 6."],
    [6, "", expect.stringContaining("This is the booking of row 2 again.")],
    [7, "", expect.stringContaining("No place is free in “Evening Wind-Down”")],
    [8, "", expect.stringContaining("There is no session on ")],
    [9, "", expect.stringContaining("There was no session on ")],
  ]);
  expect(problemCount).toBe(8);
  await expect(importer.api.imports.run({ id, digest })).rejects.toThrow("nothing was imported");
  expect(await app.db.$count(sessionBookings)).toBe(1);
});

test("adds past sessions as drafts when asked, and finds them again", async ({ app }) => {
  const [start, file] = [days(-30), (email: string) => `${email},Ana,Reyes,${inFile(days(-30))},Dawn Breath,1,15,,,`];
  const importer = await anImporter(app);
  const choices = { createsSessions: true };
  const text = csvOf(header, file("ana@example.com"), file("bo@example.com"));
  expect(await importer.run(text, choices)).toMatchObject({ bookings: 2, sessions: 1, customers: 0 });
  const sessions = await app.db.select().from(liveSessions);
  expect(sessions).toMatchObject([{ title: "Dawn Breath", startTime: start, isPublished: false }]);
  expect(await importer.check(text, choices)).toMatchObject({ known: 2, bookings: 0, sessions: 0 });
  const more = csvOf(header, file("cy@example.com"));
  expect(await importer.run(more, choices)).toMatchObject({ bookings: 1, sessions: 0, customers: 0 });
});

test("imports only what the check has shown", async ({ app }) => {
  const session = await aSession(app.db, { startTime: days(10), maxAttendees: 1 });
  const importer = await anImporter(app);
  const text = csvOf(header, `ana@example.com,Ana,Reyes,${inFile(session.startTime)},,1,15,,,A1`);
  const { id, digest } = await importer.check(text);
  await takePlace(app.db, session);
  await expect(importer.api.imports.run({ id, digest })).rejects.toThrow("Something changed");
  await expect(importer.api.imports.run({ id, digest: "another" })).rejects.toThrow("Something changed");
  expect(await app.db.$count(sessionBookings)).toBe(1);
});

test("leaves out rows with problems if that is agreed, and else imports nothing", async ({ app }) => {
  const session = await aSession(app.db, { startTime: days(10), maxAttendees: 2 });
  const importer = await anImporter(app);
  const at = inFile(session.startTime);
  const rows = ["ana@example.com", "Info Requested", "bo@example.com", "cy@example.com"];
  const text = csvOf(
    header,
    ...rows.map((email, nth) => `${email},Ana,Reyes,${at},,${nth === 2 ? 2 : 1},15,,,A${nth}`),
  );
  const { id, digest, problems, bookings } = await importer.check(text);
  expect([bookings, problems.map(({ row }) => row)]).toEqual([2, [3, 4]]);
  await expect(importer.api.imports.run({ id, digest })).rejects.toThrow("nothing was imported");
  expect(await importer.api.imports.run({ id, digest, leavesOut: true })).toMatchObject({ bookings: 2 });
  const emails = await app.db.select({ email: sessionBookings.attendeeEmail }).from(sessionBookings);
  expect(emails.map(({ email }) => email).sort()).toEqual(["ana@example.com", "cy@example.com"]);
});

test("two imports of one file at the same time add it once", async ({ app }) => {
  const session = await aSession(app.db, { startTime: days(10) });
  const [firstImporter, secondImporter] = [await anImporter(app), await anImporter(app)];
  const text = csvOf(header, `ana@example.com,Ana,Reyes,${inFile(session.startTime)},,1,15,,,A1`);
  const [first, second] = [await firstImporter.check(text), await secondImporter.check(text)];
  const outcomes = await Promise.allSettled([
    firstImporter.api.imports.run(first),
    secondImporter.api.imports.run(second),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await app.db.$count(sessionBookings)).toBe(1);
});

test("leaves out cancelled rows and people who have booked that session here", async ({ app }) => {
  const session = await aSession(app.db, { startTime: days(10) });
  await takePlace(app.db, session, { attendeeEmail: "Ana@example.com" });
  const row = (email: string, status: string) => `${email},${inFile(session.startTime)},${status}`;
  const importer = await anImporter(app);
  const text = csvOf("Email,Start,Status", row("ana@example.com", "booked"), row("bo@example.com", "Refunded"));
  expect(await importer.check(text)).toMatchObject({ bookings: 0, bookedHere: 1, cancelled: 1, problemCount: 0 });
});

test("an import a few hours before a session sends no reminder that was due before", async ({ app }) => {
  const session = await aSession(app.db, { startTime: days(0.5) });
  const importer = await anImporter(app);
  const row = (email: string, payment: string) =>
    `${email},Ana,Reyes,${inFile(session.startTime)},,1,15,${payment},${inFile(days(-20))},`;
  await importer.run(csvOf(header, row("ana@example.com", "paid"), row("bo@example.com", "unpaid")));
  await sendReminders(app.services);
  expect(await app.db.select().from(outboxEmails)).toEqual([]);
});

test("a file is the admin's own, and is forgotten after an hour", async ({ app }) => {
  const session = await aSession(app.db, { startTime: days(10) });
  const [firstImporter, secondImporter] = [await anImporter(app), await anImporter(app)];
  const kept = await firstImporter.choose(csvOf("Email,Start", `ana@example.com,${inFile(session.startTime)}`));
  await expect(secondImporter.api.imports.check(kept)).rejects.toThrow("no longer kept");
  const [{ sealedFile } = { sealedFile: "" }] = await app.db.select().from(pendingImports);
  expect(Buffer.from(sealedFile, "base64").toString("latin1")).not.toContain("ana@example.com");
  app.clock.moveBy(61);
  await expect(firstImporter.api.imports.check(kept)).rejects.toThrow("no longer kept");
});
