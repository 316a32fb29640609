import { randomUUID } from "node:crypto";
import { bookingTickets, auditEntries, mailConsents, personNotes, refunds, users } from "@db/schema";
import { suppress } from "@server/platform/mail/consents";
import { eq, sql } from "drizzle-orm";
import { anAccount, refusalOf } from "../../../support/accounts";
import { agreeToAnnouncements } from "../../../support/bookings";
import { linesOfCsv } from "../../../support/csv";
import { aMember } from "../../../support/members";
import { aBookingFor, aPaymentFor } from "../../../support/profile";
import { aPurchase } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

const anAdmin = async (app: TestApp) => (await aMember(app, { role: "admin", fullName: "Clara Marsh" })).api;

const listed = async (app: TestApp, search = "") =>
  (await (await anAdmin(app)).people.list({ search, sort: "name", page: 1 })).people;

async function aGuestBooking(app: TestApp, email: string, values: Parameters<typeof aBookingFor>[3] = {}) {
  const session = await aSession(app.db, { priceMinor: 2000, startTime: ago(3) });
  const guest = { ...(await anAccount(app.db)), fullName: "Priya Raman", email };
  return aBookingFor(app, guest, session, { userId: null, ...values });
}

test("lists each person once: members, and guests by address whatever its letter case", async ({ app }) => {
  const { account } = await aMember(app, { fullName: "Tomas Lind", email: "tomas@example.com" });
  await aBookingFor(app, account, await aSession(app.db));
  await aPurchase(app.db, account);
  await aGuestBooking(app, "Priya@example.com");
  await aGuestBooking(app, "priya@EXAMPLE.com");
  await aPurchase(app.db, null, { customerEmail: "maeve@example.com", customerName: "Maeve Donnelly" });
  const people = await listed(app);
  expect(people.map(({ name, email, isMember }) => [name, email, isMember])).toEqual([
    ["Maeve Donnelly", "maeve@example.com", false],
    ["Priya Raman", "priya@example.com", false],
    ["Tomas Lind", "tomas@example.com", true],
  ]);
  expect((await listed(app, "PRIYA@")).map(({ name }) => name)).toEqual(["Priya Raman"]);
  expect(await listed(app, "%")).toEqual([]);
});

test("joins a guest's records to the account that confirms their address, and not before", async ({ app }) => {
  const { account } = await aMember(app, { fullName: "Priya R.", email: "priya@example.com", emailConfirmedAt: null });
  await aBookingFor(app, account, await aSession(app.db, { startTime: ago(1) }));
  await aGuestBooking(app, "Priya@example.com");
  expect((await listed(app)).map(({ name, visits }) => [name, visits])).toEqual([
    ["Priya R.", 1],
    ["Priya Raman", 1],
  ]);
  await app.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, account.id));
  expect((await listed(app)).map(({ name, visits }) => [name, visits])).toEqual([["Priya R.", 2]]);
});

test("counts visits, no-shows and money kept, each currency for itself", async ({ app }) => {
  const { account } = await aMember(app, { email: "tomas@example.com" });
  const past = await aSession(app.db, { priceMinor: 2000, startTime: ago(5) });
  const other = await aMember(app);
  const { id } = await aBookingFor(app, other.account, past);
  await app.db
    .update(bookingTickets)
    .set({ checkedInAt: ago(5) })
    .where(eq(bookingTickets.id, id));
  await aPaymentFor(app, await aBookingFor(app, account, past));
  const uncounted = await aSession(app.db, { priceMinor: 2000, startTime: ago(4) });
  const payment = await aPaymentFor(app, await aBookingFor(app, account, uncounted));
  await app.db
    .insert(refunds)
    .values({ paymentId: payment.id, amountMinor: 500, currency: "GBP", reason: "admin", state: "succeeded" });
  await aBookingFor(app, account, uncounted, { status: "cancelled", paymentStatus: "refunded", formKey: randomUUID() });
  await aBookingFor(app, account, await aSession(app.db));
  const purchase = await aPurchase(app.db, account);
  await aPaymentFor(app, purchase, { bookingId: null, purchaseId: purchase.id, currency: "EUR" });
  const [person] = await listed(app, "tomas@");
  expect(person).toMatchObject({ visits: 1, noShows: 1 });
  expect(person?.spent.toSorted()).toEqual(["£35.00", "€60.00"].toSorted());
});

test("shows health notes and the history, newest first, for a guest as for a member", async ({ app }) => {
  await aGuestBooking(app, "priya@example.com", { healthNote: "Asthma" });
  const [person] = await listed(app);
  const api = await anAdmin(app);
  const { history, userId, name } = await api.people.get({ key: person?.key ?? "" });
  expect([userId, name]).toEqual([null, "Priya Raman"]);
  expect(history.items).toMatchObject([{ healthNote: "Asthma", attendance: "visit", kind: "booking" }]);
  const exported = await api.people.export({ key: person?.key ?? "" });
  expect(exported).toMatchObject({ email: "priya@example.com", hasAccount: false, visits: 1 });
});

