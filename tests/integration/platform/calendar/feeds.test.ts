import { eq } from "drizzle-orm";
import { liveSessions, sessionBookings, users } from "@db/schema";
import { cancelSession } from "@server/office/managing/cancel-session";
import { loader as memberFeed } from "~/routes/calendar.$file";
import { loader as scheduleFeed } from "~/routes/calendar[.]ics";
import { anAccount } from "../../../support/accounts";
import { aFreeBooking } from "../../../support/bookings";
import { readCalendar } from "../../../support/calendar";
import { serve } from "../../../support/http-app";
import { joinPathOf } from "../../../support/joining";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const test = appTest.extend<{ url: string }>({
  url: async ({ app }, use) => {
    const routes = { "calendar.ics": { loader: scheduleFeed }, "calendar/:file": { loader: memberFeed } };
    const { url, stop } = await serve(app.services, routes);
    await use(url);
    await stop();
  },
});

/** Calendar files have no fractions of a second. */
const daysFromNow = ({ clock }: TestApp, days: number) =>
  new Date(Math.floor(clock.now().getTime() / 1000 + days * 24 * 3600) * 1000);

const free = { priceMinor: 0 };

async function subscribe(address: string) {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  return readCalendar(await answer.text());
}

/** Returns a member with a calendar feed, and its address. */
async function aFollower(app: TestApp, url: string, values: Parameters<typeof anAccount>[1] = {}) {
  const user = await anAccount(app.db, values);
  await app.as({ user }).calendar.renewFeedKey();
  const address = new URL((await app.as({ user }).calendar.feedAddress()).address!);
  return { user, address: `${url}${address.pathname}` };
}

test("lists upcoming and recent sessions in the public feed", async ({ app, url }) => {
  const past = await aSession(app.db, { title: "Lately", startTime: daysFromNow(app, -20) });
  const next = await aSession(app.db, {
    title: "Rest, 静か & deep 🌬️",
    description: "Long exhales;\nand a slow, slow body scan.\n\nMore of it.",
    startTime: daysFromNow(app, 3),
    durationMinutes: 75,
    whatToBring: "A blanket\nA pillow",
  });
  await aSession(app.db, { title: "Long ago", startTime: daysFromNow(app, -40) });
  await aSession(app.db, { title: "A draft", isPublished: false });
  const { method, name, events } = await subscribe(`${url}/calendar.ics`);
  expect([method, name]).toEqual([null, "Breathroom"]);
  expect(events.map(({ title }) => title)).toEqual(["Lately", "Rest, 静か & deep 🌬️"]);
  expect(events[0]!.uid).toBe(`${past.id}@localhost`);
  expect(events[1]).toMatchObject({
    uid: `${next.id}@localhost`,
    sequence: 0,
    status: "CONFIRMED",
    start: next.startTime,
    end: new Date(next.startTime.getTime() + 75 * 60_000),
    location: "Online",
    url: `${app.services.settings.siteUrl}/sessions/${next.id}`,
  });
  expect(events[1]!.description).toMatch(
    /^Long exhales; and a slow, slow body scan\.\n\nWhat to bring:\n- A blanket\n- A pillow\n\n/,
  );
});

test("includes no joining link", async ({ app, url }) => {
  const session = await aSession(app.db, free);
  await aFreeBooking(app, session);
  expect(await (await fetch(`${url}/calendar.ics`)).text()).not.toContain("zoom");
});

test("includes the address of an on-site session", async ({ app, url }) => {
  await aSession(app.db, { locationType: "onsite", address: "14 Lamb Lane", city: "London", postCode: "E8 3PN" });
  const { events } = await subscribe(`${url}/calendar.ics`);
  expect(events[0]!.location).toBe("14 Lamb Lane, London, E8 3PN");
});

test("keeps a cancelled session in the feed with a higher sequence number", async ({ app, url }) => {
  const session = await aSession(app.db, free);
  const before = (await subscribe(`${url}/calendar.ics`)).events[0]!;
  await cancelSession(app.services, session.id);
  const after = (await subscribe(`${url}/calendar.ics`)).events[0]!;
  expect(after).toMatchObject({ uid: before.uid, status: "CANCELLED" });
  expect(after.sequence).toBeGreaterThan(before.sequence);
});

