import { randomUUID } from "node:crypto";
import { newKeyList, parseKeys } from "@server/core/encryption";
import { refreshBusyTimes } from "@server/catalogue/calendars/busy-times";
import { compareCalendar } from "@server/catalogue/calendars/compare-calendar";
import { anAdmin } from "../../../support/admin-sessions";
import { calendarWith, startCalendarFeed } from "../../../support/calendar-feed";
import { expect, test } from "../../../support/test-app";

test("a retired key is missed by no calendar after a night; a lost one is named", async ({ app }) => {
  const { settings } = app.services;
  settings.allowsLocalCalendars = true;
  const feed = await startCalendarFeed();
  feed.serve(calendarWith(app.clock.now()));
  const { api } = await anAdmin(app);
  await api.calendars.addAddress({ name: "Home", address: feed.url, formKey: randomUUID() });
  const older = settings.encryptionKeys;
  const newer = parseKeys(newKeyList());
  settings.encryptionKeys = [...newer, ...older];
  await compareCalendar(app.services);
  settings.encryptionKeys = newer;
  expect(await refreshBusyTimes(app.services, { deadlineMs: 5000 })).toEqual({ silent: [] });
  settings.encryptionKeys = older;
  const { silent } = await refreshBusyTimes(app.services, { deadlineMs: 5000 });
  expect(silent).toEqual([{ name: "Home", failure: "key" }]);
  expect((await api.calendars.list()).addresses[0]?.outage?.reason).toContain("Enter it again");
  await feed.stop();
});
