import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { sessionCategories } from "@db/schema";
import type { LiveSessionsFilter } from "@server/catalogue/schedule/schemas";
import { aBookingOf, aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const day = 86_400_000;
const inDays = (app: TestApp, days: number) => new Date(app.clock.now().getTime() + days * day);
const listed = (app: TestApp, filter: Partial<LiveSessionsFilter> = {}) =>
  app.as().schedule.listUpcoming({ page: 1, ...filter });
const titlesOf = async (app: TestApp, filter: Partial<LiveSessionsFilter> = {}) =>
  (await listed(app, filter)).sessions.map((session) => session.title);

/** Creates one session for each case of the filters. */
async function aProgramme(app: TestApp) {
  await app.db.insert(sessionCategories).values([{ name: "Movement" }, { name: "Breathwork" }, { name: "Other" }]);
  const onsite = { locationType: "onsite" as const, postCode: "E8 3PN" };
  await aSession(app.db, {
    title: "Third",
    startTime: inDays(app, 3),
    category: "Movement",
    ...onsite,
    city: "London",
  });
  await aSession(app.db, { title: "First", startTime: inDays(app, 1), category: "Breathwork" });
  await aSession(app.db, { title: "Fourth", startTime: inDays(app, 4), ...onsite, city: "Bristol" });
  await aSession(app.db, {
    title: "Second",
    startTime: inDays(app, 2),
    category: "Breathwork",
    isFeatured: true,
    ...onsite,
    city: "London",
  });
}

test("lists upcoming sessions soonest first, as printed on the page", async ({ app }) => {
  await aProgramme(app);
  const schedule = await listed(app);
  expect(schedule.sessions.map((session) => session.title)).toEqual(["First", "Second", "Third", "Fourth"]);
  expect(schedule.sessions[1]).toMatchObject({
    category: "Breathwork",
    summary: "Long exhales and a slow body scan.",
    duration: "1h",
    place: "London, E8 3PN",
    price: "£18",
    image: expect.stringContaining("/plates/breathwork/") as string,
  });
  expect(schedule.page).toEqual({ number: 1, count: 1, from: 1, to: 4, total: 4 });
});

test("omits sessions that have begun, were cancelled or are unpublished", async ({ app }) => {
  await aSession(app.db, { title: "Begins now", startTime: app.clock.now() });
  await aSession(app.db, { title: "Cancelled", cancelledAt: app.clock.now() });
  await aSession(app.db, { title: "Draft", isPublished: false });
  await aSession(app.db, { title: "Begins in a moment", startTime: new Date(app.clock.now().getTime() + 1) });
  expect(await titlesOf(app)).toEqual(["Begins in a moment"]);
});

test("includes nothing reserved for attendees", async ({ app }) => {
  await aSession(app.db, { zoomLink: "https://zoom.example/j/secret", recordingUrl: "https://video.example/secret" });
  expect(JSON.stringify(await listed(app))).not.toContain("secret");
});

test.for<[Partial<LiveSessionsFilter>, string[]]>([
  [{ category: "Breathwork" }, ["First", "Second"]],
  [{ location: "London" }, ["Second", "Third"]],
  [{ location: "Online" }, ["First"]],
  [{ category: "Breathwork", location: "London" }, ["Second"]],
  [{ category: "Movement", location: "Online" }, []],
  [{ category: "Yoga" }, []],
  [{ category: "breathwork", location: "LONDON" }, ["Second"]],
  [{ location: "online" }, ["First"]],
  [{ category: "", location: "" }, ["First", "Second", "Third", "Fourth"]],
])("filters by %j to %j", async ([filter, titles], { app }) => {
  await aProgramme(app);
  expect(await titlesOf(app, filter)).toEqual(titles);
});

test("returns the next three featured sessions with the whole schedule only", async ({ app }) => {
  const featured = async (filter: Partial<LiveSessionsFilter> = {}) =>
    (await listed(app, filter)).featured.map((session) => session.title);
  for (const nth of [5, 2, 4, 3]) {
    const startTime = inDays(app, nth);
    await aSession(app.db, { title: `Featured ${nth}`, startTime, isFeatured: true, category: null });
  }
  await aSession(app.db, { title: "Plain", startTime: inDays(app, 1) });
  await aSession(app.db, { title: "Cancelled", isFeatured: true, cancelledAt: app.clock.now() });
  await aSession(app.db, { title: "Begun", isFeatured: true, startTime: app.clock.now() });
  expect(await featured()).toEqual(["Featured 2", "Featured 3", "Featured 4"]);
  expect(await titlesOf(app)).toEqual(["Plain", "Featured 2", "Featured 3", "Featured 4", "Featured 5"]);
  expect(await featured({ location: "Online" })).toEqual([]);
  expect(await featured({ category: "Movement" })).toEqual([]);
  expect(await featured({ page: 2 })).toEqual([]);
});

test("returns a featured session beyond the first page as well", async ({ app }) => {
  for (let nth = 1; nth <= 20; nth += 1) await aSession(app.db, { startTime: inDays(app, nth), isFeatured: nth === 9 });
  expect((await listed(app)).featured).toHaveLength(1);
  await aSession(app.db, { title: "Far ahead", startTime: inDays(app, 99), isFeatured: true });
  expect((await listed(app)).featured.map(({ title }) => title)).toEqual(["Evening Wind-Down", "Far ahead"]);
});

test("keeps the filter's options whatever is chosen", async ({ app }) => {
  await aProgramme(app);
  expect(await listed(app, { category: "Movement", location: "London" })).toMatchObject({
    presentCategories: ["Breathwork", "Movement"],
    allCategories: ["Breathwork", "Movement", "Other"],
    locations: ["Online", "Bristol", "London"],
    page: { total: 1 },
  });
});

test("offers no location filter when all sessions are online", async ({ app }) => {
  await aSession(app.db);
  await aSession(app.db, { locationType: "onsite", location: "Somewhere without a city" });
  expect((await listed(app)).locations).toEqual([]);
});

test("shows no price of a full session, and one of a held session", async ({ app }) => {
  const full = await aSession(app.db, { priceMinor: 0, maxAttendees: 1, startTime: inDays(app, 1) });
  const held = await aSession(app.db, { maxAttendees: 1, startTime: inDays(app, 2) });
  await app.as().bookings.create(aBookingOf(full));
  await aHold(app, held);
  expect((await listed(app)).sessions.map((session) => session.price)).toEqual([null, "£18"]);
});

test("shows prices and times in the visitor's currency and zone", async ({ app }) => {
  await aSession(app.db, { startTime: new Date("2100-01-12T19:30:00Z") });
  const visitor = { currency: "USD" as const, timeZone: "America/New_York" };
  const schedule = await app.as({ visitor }).schedule.listUpcoming({ page: 1 });
  expect(schedule.sessions[0]).toMatchObject({ price: "$23", start: { day: "12", time: "2:30 PM" } });
  expect(schedule.zoneNote).toBe("Times are in EST.");
});

test("shows twenty sessions a page, and the last page beyond the end", async ({ app }) => {
  for (let nth = 1; nth <= 41; nth += 1) await aSession(app.db, { title: `Nth ${nth}`, startTime: inDays(app, nth) });
  const second = await listed(app, { page: 2 });
  expect(second.page).toEqual({ number: 2, count: 3, from: 21, to: 40, total: 41 });
  expect(second.sessions.map((session) => session.title)).toEqual(
    Array.from({ length: 20 }, (_, index) => `Nth ${index + 21}`),
  );
  expect(await titlesOf(app, { page: 99 })).toEqual(["Nth 41"]);
});

test("runs the same number of queries for any number of sessions", async ({ app }) => {
  const query = vi.spyOn(app.db.$client, "query");
  const count = async () => {
    query.mockClear();
    await listed(app);
    return query.mock.calls.length;
  };
  const limited = { maxAttendees: 5, isFeatured: true };
  await aSession(app.db, limited);
  const ofOneSession = await count();
  for (let nth = 0; nth < 12; nth += 1) await aSession(app.db, limited);
  expect(ofOneSession).toBe(5);
  expect(await count()).toBe(ofOneSession);
});

test("lists sessions without category filter while the categories cannot be read", async ({ app }) => {
  await aProgramme(app);
  await app.db.execute(sql`alter table session_categories rename to lost_categories`);
  const schedule = await listed(app, { location: "London" }).finally(() =>
    app.db.execute(sql`alter table lost_categories rename to session_categories`),
  );
  expect(schedule).toMatchObject({ allCategories: [], locations: ["Online", "Bristol", "London"], page: { total: 2 } });
  expect(schedule.sessions.map(({ title }) => title)).toEqual(["Second", "Third"]);
});

test("lists sessions without filters while they cannot be grouped", async ({ app }) => {
  await aProgramme(app);
  const pool = app.db.$client;
  const query = pool.query.bind(pool) as (config: { text: string }, values: unknown[]) => Promise<unknown>;
  Object.assign(pool, {
    query: (config: { text: string }, values: unknown[]) =>
      config.text.includes(" group by ") ? Promise.reject(new Error("no such table")) : query(config, values),
  });
  const schedule = await listed(app, { category: "Breathwork" });
  expect(schedule).toMatchObject({ presentCategories: [], locations: [], page: { total: 2 } });
  expect(schedule.sessions.map(({ title }) => title)).toEqual(["First", "Second"]);
});
