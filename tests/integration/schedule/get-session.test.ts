import { randomUUID } from "node:crypto";
import { aBookingOf, aHold, aSession } from "../../support/sessions";
import { expect, test } from "../../support/test-app";

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

test("counts the last three places", async ({ app }) => {
  const session = await aSession(app.db, { maxAttendees: 4 });
  const placesLeft = async () => (await app.as().schedule.get({ id: session.id })).placesLeft;
  expect(await placesLeft()).toBeNull();
  await aHold(app, session);
  expect(await placesLeft()).toBe(3);
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
