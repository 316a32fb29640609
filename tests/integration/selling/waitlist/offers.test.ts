import { eq } from "drizzle-orm";
import { liveSessions, outboxEmails, sessionWaitlist, siteSettings } from "@db/schema";
import { countPlacesOf } from "@server/catalogue/schedule/places";
import { lockSession } from "@server/catalogue/schedule/find-session";
import { closeWaitlist, endOffer, offerPlaces } from "@server/selling/waitlist/offers";
import { aBookingOf, aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { leaveCheckout } from "../../../support/leave-checkout";
import {
  aFullSession,
  anEntryFor,
  cancelOneBooking,
  joinWaitlist,
  waitlistStatuses,
  mailedTo,
  refOf,
} from "../../../support/waitlist";

const day = 24 * 60;

/** Moves the clock to midday, so that an offer lasts its 24 hours. */
function setNoon({ clock }: TestApp) {
  const noon = new Date(clock.now());
  noon.setUTCHours(12, 0, 0, 0);
  clock.moveBy((noon.getTime() + day * 60_000 - clock.now().getTime()) / 60_000);
}

async function changeSession(app: TestApp, { id }: { id: string }, values: Partial<typeof liveSessions.$inferInsert>) {
  await app.db.transaction(async (tx) => {
    await lockSession(tx, id);
    const [session] = await tx.update(liveSessions).set(values).where(eq(liveSessions.id, id)).returning();
    await offerPlaces(tx, app.services, session!);
  });
}

test("offers a freed place to each entry in turn, and to the public when the line is empty", async ({ app }) => {
  setNoon(app);
  const session = await aFullSession(app);
  const [first, second] = await joinWaitlist(app, session, 2);
  await cancelOneBooking(app, session);
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting"]);
  expect(await mailedTo(app, first!.email)).toEqual(["waitlist-joined", "waitlist-offer"]);
  expect(await app.as().waitlist.get(refOf(second!))).toMatchObject({ state: "waiting", place: 1 });
  await expect(app.as().bookings.create(aBookingOf(session))).rejects.toThrow("being held for others");

  app.clock.moveBy(day - 1);
  await app.runJobs("end-offer");
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting"]);
  app.clock.moveBy(1);
  await app.runJobs("end-offer");
  expect(await waitlistStatuses(app, session)).toEqual(["expired", "offered"]);
  expect(await mailedTo(app, first!.email)).toEqual(["waitlist-joined", "waitlist-offer", "waitlist-offer-passed-on"]);
  expect(await app.as().waitlist.get(refOf(first!))).toMatchObject({ state: "expired" });

  await app.as().waitlist.decline(refOf(second!));
  expect(await waitlistStatuses(app, session)).toEqual(["expired", "declined"]);
  await app.as().bookings.create(aBookingOf(session));
  expect((await countPlacesOf(app.db, session.id)).taken).toBe(1);
});

test("mails the offer with its details, its end in the visitor's own zone and a link to decline", async ({ app }) => {
  setNoon(app);
  const session = await aFullSession(app);
  const abroad = { visitor: { timeZone: "Asia/Tokyo" } };
  const entry = anEntryFor(session);
  await app.as(abroad).waitlist.join(entry);
  await cancelOneBooking(app, session);
  const [row] = await app.db.select().from(sessionWaitlist);
  const mails = await app.db.select().from(outboxEmails).where(eq(outboxEmails.template, "waitlist-offer"));
  const page = `${app.services.settings.siteUrl}/waitlist/${row!.id}`;
  expect(mails).toMatchObject([
    {
      recipient: entry.email,
      subject: "A place is free for you: Evening Wind-Down",
      props: {
        until: { time: "9:00 PM", zone: "GMT+9" },
        acceptUrl: `${page}/accept?key=${row!.manageKey}`,
        entryUrl: `${page}?key=${row!.manageKey}`,
      },
    },
  ]);
  expect(row!.offerEndsAt).toEqual(new Date(app.clock.now().getTime() + day * 60_000));
  const { state, ...shown } = await app.as(abroad).waitlist.get(refOf(row!));
  expect([state, shown]).toMatchObject(["offered", { until: { time: "9:00 PM", zone: "GMT+9" } }]);
});

test("offers the place of an abandoned hold, whether it expires or the visitor comes back", async ({ app }) => {
  setNoon(app);
  const startTime = new Date(app.clock.now().getTime() + 72 * 3_600_000);
  const session = await aSession(app.db, { maxAttendees: 2, startTime });
  const [byClock, byReturn] = [await aHold(app, session), await aHold(app, session)];
  await joinWaitlist(app, session, 3);
  await leaveCheckout(app, { kind: "booking", id: byReturn.bookingId });
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting", "waiting"]);
  app.clock.moveBy(33);
  await app.runJobs("release-unpaid");
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "offered", "waiting"]);
  expect(byClock.bookingId).not.toBe(byReturn.bookingId);
});

