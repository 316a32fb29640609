import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { type Booking, liveSessions, outboxEmails, sessionBookings, users } from "@db/schema";
import { joinKeyOf } from "@server/catalogue/schedule/join-links";
import { sendReminders } from "@server/office/managing/send-reminders";
import { appRouter } from "@server/api/root";
import { anAccount } from "../../../../support/accounts";
import { anAdmin, changeSession } from "../../../../support/admin-sessions";
import { aFreeBooking, readBooking } from "../../../../support/bookings";
import { oneOfEachKind } from "../../../../support/foreign-addresses";
import { serve } from "../../../../support/http-app";
import { joinPathOf } from "../../../../support/joining";
import { aPaidBooking, statusOf } from "../../../../support/money";
import { hoursFrom, moveTo } from "../../../../support/moves";
import { aHold, aSession } from "../../../../support/sessions";
import { expect, test as appTest, type CallerOptions, type TestApp } from "../../../../support/test-app";
import { procedures } from "../../../api/permissions/procedures-table";

const room = "https://zoom.example/j/1?pwd=planted";
const free = { priceMinor: 0, zoomLink: room, durationMinutes: 60 };

const test = appTest.extend<{ follow: (path: string) => Promise<[status: number, location: string | null]> }>({
  follow: async ({ app }, use) => {
    const page = { loader: () => new Response("", { status: 404 }) };
    const { url, stop } = await serve(app.services, { "join/:id": page });
    await use(async (path) => {
      const answer = await fetch(url + path, { redirect: "manual" });
      return [answer.status, answer.headers.get("Location")];
    });
    await stop();
  },
});

/** A stub stands for the page that says why. */
const refused = [404, null];
const ledOn = [303, room];

const joiningOf = (app: TestApp, booking: Booking) =>
  app.as().bookings.getJoining({ bookingId: booking.id, key: joinKeyOf(booking) });

const change = ({ db }: TestApp, values: Partial<typeof liveSessions.$inferInsert>) =>
  db.update(liveSessions).set(values);

test("leads on from ten minutes before the start until half an hour after the end", async ({ app, follow }) => {
  const booking = await aFreeBooking(app, await aSession(app.db, { ...free, startTime: hoursFrom(app, 48) }));
  const path = joinPathOf(booking);
  const stateOf = async () => [(await joiningOf(app, booking)).state, ...(await follow(path))];
  expect(await stateOf()).toEqual(["early", ...refused]);
  app.clock.moveBy(48 * 60 - 10.01);
  expect(await stateOf()).toEqual(["early", ...refused]);
  expect((await joiningOf(app, booking)).opensIn).toBe(1);
  app.clock.moveBy(0.02);
  expect(await stateOf()).toEqual(["open", ...ledOn]);
  app.clock.moveBy(10 + 60 + 29.9);
  expect(await stateOf()).toEqual(["open", ...ledOn]);
  app.clock.moveBy(0.2);
  expect(await stateOf()).toEqual(["over", ...refused]);
});

test("opens nothing once the booking is refunded, removed or on site, or the session cancelled or without a link", async ({
  app,
  follow,
}) => {
  const session = await aSession(app.db, { zoomLink: room, startTime: hoursFrom(app, 48) });
  const { bookingId } = await aPaidBooking(app, session);
  const booking = await readBooking(app, bookingId);
  const { attendeeEmail } = booking;
  const expectAnswer = async (state: string, answer: unknown[]) => {
    expect([(await joiningOf(app, booking)).state, await follow(joinPathOf(booking))]).toEqual([state, answer]);
  };
  await change(app, { startTime: hoursFrom(app, 0.1) });
  await expectAnswer("open", ledOn);
  await change(app, { locationType: "onsite" });
  await expectAnswer("onsite", refused);
  await change(app, { locationType: "online", zoomLink: null });
  await expectAnswer("no_link", refused);
  for (const zoomLink of oneOfEachKind) {
    await change(app, { zoomLink });
    await expectAnswer("no_link", refused);
  }
  await change(app, { zoomLink: room, cancelledAt: app.clock.now() });
  await expectAnswer("session_cancelled", refused);
  await change(app, { cancelledAt: null });
  await app.db.update(sessionBookings).set({ archivedAt: app.clock.now() });
  await expectAnswer("not_booked", refused);
  await app.db.update(sessionBookings).set({ archivedAt: null });
  await expectAnswer("open", ledOn);

  await change(app, { startTime: hoursFrom(app, 48) });
  await app.as().bookings.cancel({ bookingId, key: booking.manageKey });
  await app.runJobs();
  await change(app, { startTime: hoursFrom(app, 0.1) });
  expect(await statusOf(app, bookingId)).toBe("cancelled refunded");
  await expectAnswer("not_booked", refused);
  // The link of the confirmation is the one that was tried.
  const [mail] = app.sentMails.filter(({ to }) => to === attendeeEmail);
  expect(mail!.text).toContain(joinPathOf(booking));
});

