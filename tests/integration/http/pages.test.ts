import { sql } from "drizzle-orm";
import { PlainBrowser } from "../../support/browser-without-javascript";
import { aSession } from "../../support/sessions";
import { expect, test as siteTest } from "../../support/site-over-http";

const test = siteTest.extend<{ session: Awaited<ReturnType<typeof aSession>> }>({
  session: async ({ db }, use) => {
    // React's stream pads its chunks with null bytes around characters of several bytes.
    const description = Array.from({ length: 60 }, (_, nth) => `${"x".repeat(nth)}${"–".repeat(97)}`).join("\n\n");
    await use(await aSession(db, { priceMinor: 0, description, zoomLink: "https://zoom.example/j/secret-link" }));
  },
});

test("sends pages without React's padding, and the joining link on no public page or in its data", async ({
  server,
  session,
}) => {
  const browser = new PlainBrowser(server.url);
  const form = await browser.open(`/sessions/${session.id}/book`);
  const typed = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
  const confirmation = await browser.submit(form, typed);
  expect(confirmation.html).toContain("Hannah");
  const { pathname, search } = new URL(confirmation.url);
  const lives = ["/live-sessions", "/live-sessions?tab=past"];
  const addresses = [
    "/",
    ...lives,
    `/sessions/${session.id}`,
    `/session/${session.id}`,
    `/sessions/${session.id}/book`,
  ];
  const input = encodeURIComponent(JSON.stringify({ id: session.id }));
  const data = ["/_root.data", `/sessions/${session.id}.data`, `${pathname}.data${search}`];
  const lists = ["listUpcoming", "listCards", "listPast"].map((name) => `/api/trpc/schedule.${name}?input=%7B%7D`);
  const calls = [`/api/trpc/schedule.get?input=${input}`, ...lists];
  // The browser that booked sees the link with its booking.
  const other = new PlainBrowser(server.url);
  for (const address of [...addresses, pathname + search, ...data, ...calls]) {
    const page = await other.open(address);
    expect([address, page.status]).toEqual([address, 200]);
    expect(page.html.includes("\0"), address).toBe(false);
    expect(page.html, address).not.toContain("secret-link");
    expect(page.html, address).not.toContain("hannah@example.com");
    expect(page.html, address).not.toContain("Okafor");
  }
});

test("shows one page with one canonical address at both addresses of a session", async ({ server, session }) => {
  const browser = new PlainBrowser(server.url);
  for (const path of ["session", "sessions"]) {
    const page = await browser.open(`/${path}/${session.id}`);
    expect(page.root.querySelector("h1")?.text).toBe(session.title);
    const canonical = page.root.querySelector("link[rel=canonical]")?.getAttribute("href");
    expect(new URL(canonical ?? "").pathname).toBe(`/sessions/${session.id}`);
  }
});

test("answers missing pages with 404 in the words of the specification", async ({ server }) => {
  const unknown = "0b0b0b0b-0000-4000-8000-000000000000";
  for (const [address, text] of [
    ["/nowhere", "Oops! Page not found"],
    [`/sessions/${unknown}`, "Session not found"],
    ["/sessions/not-an-id", "Session not found"],
    ["/sessions/not-an-id/book", "Session not found"],
    ["/booking-confirmation", "Oops! Page not found"],
    [`/booking-confirmation?bookingId=${unknown}`, "Oops! Page not found"],
    ["/booking-confirmation?bookingId=1%27%20or%201=1", "Oops! Page not found"],
  ] as const) {
    const page = await new PlainBrowser(server.url).open(address);
    expect([address, page.status]).toEqual([address, 404]);
    expect(page.root.querySelector("main")?.text, address).toContain(text);
  }
});

test("refuses forms and procedures posted from another site", async ({ server, session, db }) => {
  const form = await new PlainBrowser(server.url).open(`/sessions/${session.id}/book`);
  const fields = form.root.querySelectorAll("dialog form[method=post i] input[type=hidden]");
  const body = new URLSearchParams([
    ...fields.map((field): [string, string] => [field.getAttribute("name")!, field.getAttribute("value")!]),
    ["firstName", "Hannah"],
    ["lastName", "Okafor"],
    ["email", "hannah@example.com"],
  ]);
  const strange: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
  ];
  for (const headers of strange) {
    const post = (path: string) => fetch(server.url + path, { method: "POST", headers, body, redirect: "manual" });
    expect((await post(`/sessions/${session.id}/book`)).status).toBe(403);
    expect((await post("/api/trpc/bookings.create")).status).toBe(403);
  }
  expect((await db.execute(sql`select id from session_bookings`)).rows).toEqual([]);
  const own = await fetch(form.url, { method: "POST", headers: { Origin: server.url }, body, redirect: "manual" });
  expect(own.status).toBe(303);
});

test("answers 503 on the health page while the database refuses, and 200 afterwards", async ({ server, outage }) => {
  const health = async () => {
    const answer = await fetch(`${server.url}/healthz`);
    return [answer.status, await answer.text()];
  };
  // An earlier test's outage may have just ended: the server is shared.
  await expect.poll(health).toEqual([200, '{"status":"ok"}']);
  await outage.begin();
  await expect.poll(health).toEqual([503, '{"status":"unavailable"}']);
  await outage.end();
  await expect.poll(health).toEqual([200, '{"status":"ok"}']);
});