test("passes the place on once when an entry declines or leaves, even twice", async ({ app }) => {
  setNoon(app);
  const session = await aFullSession(app);
  const [first, second, third] = await joinWaitlist(app, session, 3);
  await cancelOneBooking(app, session);
  await app.as().waitlist.decline(refOf(first!));
  await app.as().waitlist.decline(refOf(first!));
  expect(await waitlistStatuses(app, session)).toEqual(["declined", "offered", "waiting"]);
  await app.as().waitlist.leave(refOf(second!));
  await app.as().waitlist.leave(refOf(second!));
  expect(await waitlistStatuses(app, session)).toEqual(["declined", "left", "offered"]);
  await expect(app.as().waitlist.decline(refOf(second!))).rejects.toThrow("You have left this waitlist.");
  await app.as().waitlist.leave(refOf(third!));
  expect(await waitlistStatuses(app, session)).toEqual(["declined", "left", "left"]);
  expect((await countPlacesOf(app.db, session.id)).taken).toBe(0);
  expect(await mailedTo(app, third!.email)).toEqual(["waitlist-joined", "waitlist-offer"]);
});

test("refuses to decline without an offer, and lets a waiting entry leave", async ({ app }) => {
  const session = await aFullSession(app);
  const [entry] = await joinWaitlist(app, session);
  await expect(app.as().waitlist.decline(refOf(entry!))).rejects.toThrow("No place has become free yet.");
  await app.as().waitlist.leave(refOf(entry!));
  expect(await app.as().waitlist.get(refOf(entry!))).toMatchObject({ state: "left" });
});

test("answers a wrong key with the same 404 as an unknown entry", async ({ app }) => {
  const session = await aFullSession(app);
  const [first, second] = await joinWaitlist(app, session, 2);
  const { get, decline, leave } = app.as().waitlist;
  for (const wrong of [
    { id: first!.id, key: second!.manageKey },
    { id: first!.id, key: "" },
    { id: "0b0b0b0b-0000-4000-8000-000000000000", key: first!.manageKey },
  ]) {
    for (const ask of [get, decline, leave]) await expect(ask(wrong)).rejects.toThrow("Waitlist entry not found");
  }
  expect(await waitlistStatuses(app, session)).toEqual(["waiting", "waiting"]);
});

test("offers nothing in the last two hours and opens the place to the public", async ({ app }) => {
  setNoon(app);
  const session = await aFullSession(app, 1, { startTime: new Date(app.clock.now().getTime() + 119 * 60_000) });
  await joinWaitlist(app, session);
  await cancelOneBooking(app, session);
  expect(await waitlistStatuses(app, session)).toEqual(["waiting"]);
  await app.as().bookings.create(aBookingOf(session));
});

