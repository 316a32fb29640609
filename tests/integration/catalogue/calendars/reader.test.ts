import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { askReader } from "@server/platform/calendar/ask-reader";
import { busyTimesIn, refreshBusyTimes, refreshInTime } from "@server/catalogue/calendars/busy-times";
import { anAdmin } from "../../../support/admin-sessions";
import { type CalendarFeed, calendarWith, startCalendarFeed } from "../../../support/calendar-feed";
import { expect, type TestApp, test as appTest } from "../../../support/test-app";

type Programs = {
  /** Never ends. */
  stuck: string;
  /** Takes more and more memory. */
  greedy: string;
};

const test = appTest.extend<{ feed: CalendarFeed; programs: Programs }>({
  feed: async ({ app }, use) => {
    app.services.settings.allowsLocalCalendars = true;
    const feed = await startCalendarFeed();
    await use(feed);
    await feed.stop();
  },
  programs: async ({ task: _ }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), "breathroom-programs-"));
    const programs = { stuck: path.join(folder, "stuck.cjs"), greedy: path.join(folder, "greedy.cjs") };
    await writeFile(programs.stuck, "for (;;);");
    await writeFile(programs.greedy, "const all = []; for (;;) all.push(new Array(10000).fill(all.length));");
    await use(programs);
    await rm(folder, { recursive: true });
  },
});

const tomorrow = ({ clock }: TestApp) =>
  new Date(Math.ceil(clock.now().getTime() / 3_600_000) * 3_600_000 + 86_400_000);

const busyIn = ({ db, clock }: TestApp) =>
  busyTimesIn(db)({ start: clock.now(), end: new Date(clock.now().getTime() + 10 * 86_400_000) });

async function add(app: TestApp, feed: CalendarFeed) {
  const admin = await anAdmin(app);
  const form = { name: "Home", address: feed.url, formKey: randomUUID() };
  await admin.api.calendars.addAddress(form);
  return { ...admin, id: form.formKey };
}

/** Counts how often this process has time for something else. */
function countTurns() {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  return () => {
    clearInterval(timer);
    return turns;
  };
}

test.for(["DAILY", "WEEKLY", "DAILY;COUNT=9", "WEEKLY;COUNT=9"])(
  "reads the first date of an event that repeats %s after millions of years",
  async (freq, { app, feed }) => {
    const rule = `RRULE:FREQ=${freq};INTERVAL=999999999\r\nSUMMARY`;
    feed.serve(calendarWith(tomorrow(app)).replace("SUMMARY", rule));
    await add(app, feed);
    expect(await refreshBusyTimes(app.services, { deadlineMs: 20_000 })).toEqual({ silent: [] });
    expect(await busyIn(app)).toEqual([{ start: tomorrow(app), end: new Date(tomorrow(app).getTime() + 3_600_000) }]);
  },
);

test("ends a reading that does not end, at the deadline of a booking, and the last answer stands", async ({
  app,
  feed,
  programs,
}) => {
  feed.serve(calendarWith(tomorrow(app)));
  const { api, id } = await add(app, feed);
  app.services.calendarReader = programs.stuck;
  const turns = countTurns();
  const begin = performance.now();
  const silent = [{ name: "Home", failure: "too_costly" }];
  expect(await refreshBusyTimes(app.services, { deadlineMs: 1000 })).toEqual({ silent });
  // Control: it ends at the deadline, not by itself.
  expect(performance.now() - begin).toBeGreaterThan(990);
  expect(turns()).toBeGreaterThan(20);
  expect(await busyIn(app)).toHaveLength(1);
  expect((await api.calendars.list()).addresses[0]?.outage?.reason).toContain("takes too long");
  // The next booking does not wait for it again.
  const asked = feed.asked.length;
  expect(await refreshBusyTimes(app.services, { deadlineMs: 1000 })).toEqual({ silent });
  expect(feed.asked).toHaveLength(asked);
  await api.calendars.removeAddress({ id });
  expect(await busyIn(app)).toEqual([]);
});

test("ends a reading that takes too much memory, and refuses to add such a calendar", async ({
  app,
  feed,
  programs,
}) => {
  feed.serve(calendarWith(tomorrow(app)));
  app.services.calendarReader = programs.greedy;
  await expect(add(app, feed)).rejects.toThrow("Reading the calendar takes too long");
});

test("lets no more than two readings run at once, and those that wait leave at their deadline", async ({
  programs,
}) => {
  const task = { kind: "responses" as const, body: new Uint8Array(), uid: null };
  const ask = (ms: number) =>
    askReader(programs.stuck, task, AbortSignal.timeout(ms)).catch((error: Error) => error.name);
  const asked = [ask(2000), ask(2000), ask(300)];
  expect(await Promise.race(asked)).toBe("TimeoutError");
  expect(await Promise.all(asked)).toEqual(["CalendarReadError", "CalendarReadError", "TimeoutError"]);
});

test("asks a calendar that fails again after pauses that grow to an hour", async ({ app, feed }) => {
  feed.serve(calendarWith(tomorrow(app)));
  const { api, id } = await add(app, feed);
  feed.serve("<html>Sign in</html>");
  const minutes: number[] = [];
  for (let minute = 0; minute <= 240; minute += 5) {
    const before = feed.asked.length;
    await refreshInTime(app.services);
    if (feed.asked.length > before) minutes.push(minute);
    app.clock.moveBy(5);
  }
  expect(minutes).toEqual([0, 5, 10, 20, 40, 80, 140, 200]);
  expect(await busyIn(app)).toHaveLength(1);
  // The instructor need not wait.
  feed.serve(calendarWith(tomorrow(app), 30));
  await api.calendars.test({ id });
  expect((await api.calendars.list()).addresses[0]?.outage).toBeNull();
});
