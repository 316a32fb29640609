import { connect } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import { giveTimeToUpload, limitBodyTime, readBody } from "@server/http/read-body";
import { sendPlain } from "@server/http/plain-page";
import { captureLog } from "../../support/captured-log";
import { serve } from "../../support/http-app";
import { expect, test } from "../../support/open-app";
import { startTestApp, type TestApp } from "../../support/test-app";

const liveTest = test.extend<{ app: TestApp; url: string; laterBy: (minutes: number) => void }>({
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
  ["calendars under another name", "/%63alendar.ics/", 120],
  ["joining links", "/join/x?key=1", 300],
  ["searches", "/me?search=x", 120],
  ["searches under another name", "/me?se%61rch=x", 120],
  ["searches by call", "/api/trpc/users.list?input=%7B%22se%5Cu0061rch%22%3A%22x%22%7D", 120],
] as const)("limits %s from one network, for a minute", async ([, path, most], { url, laterBy }) => {
  const ask = async () => {
    const { status, headers } = await fetch(url + path);
    return [status === 429, headers.get("Retry-After")];
  };
  for (let nth = 1; nth <= most; nth += 1) expect(await ask()).toEqual([false, null]);
  expect(await ask()).toEqual([true, "60"]);
  expect((await fetch(`${url}/me?search=`)).status).not.toBe(429);
  laterBy(1);
  expect(await ask()).toEqual([false, null]);
});

liveTest("limits the posts of one network, for a minute", async ({ url, laterBy }) => {
  const post = async () => (await fetch(`${url}/me`, { method: "POST" })).status;
  for (let nth = 1; nth <= 900; nth += 1) expect(await post()).toBe(405);
  expect(await post()).toBe(429);
  expect((await fetch(`${url}/me`)).status).not.toBe(429);
  laterBy(1);
  expect(await post()).toBe(405);
});

liveTest("limits the log lines about refused visitors, for a minute", async ({ app, url, laterBy }) => {
  const log = captureLog(app.services);
  const posted = { method: "POST", headers: { Origin: "https://elsewhere.example" } };
  const refuse = async (times: number) => {
    for (let nth = 0; nth < times; nth += 1) expect((await fetch(`${url}/form`, posted)).status).toBe(403);
    return log.lines().filter(({ event }) => event === "access_refused").length;
  };
  expect(await refuse(35)).toBe(30);
  laterBy(1);
  expect(await refuse(1)).toBe(31);
});

liveTest("warns once about a proxy that TRUST_PROXY does not name", async ({ app }) => {
  const log = captureLog(app.services);
  const warnings = () => log.lines().filter(({ msg }) => msg.startsWith("X-Forwarded-For")).length;
  const ask = async (trustProxy: string | undefined) => {
    const { url, stop } = await serve({ ...app.services, settings: { ...app.services.settings, trustProxy } });
    for (const address of ["192.0.2.1", "192.0.2.2"]) {
      await fetch(`${url}/me`, { headers: { "X-Forwarded-For": address } });
    }
    await stop();
    return warnings();
  };
  expect(await ask("loopback")).toBe(0);
  expect(await ask(undefined)).toBe(1);
});

test.for([
  ["a form", () => undefined],
  ["a stalled upload", giveTimeToUpload],
] as const)("ends %s whose body does not arrive", async ([, admit], { open }) => {
  const limits = { patienceMs: 100, uploadPeriodMs: 100, uploadPeriodBytes: 4096, discardPatienceMs: 1000 };
  const reached: string[] = [];
  const app = express()
    .use(limitBodyTime(limits), (_request, response, next) => (admit(response), next()), readBody())
    .use((request) => void reached.push(request.path));
  const { port } = new URL(await open(app));
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na=");
  expect(await text(socket)).toContain("HTTP/1.1 408 ");
  expect(reached).toEqual([]);
});

test("gives an upload time as long as it continues", async ({ open }) => {
  const limits = { patienceMs: 100, uploadPeriodMs: 60_000, uploadPeriodBytes: 4096, discardPatienceMs: 1000 };
  let isAdmitted = false;
  const app = express()
    .use(limitBodyTime(limits))
    .use((request, response, next) => {
      if (request.path === "/upload") giveTimeToUpload(response);
      isAdmitted ||= request.path === "/upload";
      next();
    }, readBody())
    .use((_request, response) => void response.send("whole"));
  const { port } = new URL(await open(app));
  const begin = (path: string) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\na`);
    return socket;
  };
  const upload = begin("/upload");
  await expect.poll(() => isAdmitted).toBe(true);
  // Began later and has reached its own limit already.
  expect(await text(begin("/form"))).toContain("HTTP/1.1 408 ");
  upload.write("b");
  expect(await text(upload)).toContain("HTTP/1.1 200 ");
});

test("answers once when two limits are reached", async ({ open }) => {
  const app = express().use((request, response) => {
    for (const status of [413, 408]) sendPlain(request, response, { status, title: "Refused." });
  });
  expect((await fetch(await open(app))).status).toBe(413);
});

test("shows browsers a page with a way on, and sends others text", async ({ open }) => {
  const app = express().use((request, response) =>
    sendPlain(request, response, { status: 429, title: "Too many requests.", retryAfterSeconds: 7 }),
  );
  const address = await open(app);
  const asBrowser = { headers: { Accept: "text/html" } };
  const linksOf = async (init: RequestInit) =>
    [...(await (await fetch(address, init)).text()).matchAll(/<a href="(.*?)">(.*?)</g)].map(([, to, label]) => [
      to,
      label,
    ]);
  expect(await linksOf(asBrowser)).toEqual([
    ["", "Try again"],
    ["/", "Return to home"],
  ]);
  expect(await linksOf({ ...asBrowser, method: "POST" })).toEqual([["/", "Return to home"]]);
  expect(await (await fetch(address)).text()).toBe("Too many requests.");
});

test("says what to do about errors that have no advice of their own", async ({ open }) => {
  const statuses = [400, 403, 404, 405, 431, 500];
  const app = express().use((request, response) =>
    sendPlain(request, response, { status: Number(request.path.slice(1)), title: "Refused." }),
  );
  const address = await open(app);
  for (const status of statuses) {
    const answer = await fetch(new URL(`/${status}`, address));
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(/^Refused\. .+\.$/)]);
  }
});