test("answers 304 until something changes", async ({ app, url }) => {
  const session = await aSession(app.db);
  const first = await fetch(`${url}/calendar.ics`);
  const tag = first.headers.get("ETag")!;
  expect(first.headers.get("Cache-Control")).toBe("private, max-age=300");
  app.clock.moveBy(60);
  const ask = (known: string) => fetch(`${url}/calendar.ics`, { headers: { "If-None-Match": known } });
  for (const known of [tag, `"other", ${tag.replace("W/", "")}`, "*"]) {
    const again = await ask(known);
    expect([known, again.status, await again.text()]).toEqual([known, 304, ""]);
    expect(again.headers.get("ETag")).toBe(tag);
  }
  await app.db.update(liveSessions).set({ title: "Morning Rise" }).where(eq(liveSessions.id, session.id));
  expect((await ask(tag)).status).toBe(200);
});

test("lists a member's own bookings with their joining links in the member's feed", async ({ app, url }) => {
  const { user, address } = await aFollower(app, url);
  const session = await aSession(app.db, { ...free, startTime: daysFromNow(app, 2) });
  const asGuest = await aSession(app.db, { ...free, title: "As a guest", startTime: daysFromNow(app, 3) });
  const booking = await aFreeBooking(app, session, { user });
  await aFreeBooking(app, session);
  await aFreeBooking(app, asGuest, { email: user.email.toUpperCase() });
  const { name, events } = await subscribe(address);
  expect(name).toBe("My sessions at Breathroom");
  expect(events.map(({ title }) => title)).toEqual(["Evening Wind-Down", "As a guest"]);
  const joinUrl = app.services.settings.siteUrl + joinPathOf(booking);
  expect(events[0]).toMatchObject({ uid: `${booking.id}@localhost`, location: joinUrl, status: "CONFIRMED" });
  expect(events[0]!.description).toContain(`Join the session: ${joinUrl}`);
});

test("lists several tickets as several events", async ({ app, url }) => {
  const { user, address } = await aFollower(app, url);
  const session = await aSession(app.db, free);
  await aFreeBooking(app, session, { user });
  await aFreeBooking(app, session, { user });
  expect((await subscribe(address)).events).toHaveLength(2);
});

test("includes a guest's bookings only once the address is confirmed", async ({ app, url }) => {
  const { user, address } = await aFollower(app, url, { emailConfirmedAt: null });
  await aFreeBooking(app, await aSession(app.db, free), { email: user.email });
  expect((await subscribe(address)).events).toEqual([]);
  await app.db.update(users).set({ emailConfirmedAt: app.clock.now() }).where(eq(users.id, user.id));
  expect((await subscribe(address)).events).toHaveLength(1);
});

test("marks cancelled bookings without their link and omits unpaid ones", async ({ app, url }) => {
  const { user, address } = await aFollower(app, url);
  const session = await aSession(app.db, free);
  const booking = await aFreeBooking(app, session, { user });
  await aHold(app, await aSession(app.db));
  await app.db.update(sessionBookings).set({ userId: user.id });
  const before = (await subscribe(address)).events;
  expect(before.map(({ status }) => status)).toEqual(["CONFIRMED"]);
  const cancelled = { status: "cancelled" as const, paymentStatus: "cancelled" as const, cancelledAt: app.clock.now() };
  await app.db.update(sessionBookings).set(cancelled);
  const after = (await subscribe(address)).events;
  expect(after).toMatchObject([
    { uid: `${booking.id}@localhost`, status: "CANCELLED", sequence: 1, location: "Online" },
  ]);
});

test("keeps a member's feed out of caches and search indexes", async ({ app, url }) => {
  const { address } = await aFollower(app, url);
  const { headers } = await fetch(address);
  expect(headers.get("Cache-Control")).toBe("private, no-cache");
  expect(headers.get("X-Robots-Tag")).toBe("noindex");
  const again = await fetch(address, { headers: { "If-None-Match": headers.get("ETag")! } });
  expect(again.status).toBe(304);
});

