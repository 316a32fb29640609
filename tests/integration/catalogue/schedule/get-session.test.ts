import { randomUUID } from "node:crypto";
import { refusalOf } from "../../../support/accounts";
import { aBookingOf, aHold, aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

const hour = 3_600_000;

test("returns the text in sections, the location and the price", async ({ app }) => {
  const { id } = await aSession(app.db, {
    description: "Long exhales.\n\nWe begin sitting up.\n\nThen we lie down.",
    whatToBring: "A blanket\nHeadphones",
    startTime: new Date("2100-01-12T19:30:00Z"),
    durationMinutes: 90,
    locationType: "onsite",
    city: "London",
    postCode: "E8 3PN",
    address: "14 Lamb Lane",
  });
  expect(await app.as().schedule.get({ id })).toMatchObject({
    summary: "Long exhales.",
    paragraphs: ["We begin sitting up.", "Then we lie down."],
    whatToBring: ["A blanket", "Headphones"],
    isOnline: false,
    start: { weekday: "Tuesday", time: "7:30 PM", zone: "GMT" },
    endIso: "2100-01-12T21:00:00+00:00",
    duration: "1h 30min",
    place: "London, E8 3PN",
    address: "14 Lamb Lane",
    mapUrl: "https://www.google.com/maps/search/?api=1&query=14%20Lamb%20Lane%2C%20London%2C%20E8%203PN",
    price: "£18",
    offer: { price: "18.00", currency: "GBP" },
    availability: "open",
    placesLeft: null,
  });
});

test("includes nothing reserved for attendees", async ({ app }) => {
  const { id } = await aSession(app.db, {
    zoomLink: "https://zoom.example/j/secret",
    recordingUrl: "https://video.example/secret",
  });
  expect(JSON.stringify(await app.as().schedule.get({ id }))).not.toContain("secret");
});

test("counts the last five places, on the page, in the dialog and in the lists", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 6 });
  const placesLeft = async (browserBookings: string[] = []) => {
    const { schedule, bookings } = app.as({ visitor: { browserBookings } });
    const listed = [
      (await schedule.listUpcoming({ page: 1 })).sessions,
      (await schedule.listCards({ page: 1 })).sessions,
    ];
    return [
      (await schedule.get({ id: session.id })).placesLeft,
      (await bookings.getForm({ sessionId: session.id })).placesLeft,
      ...listed.map((sessions) => sessions.find(({ id }) => id === session.id)!.placesLeft),
    ];
  };
  expect(await placesLeft()).toEqual([null, null, null, null]);
  const { bookingId } = await aHold(app, session);
  await aHold(app, session);
  expect(await placesLeft()).toEqual([4, 4, 4, 4]);
  // What this visitor holds is theirs; a second booking has the other places only.
  expect(await placesLeft([bookingId])).toEqual([5, 4, 5, 5]);
});

test("does not tell a visitor whose own hold takes the last place that others hold it", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  const { bookingId } = await aHold(app, session);
  const seenBy = async (browserBookings: string[]) => {
    const { schedule, bookings } = app.as({ visitor: { browserBookings } });
    const { availability, hasWaitlist } = await schedule.get({ id: session.id });
    const form = await bookings.getForm({ sessionId: session.id });
    const { message } = await refusalOf(bookings.create({ ...aBookingOf(session), another: true }));
    return [availability, hasWaitlist, form.availability, form.hasWaitlist, message];
  };
  const own = "Your unpaid booking holds a place. No other places are free right now.";
  expect(await seenBy([bookingId])).toEqual(["held_by_you", true, "held_by_you", true, own]);
  const others = "The last places are being held for others right now.";
  expect(await seenBy([])).toEqual(["held", true, "held", true, others]);
  expect(await seenBy([(await aHold(app, await aSession(app.db))).bookingId])).toContain(others);
});

test("tells sold out from held", async ({ app }) => {
  const full = await aSession(app.db, { priceMinor: 0, maxAttendees: 1 });
  await app.as().bookings.create(aBookingOf(full));
  expect(await app.as().schedule.get({ id: full.id })).toMatchObject({ availability: "sold_out", placesLeft: null });
  const held = await aSession(app.db, { maxAttendees: 1 });
  await aHold(app, held);
  expect(await app.as().schedule.get({ id: held.id })).toMatchObject({ availability: "held", placesLeft: null });
});

test("closes a session in progress, and then shows it as ended", async ({ app }) => {
  const startTime = new Date(app.clock.now().getTime() - hour / 2);
  const { id } = await aSession(app.db, { startTime, durationMinutes: 60 });
  expect(await app.as().schedule.get({ id })).toMatchObject({ availability: "closed", hasEnded: false });
  app.clock.moveBy(30);
  expect(await app.as().schedule.get({ id })).toMatchObject({ availability: "closed", hasEnded: true });
});

test("shows a cancelled session as cancelled", async ({ app }) => {
  const { id } = await aSession(app.db, { cancelledAt: app.clock.now() });
  expect(await app.as().schedule.get({ id })).toMatchObject({ availability: "cancelled" });
});

test("answers the same for unknown and unpublished sessions", async ({ app }) => {
  const draft = await aSession(app.db, { isPublished: false });
  for (const id of [randomUUID(), draft.id]) {
    await expect(app.as().schedule.get({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});
