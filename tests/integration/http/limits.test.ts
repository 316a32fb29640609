import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import { createGate } from "@server/http/gate";
import { limitBodyTime } from "@server/http/limit-body-time";
import { sendPlain } from "@server/http/plain-page";
import { readBody } from "@server/http/read-body";
import { serve } from "../../support/http-app";
import { expect, startTestApp, test as appTest, type TestApp } from "../../support/test-app";

const liveTest = appTest.extend<{ app: TestApp; url: string; laterBy: (minutes: number) => void }>({
  app: async ({ db }, use) => {
    const { app, stop } = await startTestApp({ db, settings: { isLive: true, siteUrl: "https://breathe.example" } });
    await use(app);
    await stop();
  },
  url: async ({ app }, use) => {
    const { url, stop } = await serve(app.services);
    await use(url);
    await stop();
  },
  laterBy: async ({ app }, use) => use(app.clock.moveBy),
});

liveTest.for([
  ["exports", "/admin/orders.csv", 20],
  ["calendars", "/calendar.ics", 120],
  ["searches", "/me?search=x", 120],
] as const)("limits %s from one network, for a minute", async ([, path, most], { url, laterBy }) => {
  const ask = async () => {
    const { status, headers } = await fetch(url + path);
    return [status === 429, headers.get("Retry-After")];
  };
  for (let nth = 1; nth <= most; nth += 1) expect(await ask()).toEqual([false, null]);
  expect(await ask()).toEqual([true, "60"]);
  expect((await fetch(`${url}/me`)).status).not.toBe(429);
  laterBy(1);
  expect(await ask()).toEqual([false, null]);
});

const test = appTest.extend<{ open: (app: RequestListener) => Promise<number> }>({
  open: async ({ task: _ }, use) => {
    const servers: ReturnType<typeof createServer>[] = [];
    await use(async (app) => {
      const server = createServer(app).listen(0, "127.0.0.1");
      servers.push(server);
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    });
    for (const server of servers) server.closeAllConnections();
    await Promise.all(servers.map((server) => once(server.close(), "close")));
  },
});

test("works on so many requests at once, lets so many wait, and tells the others to come back", async ({ open }) => {
  const working: (() => void)[] = [];
  const app = express()
    .use(createGate({ inFlight: 2, waiting: 1, patience: 60_000, until: "answer" }))
    .use((_request, response) => void working.push(() => response.send("done")));
  const url = `http://127.0.0.1:${await open(app)}`;
  const ask = () => fetch(url).then(({ status, headers }) => [status, headers.get("Retry-After")]);
  const first = ask();
  const second = ask();
  await expect.poll(() => working.length).toBe(2);
  // Whichever of the two comes later finds the line full.
  const others = [ask(), ask()];
  expect(await Promise.race(others)).toEqual([503, "5"]);
  expect(working).toHaveLength(2);
  working[0]!();
  await expect.poll(() => working.length).toBe(3);
  for (const answer of working.slice(1)) answer();
  const answers = await Promise.all([first, second, ...others]);
  expect(answers.map(([status]) => status).sort()).toEqual([200, 200, 200, 503]);
});

test("gives up the place in line of a browser that has left", async ({ open }) => {
  const seen = { arrived: 0, gone: 0 };
  const working: (() => void)[] = [];
  const app = express()
    .use((_request, response, next) => {
      seen.arrived += 1;
      response.once("close", () => (seen.gone += 1));
      next();
    })
    .use(createGate({ inFlight: 1, waiting: 1, patience: 60_000, until: "end" }))
    .use((_request, response) => void working.push(() => response.send("done")));
  const url = `http://127.0.0.1:${await open(app)}`;
  const first = fetch(url);
  await expect.poll(() => seen.arrived).toBe(1);
  const leaving = new AbortController();
  const left = fetch(url, { signal: leaving.signal }).catch(() => "left");
  await expect.poll(() => seen.arrived).toBe(2);
  leaving.abort();
  expect(await left).toBe("left");
  await expect.poll(() => seen.gone).toBe(1);
  const last = fetch(url);
  await expect.poll(() => seen.arrived).toBe(3);
  expect(working).toHaveLength(1);
  working[0]!();
  await expect.poll(() => working.length).toBe(2);
  working[1]!();
  expect([(await first).status, (await last).status]).toEqual([200, 200]);
});

test.for([
  ["a form", "/sign-in", "Content-Type: application/x-www-form-urlencoded"],
  ["an upload that stands still", "/admin/sessions/new", "Content-Type: multipart/form-data; boundary=x"],
])("ends %s whose body does not arrive", async ([, path, type], { open }) => {
  const limits = { patience: 100, uploadPeriod: 100, uploadProgress: 4096, discardPatience: 1000 };
  const reached: string[] = [];
  const app = express()
    .use(limitBodyTime(limits), readBody())
    .use((request) => void reached.push(request.path));
  const socket = connect(await open(app), "127.0.0.1");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: 1000\r\n\r\na=`);
  expect(await text(socket)).toContain("HTTP/1.1 408 ");
  expect(reached).toEqual([]);
});

test("answers once where two limits are reached", async ({ open }) => {
  const app = express().use((request, response) => {
    for (const status of [413, 408]) sendPlain(request, response, { status, title: "Refused." });
  });
  expect((await fetch(`http://127.0.0.1:${await open(app)}`)).status).toBe(413);
});
