import { vi } from "vitest";
import { sessionCategories } from "@db/schema";
import type { LiveSessionsFilter } from "@server/catalogue/schedule/schemas";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const day = 86_400_000;
const daysAgo = (app: TestApp, days: number) => new Date(app.clock.now().getTime() - days * day);
const titlesOf = async (app: TestApp, filter: Partial<LiveSessionsFilter> = {}) =>
  (await app.as().schedule.listPast({ page: 1, ...filter })).sessions.map((session) => session.title);

test("lists past sessions latest first, from the moment they begin", async ({ app }) => {
  await aSession(app.db, { title: "Long ago", startTime: daysAgo(app, 30) });
  await aSession(app.db, { title: "Begins now", startTime: app.clock.now() });
  await aSession(app.db, { title: "Yesterday", startTime: daysAgo(app, 1) });
  await aSession(app.db, { title: "Begins in a moment", startTime: new Date(app.clock.now().getTime() + 1) });
  await aSession(app.db, { title: "Cancelled", startTime: daysAgo(app, 2), cancelledAt: daysAgo(app, 3) });
  await aSession(app.db, { title: "Draft", startTime: daysAgo(app, 2), isPublished: false });
  expect(await titlesOf(app)).toEqual(["Begins now", "Yesterday", "Long ago"]);
});

test("shows what a session was and when, and nothing reserved for attendees", async ({ app }) => {
  await aSession(app.db, {
    startTime: new Date("2020-01-07T19:30:00Z"),
    zoomLink: "https://zoom.example/j/secret",
    recordingUrl: "https://video.example/secret",
  });
  const past = await app.as().schedule.listPast({ page: 1 });
  expect(past.sessions[0]).toMatchObject({
    title: "Evening Wind-Down",
    summary: "Long exhales and a slow body scan.",
    start: { date: "Tuesday, January 7, 2020" },
    recordingUrl: null,
  });
  expect(JSON.stringify(past)).not.toContain("secret");
});

test("filters past sessions by the categories among them", async ({ app }) => {
  await app.db.insert(sessionCategories).values([{ name: "Movement" }, { name: "Breathwork" }, { name: "Other" }]);
  await aSession(app.db, { title: "Moved", startTime: daysAgo(app, 1), category: "Movement" });
  await aSession(app.db, { title: "Breathed", startTime: daysAgo(app, 2), category: "Breathwork" });
  await aSession(app.db, { title: "Plain", startTime: daysAgo(app, 3) });
  await aSession(app.db, { category: "Other" });
  expect(await titlesOf(app, { category: "Breathwork" })).toEqual(["Breathed"]);
  expect(await titlesOf(app, { category: "Other" })).toEqual([]);
  expect((await app.as().schedule.listPast({ page: 1 })).presentCategories).toEqual(["Breathwork", "Movement"]);
});

test("filters past sessions by place, whatever the letter case", async ({ app }) => {
  await app.db.insert(sessionCategories).values({ name: "Movement" });
  const onsite = { locationType: "onsite" as const, city: "London" };
  await aSession(app.db, { title: "In London", startTime: daysAgo(app, 1), category: "Movement", ...onsite });
  await aSession(app.db, { title: "Online", startTime: daysAgo(app, 2) });
  expect(await titlesOf(app, { location: "london", category: "MOVEMENT" })).toEqual(["In London"]);
  expect(await titlesOf(app, { location: "Online" })).toEqual(["Online"]);
  expect((await app.as().schedule.listPast({ page: 1 })).locations).toEqual(["Online", "London"]);
});

test("shows twenty past sessions a page", async ({ app }) => {
  for (let nth = 1; nth <= 21; nth += 1) await aSession(app.db, { title: `${nth}`, startTime: daysAgo(app, nth) });
  const { page } = await app.as().schedule.listPast({ page: 2 });
  expect(page).toEqual({ number: 2, count: 2, from: 21, to: 21, total: 21 });
  expect(await titlesOf(app, { page: 2 })).toEqual(["21"]);
});

test("runs the same number of queries for any number of sessions", async ({ app }) => {
  const user = { id: crypto.randomUUID(), email: "a@example.com", fullName: "A", role: "member" as const };
  const query = vi.spyOn(app.db.$client, "query");
  const count = async () => {
    query.mockClear();
    await app.as({ user }).schedule.listPast({ page: 1 });
    return query.mock.calls.length;
  };
  const recorded = { startTime: daysAgo(app, 1), recordingUrl: "https://video.example/1" };
  await aSession(app.db, recorded);
  expect(await count()).toBe(3);
  for (let nth = 0; nth < 12; nth += 1) await aSession(app.db, recorded);
  expect(await count()).toBe(3);
});
