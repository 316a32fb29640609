import { randomUUID } from "node:crypto";
import { refreshBusyTimes } from "@server/catalogue/calendars/busy-times";
import { anAdmin } from "../../../support/admin-sessions";
import { calendarWith, startCalendarFeed } from "../../../support/calendar-feed";
import { aHeldSlot, anOffer, inDays, timesOf } from "../../../support/one-to-one";
import { recordStatements } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

const countOn = async (app: TestApp, offer: Parameters<typeof timesOf>[1], day: Date) =>
  (await timesOf(app, offer, day)).length;

test("reads what holds the instructor's time once for all pages", async ({ app }) => {
  const offer = await anOffer(app.db);
  const day = inDays(app, 3, 11);
  expect(await countOn(app, offer, day)).toBe(6);
  const sent = recordStatements(app);
  for (let request = 0; request < 3; request += 1) {
    await app.as().oneToOne.get({ offer: offer.slug, day: undefined });
    await app.as().oneToOne.listFreeTimes();
  }
  const reads = sent.filter((text) => / from "(?:live_sessions|calendar_busy_times)"/.test(text));
  expect([sent.length > 0, reads]).toEqual([true, []]);
});

test("takes away at once what is booked, and what a calendar says", async ({ app }) => {
  app.services.settings.allowsLocalCalendars = true;
  const offer = await anOffer(app.db);
  const day = inDays(app, 3, 11);
  expect(await countOn(app, offer, day)).toBe(6);
  await aHeldSlot(app, offer, day);
  expect(await countOn(app, offer, day)).toBe(5);
  const feed = await startCalendarFeed();
  feed.serve(calendarWith(inDays(app, 3, 13)));
  const { api } = await anAdmin(app);
  await api.calendars.addAddress({ name: "Home", address: feed.url, formKey: randomUUID() });
  expect(await countOn(app, offer, day)).toBe(4);
  feed.serve(calendarWith(inDays(app, 3, 14), 120));
  await refreshBusyTimes(app.services, { deadlineMs: 2000 });
  expect(await countOn(app, offer, day)).toBe(3);
  await feed.stop();
});