test("opens the room by its key, the member and the browser that booked, and to nobody else", async ({
  app,
  follow,
}) => {
  const session = await aSession(app.db, { ...free, startTime: hoursFrom(app, 0.1) });
  const user = await anAccount(app.db);
  const mine = await aFreeBooking(app, session, { user });
  const other = await aFreeBooking(app, session);
  const held = await aHold(app, await aSession(app.db, { zoomLink: room, startTime: hoursFrom(app, 0.1) }));
  const hold = await readBooking(app, held.bookingId);
  const ask = async (by: CallerOptions, bookingId: string, key?: string) =>
    (
      await app
        .as(by)
        .bookings.getJoining({ bookingId, key })
        .catch(() => null)
    )?.state ?? null;

  expect(await ask({}, mine.id, joinKeyOf(mine))).toBe("open");
  expect(await ask({ user }, mine.id)).toBe("open");
  expect(await ask({ visitor: { browserBookings: [other.id] } }, other.id)).toBe("open");
  expect(await ask({ visitor: { browserBookings: [hold.id] } }, hold.id)).toBe("not_booked");
  for (const key of [undefined, "none", joinKeyOf(other), mine.manageKey, joinKeyOf(mine).slice(1)]) {
    expect([key, await ask({}, mine.id, key), await ask({ user: await anAccount(app.db) }, mine.id, key)]).toEqual([
      ...[key, null, null],
    ]);
    expect(await follow(`/join/${mine.id}${key ? `?key=${key}` : ""}`)).toEqual(refused);
  }
  for (const path of [`/join/none?key=${joinKeyOf(mine)}`, `${joinPathOf(mine)}&key=2`]) {
    expect([path, ...(await follow(path))]).toEqual([path, ...refused]);
  }
});

