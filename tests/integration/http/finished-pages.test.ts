import { liveSessions } from "@db/schema";
import { signValue } from "@server/core/cookies";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { type PublicSite, servePublicPages } from "../../support/public-pages";
import { sendRaw } from "../../support/raw-http";
import { aSession, takePlace } from "../../support/sessions";
import { expect, test as appTest, type TestApp } from "../../support/test-app";
import { createBarrier } from "../../support/statements";

let renderings = 0;

/** Shows how often it was rendered, and what the request says of the visitor. */
const counted = {
  loader: ({ request }: LoaderFunctionArgs) => {
    renderings += 1;
    const { pathname, search } = new URL(request.url);
    const cookies = request.headers.get("Cookie");
    return Response.json({ renderings, from: pathname + search, cookies, filler: "breathe ".repeat(400) });
  },
};

const test = appTest.extend<{ site: PublicSite }>({
  site: async ({ app }, use) => {
    const site = await servePublicPages(app.services, { accessibility: counted });
    await use(site);
    await site.stop();
  },
});

const path = "/accessibility";

async function renderingOf(answer: Promise<Response>): Promise<number> {
  return ((await (await answer).json()) as { renderings: number }).renderings;
}

test("renders a page once for visitors who differ in nothing that it shows", async ({ site }) => {
  const first = await renderingOf(site.get(path));
  expect(await renderingOf(site.get(path, { "User-Agent": "another", Referer: "https://elsewhere.example" }))).toBe(
    first,
  );
  expect(await renderingOf(site.get(path, { Cookie: "tz=Europe%2FLondon; currency=GBP" }))).toBe(first);
  for (const own of ["playing=listen", "browser=anything", "booking_draft=anything"]) {
    expect(await renderingOf(site.get(path, { Cookie: `${own}; currency=GBP` }))).toBe(first);
  }
});

test("renders a page that is kept without the cookies that it must not depend on", async ({ site }) => {
  const Cookie = "browser=anything; tz=Europe%2FParis; booking_draft=anything; currency=EUR; playing=listen";
  const page = (await (await site.get(path, { Cookie })).json()) as { cookies: string };
  expect(page.cookies).toBe("tz=Europe%2FParis; currency=EUR");
});

test("keeps a session's page for each reason for which a booking is refused, and no other", async ({ app, site }) => {
  const { id } = await aSession(app.db);
  const etagOf = async (query: string) => (await site.get(`/sessions/${id}?refused=${query}`)).headers.get("ETag");
  for (const reason of ["full", "held", "closed", "cancelled"]) {
    expect([reason, await etagOf(reason)]).toEqual([reason, expect.any(String)]);
  }
  expect(await etagOf("hannah@example.com")).toBeNull();
});

test("keeps a page for each time zone and currency", async ({ site }) => {
  const cookies = ["", "tz=Europe%2FParis", "currency=EUR", "tz=Europe%2FParis; currency=EUR"];
  const seen: number[] = [];
  for (const Cookie of cookies) seen.push(await renderingOf(site.get(path, { Cookie })));
  expect(new Set(seen).size).toBe(cookies.length);
  for (const [nth, Cookie] of cookies.entries()) expect(await renderingOf(site.get(path, { Cookie }))).toBe(seen[nth]);
});

const toast = { kind: "success", title: "Welcome back, Hannah" };

test("never answers other visitors with a finished page, nor keeps theirs", async ({ app, site }) => {
  const kept = await renderingOf(site.get(path));
  const { settings } = app.services;
  const others = {
    "signed in": { Cookie: "breathroom_session=anything" },
    "with a message": { Cookie: `flash=${signValue(settings, "flash", toast)}` },
    "with a kept form": { Cookie: "kept_form=0b0b0b0b-0000-4000-8000-000000000000" },
    "who has booked": { Cookie: "held=anything" },
    "in a known device": { Cookie: "breathroom_device=anything" },
    "who is buying": { Cookie: "purchase=anything" },
    "with an unknown cookie": { Cookie: "tz=Europe%2FLondon; visits=3" },
    "in no time zone": { Cookie: "tz=Europe%2FAtlantis" },
    "with no currency": { Cookie: "currency=XXX" },
    "with two currencies": { Cookie: "currency=GBP; currency=EUR" },
    "with an account's call": { "X-Account-Id": "anything" },
  };
  for (const [who, headers] of Object.entries(others)) {
    const own = await renderingOf(site.get(path, headers));
    expect({ who, isOwn: own > kept }).toEqual({ who, isOwn: true });
    expect({ who, kept: await renderingOf(site.get(path)) }).toEqual({ who, kept });
  }
});

