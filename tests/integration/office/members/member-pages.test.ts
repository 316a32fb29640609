import { eq } from "drizzle-orm";
import { liveSessions, sessionBookings, users } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { aFreeBooking } from "../../../support/bookings";
import { aMember, type Member } from "../../../support/members";
import { aPurchase, aRecording, fillCollections } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { joinWaitlist } from "../../../support/waitlist";

const hours = (app: TestApp, count: number) => new Date(app.clock.now().getTime() + count * 3_600_000);
const minutesAhead = 48 * 60;

async function booked(app: TestApp, member: Member, values: Parameters<typeof aSession>[1]) {
  const session = await aSession(app.db, { priceMinor: 0, ...values });
  const booking = await aFreeBooking(app, session, { user: member.user });
  return { session, booking };
}

const titles = (list: { title: string }[]) => list.map(({ title }) => title);

test("shows a new member nothing yet", async ({ app }) => {
  const { api } = await aMember(app);
  await aSession(app.db);
  const nothing = {
    membership: null,
    upcoming: [],
    resume: null,
    zoneNote: null,
    past: [],
    recordings: [],
    passes: [],
  };
  expect(await api.home.get()).toEqual(nothing);
  expect((await api.bookings.listMine({ page: 1 })).bookings).toEqual([]);
  expect(await api.purchases.listMine()).toEqual([]);
  expect(await api.recordings.listMine()).toEqual({
    recordings: [],
    unlocked: [],
    locked: [],
    browse: [
      { label: "Birth Resources", path: "/birth-recordings" },
      { label: "Stress Resources", path: "/stress-recordings" },
    ],
  });
  await fillCollections(app.db);
  expect((await api.recordings.listMine()).locked.map(({ price }) => price)).toEqual(["£51", "£51"]);
});

test("shows three sessions in each card, next or latest first, and all of them on the pages", async ({ app }) => {
  const member = await aMember(app);
  for (const day of [4, 1, 3, 2]) await booked(app, member, { title: `Day ${day}`, startTime: hours(app, 24 * day) });
  app.clock.moveBy(12 * 60);
  const { upcoming, past, zoneNote } = await member.api.home.get();
  expect(titles(upcoming)).toEqual(["Day 1", "Day 2", "Day 3"]);
  expect(zoneNote).toMatch(/^Times are in /);
  expect(past).toEqual([]);
  app.clock.moveBy(4 * 24 * 60);
  expect(titles((await member.api.home.get()).past)).toEqual(["Day 4", "Day 3", "Day 2"]);
  const all = await member.api.bookings.listMySessions({ when: "past", page: 1 });
  expect(titles(all.sessions)).toEqual(["Day 4", "Day 3", "Day 2", "Day 1"]);
  expect((await member.api.bookings.listMySessions({ when: "upcoming", page: 9 })).page.number).toBe(1);
});

test("lists a session once for several tickets, and omits holds, cancelled places and cancelled sessions", async ({
  app,
}) => {
  const member = await aMember(app);
  const { session } = await booked(app, member, { title: "Twice" });
  await aFreeBooking(app, session, { user: member.user });
  const { session: off } = await booked(app, member, { title: "Called off" });
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(eq(liveSessions.id, off.id));
  const { booking } = await booked(app, member, { title: "Not coming" });
  await member.api.bookings.cancel({ bookingId: booking.id });
  const { sessions } = await member.api.bookings.listMySessions({ when: "upcoming", page: 1 });
  expect(sessions).toMatchObject([{ title: "Twice", tickets: 2, managePath: "/user/bookings" }]);
  expect(titles((await member.api.bookings.listMine({ page: 1 })).bookings)).toHaveLength(4);
});

test("shows the joining link until half an hour after the end, and the recording afterwards", async ({ app }) => {
  const member = await aMember(app);
  const recordingUrl = "https://video.example/1";
  const startTime = new Date(app.clock.now().getTime() + minutesAhead * 60_000);
  const { booking } = await booked(app, member, { startTime, durationMinutes: 60 });
  const joinPath = `/join/${booking.id}`;
  const first = async (when: "upcoming" | "past") =>
    (await member.api.bookings.listMySessions({ when, page: 1 })).sessions[0];
  expect(await first("upcoming")).toMatchObject({ joinPath, recordingUrl: null });
  app.clock.moveBy(minutesAhead + 89);
  expect(await first("past")).toMatchObject({ joinPath, recordingUrl: null });
  app.clock.moveBy(1);
  await app.db.update(liveSessions).set({ recordingUrl });
  expect(await first("past")).toMatchObject({ joinPath: null, recordingUrl });
});