test("tells the holder of a joining link nothing about the attendee, and lets them manage nothing", async ({ app }) => {
  const booking = await aFreeBooking(app, await aSession(app.db, { ...free, startTime: hoursFrom(app, 48) }));
  const shown = JSON.stringify(await joiningOf(app, booking));
  for (const secret of [room, "planted", booking.attendeeEmail, "Hannah", "Okafor", booking.manageKey]) {
    expect(shown).not.toContain(secret);
  }
  const { bookings, calendar } = app.as();
  const key = joinKeyOf(booking);
  for (const attempt of [
    () => bookings.getManaged({ bookingId: booking.id, key }),
    () => bookings.cancel({ bookingId: booking.id, key }),
    () => bookings.getMoveForm({ bookingId: booking.id, key }),
    () => calendar.bookingFile({ id: booking.id, key }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});

test("leads to the new session by the same link after a move", async ({ app, follow }) => {
  const from = await aSession(app.db, { ...free, startTime: hoursFrom(app, 48) });
  const to = await aSession(app.db, { ...free, zoomLink: "https://zoom.example/j/2", startTime: hoursFrom(app, 72) });
  const booking = await aFreeBooking(app, from);
  await moveTo(app, { bookingId: booking.id, key: booking.manageKey }, { from, to });
  app.clock.moveBy(48 * 60);
  expect(await follow(joinPathOf(booking))).toEqual(refused);
  app.clock.moveBy(24 * 60);
  expect(await follow(joinPathOf(booking))).toEqual([303, "https://zoom.example/j/2"]);
});

test("closes the link that a wrong address has seen once the address is corrected", async ({ app, follow }) => {
  const session = await aSession(app.db, { ...free, startTime: hoursFrom(app, 0.1) });
  const wrong = await aFreeBooking(app, session, { email: "hanna@exmaple.com" });
  await app.runJobs();
  // A second mail waits, with a file whose lines are folded.
  await changeSession(app, session.id, { zoomLink: "https://zoom.example/j/3" });
  const { attendees } = (await anAdmin(app)).api.bookings;
  await attendees.correctAddress({ bookingId: wrong.id, email: "hannah@example.com" });
  await app.runJobs();
  const right = await readBooking(app, wrong.id);
  const mails = app.sentMails.filter(({ to }) => to === "hannah@example.com");
  expect(mails.length).toBeGreaterThan(1);
  for (const mail of mails) {
    const file = mail.attachments!.map(({ content }) => content.replaceAll("\r\n ", "")).join();
    for (const content of [mail.html, mail.text, file]) {
      expect(content).toContain(joinPathOf(right));
      expect(content).not.toContain(joinKeyOf(wrong));
    }
  }
  expect(await follow(joinPathOf(wrong))).toEqual(refused);
  expect(await follow(joinPathOf(right))).toEqual([303, "https://zoom.example/j/3"]);
});

test("writes the room's own address into no mail, calendar file or answer but the back office's", async ({ app }) => {
  const user = await anAccount(app.db);
  const session = await aSession(app.db, { ...free, startTime: hoursFrom(app, 80) });
  const other = await aSession(app.db, { ...free, startTime: hoursFrom(app, 25) });
  const mine = await aFreeBooking(app, session, { user });
  const guest = await aFreeBooking(app, session);
  const { user: owner, api: office } = await anAdmin(app);
  await moveTo(app, { bookingId: mine.id, key: mine.manageKey }, { from: session, to: other });
  await changeSession(app, other.id, { zoomLink: `${room}-2`, startTime: hoursFrom(app, 26) });
  await app.as({ visitor: { browserBookings: [guest.id] } }).bookings.resendConfirmation({
    bookingId: guest.id,
    formKey: randomUUID(),
  });
  await office.bookings.attendees.message({
    sessionId: other.id,
    subject: "A word",
    text: "Hello.",
    formKey: randomUUID(),
  });
  await app.as({ user }).calendar.renewFeedKey();
  app.clock.moveBy((26 - 0.5) * 60);
  await sendReminders(app.services);
  await app.runJobs();
  app.clock.moveBy(25);
  await app.as().bookings.cancel({ bookingId: guest.id, key: guest.manageKey });
  await app.runJobs();

  const mails = await app.db.select().from(outboxEmails);
  const templates = new Set(mails.map(({ template }) => template));
  for (const template of ["booking-confirmation", "booking-moved", "session-changed", "session-reminder"]) {
    expect(templates).toContain(template);
  }
  expect(JSON.stringify([mails, app.sentMails])).not.toContain("planted");

  const account = await app.db.query.users.findFirst({ where: eq(users.id, user.id) });
  const inputs = [
    { id: other.id, sessionId: other.id, bookingId: mine.id, key: mine.manageKey },
    { id: mine.id, bookingId: mine.id, key: joinKeyOf(mine) },
    { id: mine.id, bookingId: mine.id },
    { id: guest.id, sessionId: session.id, bookingId: guest.id, key: guest.manageKey },
    { id: session.id, sessionId: session.id, key: account!.calendarKey! },
  ];
  const readers = [{}, { visitor: { browserBookings: [guest.id] } }, { user }];
  const answered = new Set<string>();
  for (const [path, { admits, input }] of Object.entries(procedures)) {
    if (admits === "admins" || !isQuery(path)) continue;
    for (const by of readers) {
      for (const real of inputs) {
        const answer = await callOf(app, by, path)({ ...input, ...real }).catch(() => undefined);
        if (answer !== undefined) answered.add(path);
        expect(JSON.stringify(answer) ?? "", path).not.toContain("planted");
      }
    }
  }
  const joining = ["bookings.getManaged", "bookings.getJoining", "calendar.memberFeed", "calendar.bookingFile"];
  expect([...answered]).toEqual(expect.arrayContaining([...joining, "bookings.listMySessions", "profile.exportData"]));
  expect(JSON.stringify(await app.as({ user: owner }).sessions.get({ id: other.id }))).toContain("planted");
});

type Call = (input: object) => Promise<unknown>;

const callOf = (app: TestApp, by: CallerOptions, path: string): Call =>
  path.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], app.as(by)) as Call;

const isQuery = (path: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]!._def.type === "query";