test("offers nothing of a cancelled, unpublished or started session, or while the waitlist is off", async ({ app }) => {
  setNoon(app);
  const changes = [{ cancelledAt: app.clock.now() }, { isPublished: false }, { startTime: app.clock.now() }];
  for (const change of changes) {
    const session = await aFullSession(app);
    await joinWaitlist(app, session);
    await changeSession(app, session, { ...change, maxAttendees: 5 });
    expect(await waitlistStatuses(app, session)).toEqual(["waiting"]);
  }
  const session = await aFullSession(app);
  await joinWaitlist(app, session);
  await app.db.insert(siteSettings).values({ key: "isWaitlistOn", value: false });
  await cancelOneBooking(app, session);
  expect(await waitlistStatuses(app, session)).toEqual(["waiting"]);
});

test("offers as many places as are free, and one to each entry without a limit", async ({ app }) => {
  setNoon(app);
  const session = await aFullSession(app);
  await joinWaitlist(app, session, 5);
  await changeSession(app, session, { maxAttendees: 3 });
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "offered", "waiting", "waiting", "waiting"]);
  await changeSession(app, session, { maxAttendees: null });
  expect(await waitlistStatuses(app, session)).toEqual(Array(5).fill("offered"));
});

test("takes the length of an offer from the site's settings", async ({ app }) => {
  setNoon(app);
  await app.db.insert(siteSettings).values({ key: "offerHours", value: 2 });
  const session = await aFullSession(app);
  await joinWaitlist(app, session);
  await cancelOneBooking(app, session);
  const [entry] = await app.db.select().from(sessionWaitlist);
  expect(entry!.offerEndsAt).toEqual(new Date(app.clock.now().getTime() + 120 * 60_000));
});

test("changes nothing when an offer is ended twice or before its time", async ({ app }) => {
  setNoon(app);
  const session = await aFullSession(app);
  const [first, second] = await joinWaitlist(app, session, 2);
  await cancelOneBooking(app, session);
  await endOffer(app.services, { entryId: first!.id });
  expect(await waitlistStatuses(app, session)).toEqual(["offered", "waiting"]);
  app.clock.moveBy(day);
  await Promise.all(Array.from({ length: 5 }, () => endOffer(app.services, { entryId: first!.id })));
  expect(await waitlistStatuses(app, session)).toEqual(["expired", "offered"]);
  expect(await mailedTo(app, first!.email)).toEqual(["waitlist-joined", "waitlist-offer", "waitlist-offer-passed-on"]);
  expect(await mailedTo(app, second!.email)).toEqual(["waitlist-joined", "waitlist-offer"]);
});

test("sends no mail about an offer that expires after the start", async ({ app }) => {
  setNoon(app);
  const session = await aFullSession(app);
  const [entry] = await joinWaitlist(app, session);
  await cancelOneBooking(app, session);
  app.clock.moveBy(4 * day);
  expect(await app.as().waitlist.get(refOf(entry!))).toMatchObject({ state: "over" });
  await app.runJobs("end-offer");
  expect(await waitlistStatuses(app, session)).toEqual(["expired"]);
  expect(await mailedTo(app, entry!.email)).toEqual(["waitlist-joined", "waitlist-offer"]);
});

test("ends every entry and offer when a waitlist closes, and returns whose they were", async ({ app }) => {
  setNoon(app);
  const session = await aFullSession(app);
  const [left, offered, waiting] = await joinWaitlist(app, session, 3);
  await app.as().waitlist.leave(refOf(left!));
  await cancelOneBooking(app, session);
  const mailed = await app.db.transaction(async (tx) => {
    await lockSession(tx, session.id);
    return closeWaitlist(tx, app.services, session);
  });
  expect(mailed.map(({ email }) => email).sort()).toEqual([offered!.email, waiting!.email].sort());
  expect(await waitlistStatuses(app, session)).toEqual(["left", "closed", "closed"]);
  expect(await app.as().waitlist.get(refOf(offered!))).toMatchObject({ state: "closed" });
  await expect(app.as().waitlist.decline(refOf(offered!))).rejects.toThrow("This waitlist is closed.");
});
