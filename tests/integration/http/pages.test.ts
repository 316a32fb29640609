import { eq, sql } from "drizzle-orm";
import { liveSessions, sessionBookings } from "@db/schema";
import { anAccount } from "../../support/accounts";
import { PlainBrowser, textOf } from "../../support/browser-without-javascript";
import { crawlSite, StayingBrowser } from "../../support/crawl-over-http";
import { joinPathOf } from "../../support/joining";
import { signIn } from "../../support/recordings-http";
import { aSession, takePlace } from "../../support/sessions";
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

test("leads to the room by the joining link alone: its address is on no page, file or feed but the back office's", async ({
  server,
  session,
  db,
}) => {
  await db.update(liveSessions).set({ startTime: new Date(Date.now() + 300_000) });
  const account = await anAccount(db);
  const owner = await anAccount(db, { role: "admin" });
  const [visitor, guest, member, admin] = ["", "", "", ""].map(() => new StayingBrowser(server.url)) as Browsers;
  await signIn(member, account.email);
  await signIn(admin, owner.email);
  await member.submit(await member.open("/dashboard/settings"), {}, "form[action$='/calendar-feed']");
  const typed = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
  const confirmation = await guest.submit(await guest.open(`/sessions/${session.id}/book`), typed);
  await member.submit(await member.open(`/sessions/${session.id}/book`));
  const hers = await db.query.sessionBookings.findFirst({ where: eq(sessionBookings.attendeeEmail, typed.email) });
  const byMail = joinPathOf(hers!);

  const starts = ["/", "/robots.txt", "/sitemap.xml", "/feed.xml", "/feed.json", "/calendar.ics"];
  const crawled = [
    await crawlSite(visitor, server, [...starts, confirmation.url, byMail]),
    await crawlSite(guest, server, [confirmation.url]),
    await crawlSite(visitor, server, [`/bookings/${hers!.id}?key=${hers!.manageKey}`]),
    await crawlSite(member, server, ["/dashboard", "/user/sessions", "/dashboard/settings/my-data.json"]),
  ];
  const ledOn = crawled.map((pages) => [...pages].filter(([, { url }]) => url.includes("secret-link")));
  const shown = crawled.flatMap((pages) => [...pages].filter(([, { html }]) => html.includes("secret-link")));
  expect(shown.map(([path]) => path)).toEqual([]);
  const paths = ledOn.map((pages) => pages.map(([path]) => path));
  expect(paths[0]).toEqual([byMail]);
  expect(paths[1]).toContain(`/join/${hers!.id}`);
  expect(paths[2]).toEqual([byMail]);
  expect(paths[3]).toEqual([expect.stringMatching(/^\/join\/[\da-f-]{36}$/)]);
  expect(paths.flat().every((path) => path.startsWith("/join/"))).toBe(true);
  expect([...crawled[3]!.keys()]).toContainEqual(expect.stringMatching(/^\/calendar\/[\w-]{43}\.ics$/));
  expect((await admin.open(`/admin/sessions/${session.id}`)).html).toContain("secret-link");

  const answer = await fetch(server.url + byMail, { redirect: "manual" });
  expect([answer.status, answer.headers.get("Location"), await answer.text()]).toEqual([303, session.zoomLink, ""]);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
});

type Browsers = [visitor: StayingBrowser, guest: StayingBrowser, member: StayingBrowser, admin: StayingBrowser];

test("says on a page why a joining link leads nowhere, and loads itself again when the room opens", async ({
  server,
  session,
  db,
}) => {
  const [booking] = await db
    .select()
    .from(sessionBookings)
    .where(eq(sessionBookings.id, await takePlace(db, session)));
  const path = joinPathOf(booking!);
  const browser = new StayingBrowser(server.url);
  const saidOf = async (values: Partial<typeof liveSessions.$inferInsert>) => {
    await db.update(liveSessions).set(values);
    const page = await browser.open(path);
    expect(page.html).not.toMatch(/secret-link|Raman|priya\.raman/);
    const refresh = (await fetch(server.url + path)).headers.get("Refresh");
    return [page.status, textOf(page, "main h1"), refresh === null ? null : Number(refresh)];
  };
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  expect(await saidOf({ startTime: inMinutes(72 * 60) })).toEqual([200, "The room isn’t open yet.", null]);
  const soon = await saidOf({ startTime: inMinutes(20) });
  expect(soon).toEqual([200, "The room isn’t open yet.", expect.any(Number)]);
  expect(Math.abs(Number(soon[2]) - 600)).toBeLessThan(20);
  const early = await browser.open(path);
  expect(textOf(early, "main")).toMatch(/We start on \w+, .* GMT|BST\. The room opens ten minutes before, at /);
  expect(early.root.querySelector("main a[rel=noreferrer]")?.getAttribute("href")).toBe(path);
  const withoutLink = { startTime: inMinutes(5), zoomLink: null };
  expect(await saidOf(withoutLink)).toEqual([200, "There is no joining link yet.", 60]);
  const cancelled = { zoomLink: session.zoomLink, cancelledAt: new Date() };
  expect(await saidOf(cancelled)).toEqual([410, "This session is cancelled.", null]);
  await db.update(sessionBookings).set({ status: "cancelled", paymentStatus: "cancelled", cancelledAt: new Date() });
  expect(await saidOf({ cancelledAt: null })).toEqual([410, "This place is no longer booked.", null]);
  const wrong = await browser.open(`${path}0`);
  expect([wrong.status, textOf(wrong, "main h1")]).toEqual([404, "Joining link not found"]);
  const unnamed = await browser.open(path.split("?")[0]!);
  expect(new URL(unnamed.url).pathname + new URL(unnamed.url).search).toBe(
    `/sign-in?returnTo=${encodeURIComponent(path.split("?")[0]!)}`,
  );
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
