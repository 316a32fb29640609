import { eq } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import { loader as bookingFile } from "~/routes/bookings.$id.calendar[.]ics";
import { loader as sessionFile } from "~/routes/sessions.$id.calendar[.]ics";
import { anAccount, refusalOf } from "../../../support/accounts";
import { aFreeBooking, mailsOf } from "../../../support/bookings";
import { readEventFile } from "../../../support/calendar";
import { serve } from "../../../support/http-app";
import { joinPathOf } from "../../../support/joining";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test as appTest } from "../../../support/test-app";

const test = appTest.extend<{ url: string }>({
  url: async ({ app }, use) => {
    const { url, stop } = await serve(app.services, {
      "sessions/:id/calendar.ics": { loader: sessionFile },
      "bookings/:id/calendar.ics": { loader: bookingFile },
    });
    await use(url);
    await stop();
  },
});

const free = { priceMinor: 0 };

test("offers a session's file to every visitor, without the joining link", async ({ app, url }) => {
  const session = await aSession(app.db);
  const answer = await fetch(`${url}/sessions/${session.id}/calendar.ics`);
  expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="session.ics"');
  const file = readEventFile(await answer.text());
  expect(file).toMatchObject({
    method: "PUBLISH",
    uid: `${session.id}@localhost`,
    stamp: new Date(Math.floor(app.clock.now().getTime() / 1000) * 1000),
    location: "Online",
    organizer: "mailto:hello@breathroom.example",
  });
  expect(JSON.stringify(file)).not.toMatch(/zoom|join/);
});

test("marks a cancelled session in its file, and answers 404 for a draft or an unknown one", async ({ app, url }) => {
  const cancelled = await aSession(app.db, { cancelledAt: app.clock.now() });
  const file = await fetch(`${url}/sessions/${cancelled.id}/calendar.ics`);
  expect(readEventFile(await file.text())).toMatchObject({ status: "CANCELLED", sequence: 1 });
  const draft = await aSession(app.db, { isPublished: false });
  for (const id of [draft.id, crypto.randomUUID(), "nonsense"]) {
    expect((await fetch(`${url}/sessions/${id}/calendar.ics`)).status).toBe(404);
  }
});

test("offers the confirmation's file of a booking to the holder of the mailed key", async ({ app, url }) => {
  const session = await aSession(app.db, free);
  const booking = await aFreeBooking(app, session);
  const { id, manageKey, attendeeEmail } = booking;
  const answer = await fetch(`${url}/bookings/${id}/calendar.ics?key=${manageKey}`);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
  const text = await answer.text();
  expect(readEventFile(text)).toMatchObject({
    uid: `${id}@localhost`,
    location: app.services.settings.siteUrl + joinPathOf(booking),
  });
  expect(text).not.toContain(session.zoomLink);
  // With it nobody can manage the booking.
  expect(text).not.toContain(manageKey);
  const [mail] = await mailsOf(app, "booking-confirmation", attendeeEmail);
  expect(mail!.attachments).toEqual([
    { filename: "session.ics", contentType: "text/calendar; charset=utf-8; method=PUBLISH", content: text },
  ]);
});

test("offers a booking's file to the member who made it, and to no other account", async ({ app }) => {
  const session = await aSession(app.db, free);
  const user = await anAccount(app.db);
  const other = await anAccount(app.db);
  const booking = await aFreeBooking(app, session, { user });
  const { id } = booking;
  const { text } = await app.as({ user }).calendar.bookingFile({ id });
  expect(readEventFile(text).location).toContain(joinPathOf(booking));
  const refusals = [
    app.as().calendar.bookingFile({ id }),
    app.as().calendar.bookingFile({ id, key: "" }),
    app.as({ user: other }).calendar.bookingFile({ id }),
    app.as({ user: other }).calendar.bookingFile({ id, key: "wrong" }),
  ];
  const codes = (await Promise.all(refusals.map(refusalOf))).map(({ code }) => code);
  expect(codes).toEqual(refusals.map(() => "not_found"));
});

test("offers no file for an unpaid hold", async ({ app }) => {
  const { bookingId: id } = await aHold(app, await aSession(app.db));
  const booking = await app.db.query.sessionBookings.findFirst();
  expect((await refusalOf(app.as().calendar.bookingFile({ id, key: booking!.manageKey }))).code).toBe("not_found");
});

test("links the confirmation page to the session's file only while the place is booked", async ({ app }) => {
  const session = await aSession(app.db, free);
  const { id: bookingId } = await aFreeBooking(app, session);
  const { calendar } = await app.as().bookings.getConfirmation({ bookingId });
  expect(calendar!.file).toBe(`/sessions/${session.id}/calendar.ics`);
  expect(JSON.stringify(calendar)).not.toMatch(/zoom|join/);
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, session.id));
  expect((await app.as().bookings.getConfirmation({ bookingId })).calendar).toBeNull();
  const hold = await aHold(app, await aSession(app.db));
  expect((await app.as().bookings.getConfirmation(hold)).calendar).toBeNull();
});