/** Returns all titles of sessions on the member's pages. */
async function seenBy({ api }: Pick<Member, "api">) {
  const { upcoming } = await api.home.get();
  const mine = await api.bookings.listMySessions({ when: "upcoming", page: 1 });
  const { bookings } = await api.bookings.listMine({ page: 1 });
  const marked = (await api.schedule.listForMember({ page: 1 })).sessions.filter((session) => session.mine);
  return [upcoming, mine.sessions, bookings, marked].map(titles);
}

test("lists a guest's booking for a member with that confirmed address on every page, and never another's", async ({
  app,
}) => {
  const [member, other] = [await aMember(app), await aMember(app)];
  const session = await aSession(app.db, { title: "As a guest", priceMinor: 0 });
  await aFreeBooking(app, session, { email: member.user.email.toUpperCase() });
  await booked(app, other, { title: "Another member's session" });
  expect(await seenBy(member)).toEqual(Array(4).fill(["As a guest"]));
  expect(await seenBy(other)).toEqual(Array(4).fill(["Another member's session"]));
  await app.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, member.user.id));
  expect(await seenBy(member)).toEqual(Array(4).fill([]));
});

test("hides bookings that the instructor removed, and closes their links", async ({ app }) => {
  const member = await aMember(app);
  const { booking } = await booked(app, member, { title: "Removed" });
  await app.db.update(sessionBookings).set({ archivedAt: app.clock.now() });
  expect(await seenBy(member)).toEqual(Array(4).fill([]));
  const { id: bookingId, manageKey: key } = booking;
  expect((await refusalOf(app.as().bookings.getManaged({ bookingId, key }))).code).toBe("not_found");
  expect((await refusalOf(member.api.bookings.getReceipt({ bookingId }))).code).toBe("not_found");
});

test("shows the length of the waitlist and marks the member's own places on the whole schedule", async ({ app }) => {
  const member = await aMember(app);
  const { session, booking } = await booked(app, member, { title: "Booked", maxAttendees: 1 });
  await joinWaitlist(app, session, 2);
  const paid = await aSession(app.db, { title: "Held", startTime: hours(app, 96) });
  const quote = `GBP:${paid.priceMinor}`;
  await member.api.bookings.create({ sessionId: paid.id, quote, formKey: crypto.randomUUID() });
  await aSession(app.db, { title: "Not hers", startTime: hours(app, 97) });
  const { sessions } = await member.api.schedule.listForMember({ page: 1 });
  expect(sessions.map(({ title, waiting, mine }) => [title, waiting, mine?.state ?? null])).toEqual([
    ["Booked", 2, "booked"],
    ["Held", 0, "held"],
    ["Not hers", 0, null],
  ]);
  expect(sessions[0]!.mine!.path).toBe(`/bookings/${booking.id}`);
  const listed = (await member.api.bookings.listMine({ page: 1 })).bookings;
  expect(listed.find(({ title }) => title === "Held")).toMatchObject({
    status: "pending",
    cancelPath: expect.stringMatching(/\/cancel$/) as string,
    receiptPath: null,
  });
});

test("lists bookings still to come first, the next one on top, and calls them booked", async ({ app }) => {
  const member = await aMember(app);
  for (const [title, ahead] of [
    ["Over", 24],
    ["Later", 96],
    ["Next", 72],
    ["Earlier", 12],
  ] as const) {
    await booked(app, member, { title, startTime: hours(app, ahead) });
  }
  const dropped = await booked(app, member, { title: "Dropped", startTime: hours(app, 60) });
  await member.api.bookings.cancel({ bookingId: dropped.booking.id });
  const calledOff = await booked(app, member, { title: "Called off", startTime: hours(app, 48) });
  const isCalledOff = eq(liveSessions.id, calledOff.session.id);
  await app.db.update(liveSessions).set({ cancelledAt: app.clock.now() }).where(isCalledOff);
  app.clock.moveBy(30 * 60);
  const { bookings } = await member.api.bookings.listMine({ page: 1 });
  expect(bookings.map(({ title, isBooked }) => [title, isBooked])).toEqual([
    ["Next", true],
    ["Later", true],
    ["Dropped", false],
    ["Called off", false],
    ["Over", false],
    ["Earlier", false],
  ]);
});