test("keeps private notes through the confirmation of an address, and reports conflicting edits", async ({ app }) => {
  await aGuestBooking(app, "priya@example.com");
  const api = await anAdmin(app);
  const key = (await listed(app))[0]?.key ?? "";
  const { version } = await api.people.get({ key });
  await api.people.saveNote({ key, note: "Prefers the window", version });
  expect((await refusalOf(api.people.saveNote({ key, note: "Other", version }))).code).toBe("changed_meanwhile");
  const { account } = await aMember(app, { email: "Priya@example.com", fullName: "Priya Raman" });
  const merged = await api.people.get({ key });
  expect([merged.userId, merged.note]).toEqual([account.id, "Prefers the window"]);
  await api.people.saveNote({ key: account.id, note: "Prefers the door", version: merged.version });
  expect(await app.db.select().from(personNotes)).toMatchObject([{ userId: account.id, note: "Prefers the door" }]);
  const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.action, "person.note_changed"));
  expect(entries).toHaveLength(2);
});

test("forgets the note and the person when the account is deleted", async ({ app }) => {
  const { account, api: own } = await aMember(app, { email: "priya@example.com", fullName: "Priya Raman" });
  await aBookingFor(app, account, await aSession(app.db, { startTime: ago(2), priceMinor: 0 }));
  const api = await anAdmin(app);
  const { version } = await api.people.get({ key: account.id });
  await api.people.saveNote({ key: account.id, note: "Prefers the window", version });
  await api.users.delete({ id: account.id, refund: "no" });
  expect(await app.db.select().from(personNotes)).toEqual([]);
  expect(await listed(app)).toEqual([]);
  expect((await refusalOf(api.people.get({ key: account.id }))).code).toBe("not_found");
  expect((await refusalOf(own.people.get({ key: account.id }))).code).toBe("forbidden");
});

const everyPart = async (app: TestApp, between?: () => Promise<unknown>) => {
  const api = await anAdmin(app);
  let part = await api.people.exportAll({});
  let csv = part.csv;
  while (part.next) {
    await between?.();
    part = await api.people.exportAll({ after: part.next });
    csv += part.csv;
  }
  return linesOfCsv(csv);
};

test("exports each person as CSV once, in parts, even if others are added meanwhile", async ({ app }) => {
  const session = await aSession(app.db, { startTime: ago(2), priceMinor: 0 });
  await app.db.execute(sql`insert into session_bookings
      (session_id, attendee_first_name, attendee_last_name, attendee_email, status, payment_status, form_key,
       list_price_minor, total_minor, currency, time_zone)
    select ${session.id}::uuid, 'Guest', n::text, 'g' || n || '@example.com', 'completed', 'free', gen_random_uuid(),
       0, 0, 'GBP', 'Europe/London' from generate_series(1, 501) as n`);
  const { account } = await aMember(app, { fullName: "Tomas Lind", email: "tomas@example.com" });
  await aBookingFor(app, account, await aSession(app.db));
  await aGuestBooking(app, "Tomas@example.com");
  const lines = await everyPart(app, () => aGuestBooking(app, `a${randomUUID()}@example.com`));
  const addresses = lines.slice(1).map((line) => line.split(",")[1] ?? "");
  expect(addresses.filter((address) => address.startsWith("g"))).toHaveLength(501);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(lines.filter((line) => line.includes("tomas@"))).toEqual([
    expect.stringMatching(/^Tomas Lind,tomas@.*,yes,1/),
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^Guest 1,g1@example.com,no,1,0,,/));
});

test("reads only the records of its own people for a part of the export", async ({ app }) => {
  for (const name of ["ada", "bea", "cleo"]) await aGuestBooking(app, `${name}@example.com`);
  const api = await anAdmin(app);
  const { csv } = await api.people.exportAll({ after: { isGuest: true, address: "bea@example.com" } });
  expect(linesOfCsv(csv)).toEqual([expect.stringContaining("cleo@example.com")]);
});

test("says since when a person receives announcements, or when and why they stopped", async ({ app }) => {
  await aGuestBooking(app, "priya@example.com");
  await agreeToAnnouncements(app.services, "Priya@example.com");
  await app.db.update(mailConsents).set({ confirmedAt: new Date("2026-03-01T12:00:00Z") });
  await aGuestBooking(app, "aiko@example.com", { attendeeFirstName: "Aiko" });
  await aGuestBooking(app, "maeve@example.com", { attendeeFirstName: "Maeve" });
  await suppress(app.db, "Maeve@example.com", "bounced", new Date("2026-04-02T12:00:00Z"));
  const people = await listed(app);
  expect(people.map(({ email, announcements }) => [email, announcements])).toEqual([
    ["aiko@example.com", "No, has not agreed to them"],
    ["maeve@example.com", "No, an email bounced on Thu, Apr 2, 2026"],
    ["priya@example.com", "Yes, since Sun, Mar 1, 2026: turned them on in their profile"],
  ]);
  const key = people[1]?.key ?? "";
  const stoppedAt = new Date("2026-06-03T12:00:00Z");
  await suppress(app.db, "maeve@example.com", "unsubscribed", stoppedAt);
  const api = await anAdmin(app);
  expect((await api.people.get({ key })).announcements).toBe("No, unsubscribed on Wed, Jun 3, 2026");
  expect((await api.people.export({ key })).announcements).toMatchObject({
    receives: false,
    stopped: { reason: "unsubscribed", at: stoppedAt },
  });
  expect((await everyPart(app)).join("\n")).toContain(",No, unsubscribed on Wed, Jun 3, 2026");
});