test("passes parameters that the page does not know", async ({ site }) => {
  const seen = [`${path}?utm_source=mail`, `${path}?utm_source=mail`, `${path}?page=1`, `${path}?page=1`];
  const renderings = [];
  for (const address of seen) renderings.push(await renderingOf(site.get(address)));
  expect(new Set(renderings).size).toBe(seen.length);
});

test("renders once for a hundred visitors who come at the same time", async ({ site }) => {
  const before = renderings;
  const answers = await Promise.all(Array.from({ length: 100 }, () => renderingOf(site.get(path))));
  expect(renderings - before).toBe(1);
  expect(new Set(answers).size).toBe(1);
});

test("an unchanged page is not sent again", async ({ site }) => {
  const first = await site.get(path);
  const etag = first.headers.get("ETag") ?? "";
  const again = await site.get(path, { "If-None-Match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("Vary")).toBe("Accept-Encoding, Cookie");
  expect((await site.get(path, { "If-None-Match": 'W/"another"' })).status).toBe(200);
});

test("a HEAD request is told the same, without the page", async ({ site }) => {
  const page = await site.get(path, { "Accept-Encoding": "identity" });
  const head = await fetch(site.url + path, { method: "HEAD", headers: { "Accept-Encoding": "identity" } });
  expect(await head.text()).toBe("");
  for (const name of ["ETag", "Content-Length", "Content-Type", "Cache-Control", "Content-Security-Policy"]) {
    expect(head.headers.get(name)).toBe(page.headers.get(name));
  }
});

test("compressed pages are the same page", async ({ site }) => {
  const plain = await (await site.get(path, { "Accept-Encoding": "identity" })).text();
  for (const encoding of ["br", "gzip"]) {
    const compressed = await site.get(path, { "Accept-Encoding": encoding });
    expect(compressed.headers.get("Content-Encoding")).toBe(encoding);
    expect(await compressed.text()).toBe(plain);
  }
  const refused = await site.get(path, { "Accept-Encoding": "br;q=0, gzip;q=0" });
  expect(refused.headers.get("Content-Encoding")).toBeNull();
});

test("every answer has its own request id and the headers of other pages", async ({ site }) => {
  const [first, second, other] = [
    await site.get(path),
    await site.get(path),
    await site.get(path, { Cookie: "visits=1" }),
  ];
  expect(first.headers.get("X-Request-Id")).not.toBe(second.headers.get("X-Request-Id"));
  const ofEach = ["content-security-policy", "x-request-id", "etag", "vary", "date", "content-length", "cache-control"];
  const names = [...other.headers.keys()].filter((name) => name.startsWith("x-") || name.startsWith("cross-"));
  for (const name of names.filter((name) => !ofEach.includes(name))) {
    expect([name, second.headers.get(name)]).toEqual([name, other.headers.get(name)]);
  }
  expect(second.headers.get("content-security-policy")).not.toContain("nonce");
});

const headersOf = (head: string) =>
  head
    .split("\r\n")
    .slice(1)
    .filter((line) => !/^(date|connection|keep-alive|x-request-id):/.test(line));

test("answers in turn what a connection asks at once, with the headers of a single answer", async ({ site }) => {
  await site.get(path);
  const ask = (more = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n${more}\r\n`;
  const last = ask("Connection: close\r\n");
  const alone = await sendRaw(site.url, last);
  const both = await sendRaw(site.url, ask() + ask() + last);
  expect(both.head).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} gmt\r\n/);
  expect(headersOf(both.head)).toEqual(expect.arrayContaining(headersOf(alone.head)));
  expect(headersOf(both.head)).toHaveLength(headersOf(alone.head).length);
  const bodies = both.body.split(/HTTP\/1\.1 200 OK[^]*?\r\n\r\n/);
  expect(bodies).toEqual([alone.body, alone.body, alone.body]);
});

test("does not keep a page that changed while it was rendered", async ({ app }) => {
  const session = await aSession(app.db, { title: "Before" });
  const meet = createBarrier(2);
  const slow = {
    loader: async () => {
      const title = (await app.db.select().from(liveSessions))[0]?.title;
      await meet();
      await meet();
      return Response.json({ title });
    },
  };
  const site = await servePublicPages(app.services, { accessibility: slow });
  const early = site.get(path);
  await meet();
  await app.db.update(liveSessions).set({ title: "After" });
  const late = site.get(path);
  void meet();
  expect(await (await early).json()).toEqual({ title: "Before" });
  expect(await (await late).json()).toEqual({ title: "After" });
  expect(session.title).toBe("Before");
  await site.stop();
});

/** Moves the clock to each moment and expects the page to have changed there, and not before. */
async function expectChanges(app: TestApp, site: PublicSite, address: string, moments: Date[]) {
  const read = async () => (await site.get(address)).text();
  let seen = await read();
  for (const moment of moments) {
    app.clock.moveBy((moment.getTime() - 1000 - app.clock.now().getTime()) / 60_000);
    expect(await read()).toBe(seen);
    app.clock.moveBy(2000 / 60_000);
    const next = await read();
    expect(next).not.toBe(seen);
    seen = next;
  }
}

const minute = 60_000;
const hour = 60 * minute;

/** Sessions begin at whole minutes. */
const inThreeDays = ({ clock }: TestApp) => new Date(Math.floor(clock.now().getTime() / minute) * minute + 72 * hour);

test("a session's page changes with the clock: terms, start and end", async ({ app, site }) => {
  const startTime = inThreeDays(app);
  const { id } = await aSession(app.db, { startTime, durationMinutes: 60, recordingUrl: "https://zoom.example/r/1" });
  const termsEnd = new Date(startTime.getTime() - 24 * hour);
  await expectChanges(app, site, `/sessions/${id}`, [termsEnd, startTime, new Date(startTime.getTime() + hour)]);
});

test("the lists change when a session starts", async ({ app, site }) => {
  const startTime = inThreeDays(app);
  await aSession(app.db, { startTime });
  await aSession(app.db, { startTime: new Date(startTime.getTime() + hour), title: "Later" });
  for (const address of ["/", "/live-sessions", "/live-sessions?tab=past", "/?category=None"]) {
    await site.get(address);
  }
  const read = (address: string) => site.get(address).then((answer) => answer.text());
  expect(await read("/")).toContain("Evening Wind-Down");
  expect(await read("/live-sessions?tab=past")).not.toContain("Evening Wind-Down");
  app.clock.moveBy(72 * 60);
  for (const address of ["/", "/live-sessions"]) expect(await read(address)).not.toContain("Evening Wind-Down");
  expect(await read("/live-sessions?tab=past")).toContain("Evening Wind-Down");
});

test("a booking changes the pages that show its places", async ({ app, site }) => {
  const values = { maxAttendees: 3, startTime: new Date(app.clock.now().getTime() + 72 * hour) };
  const session = await aSession(app.db, values);
  const etagOf = async (address: string) => (await site.get(address)).headers.get("ETag");
  const addresses = [`/sessions/${session.id}`, "/", "/resources"];
  const before = await Promise.all(addresses.map(etagOf));
  await takePlace(app.db, session);
  const after = await Promise.all(addresses.map(etagOf));
  expect(after.map((etag, nth) => etag !== before[nth])).toEqual([true, true, false]);
});