test("names the present zone above bookings before the clock change", async ({ app }) => {
  const member = await aMember(app);
  await booked(app, member, { startTime: hours(app, 24) });
  const zoneNote = async () => (await member.api.bookings.listMine({ page: 1 })).zoneNote!;
  const [, past] = /^Times are in (GMT|BST)\.$/.exec(await zoneNote())!;
  app.clock.moveBy(182 * 24 * 60);
  const change = `${past === "GMT" ? "BST" : "GMT"} (${past} for dates across the clock change)`;
  expect(await zoneNote()).toBe(`Times are in ${change}.`);
});

test("lists a member's bookings, twenty to a page, with the possible actions", async ({ app }) => {
  const member = await aMember(app);
  const { booking, session } = await booked(app, member, {
    title: "The first",
    locationType: "onsite",
    city: "Bristol",
  });
  const rows = Array.from({ length: 20 }, (_, index) => {
    const { id: _id, formKey: _key, manageKey: _manage, ...values } = booking;
    const createdAt = new Date(app.clock.now().getTime() + (index + 1) * 1000);
    return { ...values, formKey: crypto.randomUUID(), createdAt };
  });
  await app.db.insert(sessionBookings).values(rows);
  const first = await member.api.bookings.listMine({ page: 1 });
  expect(first.page).toMatchObject({ count: 2, total: 21 });
  expect(first.bookings).toHaveLength(20);
  const { bookings } = await member.api.bookings.listMine({ page: 2 });
  expect(bookings).toMatchObject([
    {
      id: booking.id,
      title: session.title,
      status: "completed",
      place: "Bristol",
      managePath: `/bookings/${booking.id}`,
      cancelPath: `/bookings/${booking.id}/cancel`,
      receiptPath: `/user/bookings/${booking.id}/receipt`,
      recordingUrl: null,
    },
  ]);
  expect(bookings[0]!.start.text).toMatch(/^\w+day, [A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d [AP]M$/);
});

test("leads on to the recording that was begun last, with how long it is", async ({ app }) => {
  const { api } = await aMember(app);
  const watch = async (title: string, position: { positionSeconds: number; isFinished?: boolean }) => {
    const { id } = await aRecording(app.db, { title, isFree: true, durationSeconds: 600 });
    app.clock.moveBy(1);
    await api.recordings.savePosition({ recordingId: id, ageMs: 0, ...position });
  };
  await watch("Begun first", { positionSeconds: 20 });
  await watch("Begun last", { positionSeconds: 92 });
  await watch("Finished", { positionSeconds: 600, isFinished: true });
  expect((await api.home.get()).resume).toMatchObject({
    title: "Begun last",
    duration: "10 min",
    progress: { position: "1:32" },
  });
});

test("shows what buyers of each collection and of both may watch, have unlocked and could unlock", async ({ app }) => {
  for (const collection of ["birth", "stress"] as const) {
    await aRecording(app.db, { collection, title: `Free ${collection}`, isFree: true, orderIndex: 0 });
    await aRecording(app.db, { collection, title: `Premium ${collection}`, orderIndex: 1 });
  }
  const of = async (...bought: ("birth" | "stress")[]) => {
    const member = await aMember(app);
    for (const collection of bought) await aPurchase(app.db, member.account, { collection });
    const { recordings, locked, ...mine } = await member.api.recordings.listMine();
    const unlocked = mine.unlocked.map(({ slug }) => slug);
    const shelf = titles((await member.api.home.get()).recordings);
    return { all: titles(recordings), unlocked, locked: locked.map(({ collection }) => collection), shelf };
  };
  const free = ["Free birth", "Free stress"];
  expect(await of()).toEqual({ all: free, unlocked: [], locked: ["birth", "stress"], shelf: free });
  expect(await of("birth")).toEqual({
    all: ["Free birth", "Premium birth", "Free stress"],
    unlocked: ["birth"],
    locked: ["stress"],
    shelf: ["Premium birth", "Free birth", "Free stress"],
  });
  expect(await of("stress")).toMatchObject({ unlocked: ["stress"], locked: ["birth"] });
  expect(await of("birth", "stress")).toMatchObject({
    all: ["Free birth", "Premium birth", "Free stress", "Premium stress"],
    unlocked: ["birth", "stress"],
    locked: [],
    shelf: ["Premium birth", "Premium stress", "Free birth"],
  });
});