test("invalidates the old address when a new one is made", async ({ app, url }) => {
  const { user, address } = await aFollower(app, url);
  await app.as({ user }).calendar.renewFeedKey();
  expect((await fetch(address)).status).toBe(404);
  const renewed = new URL((await app.as({ user }).calendar.feedAddress()).address!);
  await subscribe(`${url}${renewed.pathname}`);
});

test("answers 404 for other addresses and for members without a feed", async ({ app, url }) => {
  const { address } = await aFollower(app, url);
  const guesses = [address.replace(/.\.ics$/, "!.ics"), address.replace(".ics", ""), `${url}/calendar/.ics`];
  guesses.push(`${url}/calendar/${"a".repeat(43)}.ics`, `${url}/calendar/%00.ics`);
  for (const guess of guesses) expect([guess, (await fetch(guess)).status]).toEqual([guess, 404]);
  const other = await anAccount(app.db);
  expect(await app.as({ user: other }).calendar.feedAddress()).toEqual({ address: null, isHidden: false });
});

test("answers 304 to a member until a row of the feed changes, and never for another member's version", async ({
  app,
  url,
}) => {
  const session = await aSession(app.db, free);
  const [mine, other] = [await aFollower(app, url), await aFollower(app, url)];
  const booking = await aFreeBooking(app, session, { user: mine.user });
  const versionOf = async (address: string) => (await fetch(address)).headers.get("ETag")!;
  const ask = (address: string, known: string) => fetch(address, { headers: { "If-None-Match": known } });
  const [known, known2] = [await versionOf(mine.address), await versionOf(other.address)];
  expect((await ask(mine.address, known)).status).toBe(304);
  expect(await (await ask(other.address, known)).text()).not.toContain(booking.id);
  const whole = await ask(mine.address, known2);
  expect([whole.status, await whole.text()]).toEqual([200, expect.stringContaining(booking.id)]);
  const isBooking = eq(sessionBookings.id, booking.id);
  const changes: Record<string, () => Promise<unknown>> = {
    "the session": () => app.db.update(liveSessions).set({ title: "Morning Rise" }),
    "the booking": () => app.db.update(sessionBookings).set({ quantity: 2 }).where(isBooking),
    "its owner": () => app.db.update(sessionBookings).set({ userId: other.user.id }).where(isBooking),
  };
  for (const [what, change] of Object.entries(changes)) {
    const before = await versionOf(mine.address);
    await change();
    expect([what, (await ask(mine.address, before)).status]).toEqual([what, 200]);
  }
});

test("reads the sessions of a feed once for all who ask, and again once something has changed", async ({
  app,
  url,
}) => {
  const { user, address } = await aFollower(app, url);
  const queries = countQueries(app);
  const ask = async (known?: string[]) => {
    const answers = [];
    for (const [nth, feed] of [`${url}/calendar.ics`, address].entries()) {
      const answer = await fetch(feed, known && { headers: { "If-None-Match": known[nth] ?? "" } });
      await answer.text();
      answers.push([answer.status, queries.taken()]);
    }
    return answers;
  };
  await aFreeBooking(app, await aSession(app.db, free), { user });
  queries.taken();
  const whole = [
    [200, 1],
    [200, 2],
  ];
  expect(await ask()).toEqual(whole);
  const known = await Promise.all(
    [`${url}/calendar.ics`, address].map(async (feed) => (await fetch(feed)).headers.get("ETag")!),
  );
  queries.taken();
  expect(await ask()).toEqual([
    [200, 0],
    [200, 1],
  ]);
  expect(await ask(known)).toEqual([
    [304, 0],
    [304, 1],
  ]);
  for (let nth = 0; nth < 12; nth += 1) await aFreeBooking(app, await aSession(app.db, free), { user });
  queries.taken();
  expect(await ask(known)).toEqual(whole);
});

/** Counts the queries of the site's own tables; `taken` returns the count and resets it. */
function countQueries({ db }: TestApp) {
  let count = 0;
  const original = db.$client.query.bind(db.$client) as (...args: unknown[]) => unknown;
  db.$client.query = ((...args: unknown[]) => {
    if (JSON.stringify(args[0]).includes("live_sessions")) count += 1;
    return original(...args);
  }) as typeof db.$client.query;
  return {
    taken: () => {
      const before = count;
      count = 0;
      return before;
    },
  };
}
