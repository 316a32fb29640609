import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { calendarSources } from "@db/schema";
import { askOutside } from "@server/platform/calendar/outside-request";
import { anAdmin } from "../../../support/admin-sessions";
import { type CalendarFeed, calendarWith, startCalendarFeed } from "../../../support/calendar-feed";
import { expect, test as appTest } from "../../../support/test-app";

const test = appTest.extend<{ feed: CalendarFeed }>({
  feed: async ({ app: _ }, use) => {
    const feed = await startCalendarFeed();
    await use(feed);
    await feed.stop();
  },
});

const megabyte = Buffer.alloc(1024 * 1024, "X");
const soon = new Date(Date.now() + 86_400_000);

type Reply = Parameters<CalendarFeed["answer"]>[0];

const hostile: [name: string, reply: Reply, reason: string][] = [
  [
    "20 MB",
    (_request, response) => void response.writeHead(200, { "content-length": 20 * megabyte.length }).end(megabyte),
    "larger than 5 MB",
  ],
  [
    "20 MB without saying so",
    (_request, response) => {
      const write = (left: number) =>
        void (left > 0 ? response.write(megabyte, () => write(left - 1)) : response.end());
      write(20);
    },
    "larger than 5 MB",
  ],
  [
    "20 MB in 20 kB",
    (_request, response) =>
      void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(20 * megabyte.length))),
    "larger than 5 MB",
  ],
  [
    "a page in place of a calendar",
    (_request, response) => void response.end("<!doctype html><title>Sign in</title>"),
    "no calendar",
  ],
  ["noise", (_request, response) => void response.end(Buffer.from([0, 255, 254, 13, 10, 0])), "no calendar"],
  [
    "billions of repeats",
    (_request, response) => void response.end(calendarWith(soon).replace("SUMMARY", "RRULE:FREQ=SECONDLY\r\nSUMMARY")),
    "repeats too often",
  ],
  [
    "a redirect that never ends",
    (request, response) => void response.writeHead(302, { location: `${request.url}x` }).end(),
    "leads on to another one too often",
  ],
  [
    "a redirect to the cloud’s own address",
    (_request, response) => void response.writeHead(302, { location: "https://169.254.169.254/latest" }).end(),
    "not on the public internet",
  ],
  [
    "a redirect to a file",
    (_request, response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end(),
    "no https address",
  ],
  ["a refusal", (_request, response) => void response.writeHead(403).end(), "wants a sign-in"],
  ["nothing", (_request, response) => void response.writeHead(404).end(), "no calendar at the address any more"],
];

test.for(hostile)(
  "refuses %s with the reason, and answers others meanwhile",
  async ([, reply, reason], { app, feed }) => {
    app.services.settings.allowsLocalCalendars = true;
    feed.answer(reply);
    const { api } = await anAdmin(app);
    const adding = api.calendars.addAddress({ name: "Hostile", address: feed.url, formKey: randomUUID() });
    const [outcome] = await Promise.all([
      adding.catch((error: Error) => error.message),
      app.as().schedule.listUpcoming({}),
    ]);
    expect(outcome).toContain(reason);
    expect(await app.db.select().from(calendarSources)).toEqual([]);
  },
);

test.for([
  ["http://127.0.0.1:1/x.ics", "no https address"],
  ["https://127.0.0.1/x.ics", "not on the public internet"],
  ["https://[::1]/x.ics", "not on the public internet"],
  ["https://[::ffff:127.0.0.1]/x.ics", "not on the public internet"],
  ["https://2130706433/x.ics", "not on the public internet"],
  ["https://0x7f.1/x.ics", "not on the public internet"],
  ["https://10.0.0.1/x.ics", "not on the public internet"],
  ["https://localhost/x.ics", "not on the public internet"],
])("asks nothing at %s", async ([address = "", reason = ""], { app }) => {
  const { api } = await anAdmin(app);
  const adding = api.calendars.addAddress({ name: "Inside", address, formKey: randomUUID() });
  await expect(adding).rejects.toThrow(reason);
  const connecting = api.calendars.connect({ server: address, user: "x", password: "x", formKey: randomUUID() });
  await expect(connecting).rejects.toThrow(reason);
});

const request = { maxBytes: 1000, allowsThisMachine: false };

test("a name that turns to this machine after it was checked leads nowhere", async ({ feed }) => {
  const answers = ["93.184.216.34", "127.0.0.1"];
  let lookups = 0;
  const resolve = () => Promise.resolve([{ address: answers[lookups++] ?? "127.0.0.1", family: 4 }]);
  const port = new URL(feed.url).port;
  const asking = askOutside(`https://rebound.example:${port}/`, {
    ...request,
    resolve,
    signal: AbortSignal.timeout(500),
  });
  await expect(asking).rejects.toThrow(/slow|unreachable/);
  expect([lookups, feed.asked.length]).toEqual([1, 0]);
});

test("a name with one address inside is refused, whatever the others are", async () => {
  const resolve = () =>
    Promise.resolve([
      { address: "93.184.216.34", family: 4 },
      { address: "10.0.0.7", family: 4 },
    ]);
  const asking = askOutside("https://mixed.example/", { ...request, resolve, signal: AbortSignal.timeout(500) });
  await expect(asking).rejects.toThrow("not_public");
});

test("a server that sends a byte now and then is left at the deadline", async ({ feed }) => {
  feed.answer((_request, response) => {
    const timer = setInterval(() => response.write("B"), 20);
    response.on("close", () => clearInterval(timer));
  });
  const begin = performance.now();
  const asking = askOutside(feed.url, { ...request, allowsThisMachine: true, signal: AbortSignal.timeout(300) });
  await expect(asking).rejects.toThrow("slow");
  expect(performance.now() - begin).toBeLessThan(3000);
});

test("a sign-in is not sent on to another origin", async ({ feed }) => {
  const other = await startCalendarFeed();
  feed.answer((_request, response) => void response.writeHead(302, { location: other.url }).end());
  const headers = { authorization: "Basic secret" };
  await askOutside(feed.url, {
    ...request,
    headers,
    followsRedirects: true,
    allowsThisMachine: true,
    signal: AbortSignal.timeout(5000),
  });
  await other.stop();
  expect([feed.asked[0]?.authorization, other.asked[0]?.authorization]).toEqual(["Basic secret", undefined]);
});
