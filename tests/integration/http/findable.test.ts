import { randomUUID } from "node:crypto";
import { products } from "@db/schema";
import sharp from "sharp";
import { PlainBrowser } from "../../support/browser-without-javascript";
import { toastOf } from "../../support/page-parts";
import { aPassOnSale } from "../../support/passes";
import { aRecording } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import { expect, formWith, test } from "../../support/admin-over-http";

const startInDays = (days: number) => new Date(Date.now() + days * 86_400_000);

const addressesIn = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))].map(([, address]) => new URL(address ?? "").pathname);

test("lists exactly the pages that visitors can open in the sitemap", async ({ server, db }) => {
  const open = await aSession(db, { startTime: startInDays(2) });
  await aSession(db, { isPublished: false });
  await aSession(db, { cancelledAt: new Date() });
  await aSession(db, { startTime: startInDays(-2) });
  const recording = await aRecording(db, { collection: "birth" });
  const [resource] = await db
    .insert(products)
    .values({
      kind: "resource",
      title: "A <plan> & more",
      description: "Four weeks",
      priceMinor: 0,
      priceCurrency: "EUR",
    })
    .returning();
  const pass = await aPassOnSale(db);
  await aPassOnSale(db, {}, { isOn: false });
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const listed = addressesIn(sitemap, "loc");
  expect(listed).toEqual([
    "/",
    "/live-sessions",
    "/resources",
    "/accessibility",
    "/breathwork-for-birth",
    `/sessions/${open.id}`,
    "/birth-recordings",
    `/birth-recordings/${recording.id}`,
    `/resources/${resource?.id}`,
    "/passes",
    `/passes/${pass.id}`,
  ]);
  for (const path of listed) expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200]);
});

test("shows a duplicated session nowhere before it is published", async ({ server, db, admin }) => {
  const session = await aSession(db, { startTime: startInDays(2), seriesId: randomUUID(), title: "Tide" });
  const listed = await admin.open("/admin/sessions");
  const copied = await admin.submit(listed, { id: session.id }, formWith(listed, "Duplicate Tide"));
  const [, copyId = ""] = /sessions\/([\w-]+)\/edit/.exec(copied.url) ?? [];
  const inputOf = (input: object) => encodeURIComponent(JSON.stringify(input));
  const lists = [
    ...["/", "/live-sessions", "/live-sessions?tab=past", "/sitemap.xml", "/feed.xml", "/feed.json", "/calendar.ics"],
    ...["listUpcoming", "listCards", "listPast"].map((name) => `/api/trpc/schedule.${name}?input=${inputOf({})}`),
    "/api/trpc/schedule.listFeed",
  ];
  const own = [
    ...["", "/book", "/share", "/waitlist", "/calendar.ics"].map((part) => `/sessions/${copyId}${part}`),
    ...[`/session/${copyId}`, `/share/sessions/${copyId}/000000000000.png`],
    `/api/trpc/schedule.get?input=${inputOf({ id: copyId })}`,
    `/api/trpc/bookings.getForm?input=${inputOf({ sessionId: copyId })}`,
    `/api/trpc/bookings.getTerms?input=${inputOf({ sessionId: copyId })}`,
  ];
  const naming = async (id: string) => {
    const read = async (path: string) => [path, (await (await fetch(server.url + path)).text()).includes(id)];
    return Object.fromEntries(await Promise.all(lists.map(read))) as Record<string, boolean>;
  };
  const statuses = () => Promise.all(own.map(async (path) => (await fetch(server.url + path)).status));
  const never = Object.fromEntries(lists.map((path) => [path, false]));
  expect([await naming(copyId), await statuses()]).toEqual([never, own.map(() => 404)]);
  const form = await admin.submit(copied, {}, formWith(copied, "Save draft"));
  expect(toastOf(form)).toBe("Session saved");
  expect(await naming(copyId)).toEqual(never);
  const draft = await admin.open(copied.url);
  const published = await admin.submit(draft, { isPublished: "on" }, formWith(draft, "Save and publish"));
  expect([toastOf(published), (await naming(copyId))["/"], (await statuses())[0]]).toEqual([
    "Session saved",
    true,
    200,
  ]);
});

test("keeps search engines from private pages and names the sitemap", async ({ server }) => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  expect(robots).toContain("User-agent: *");
  for (const path of ["/admin", "/dashboard", "/bookings/", "/user/"]) expect(robots).toContain(`Disallow: ${path}\n`);
  expect(robots).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);
});

test("offers upcoming sessions as RSS and as a JSON feed, without joining links", async ({ server, db }) => {
  const title = `Breath & "Rest" <1>`;
  const session = await aSession(db, { title, startTime: startInDays(2), zoomLink: "https://zoom.example/j/secret" });
  await aSession(db, { isPublished: false, title: "Draft" });
  const answers = await Promise.all(["/feed.xml", "/feed.json"].map((path) => fetch(server.url + path)));
  const [rss = "", json = ""] = await Promise.all(answers.map((answer) => answer.text()));
  expect(rss).toContain("<item><title>Breath &amp; &quot;Rest&quot; &lt;1&gt;: ");
  expect(addressesIn(rss, "guid")).toEqual([`/sessions/${session.id}`]);
  const { items } = JSON.parse(json) as { items: { id: string; title: string }[] };
  expect(items.map(({ id }) => id)).toEqual([session.id]);
  expect(items[0]?.title).toContain(title);
  for (const text of [rss, json]) expect(text).not.toContain("secret");
  const again = await fetch(`${server.url}/feed.xml`, {
    headers: { "If-None-Match": answers[0]?.headers.get("ETag") ?? "" },
  });
  expect(again.status).toBe(304);
});

test("has an installable manifest whose icons exist in the stated sizes", async ({ server }) => {
  const home = await new PlainBrowser(server.url).open("/");
  const address = home.root.querySelector("link[rel=manifest]")?.getAttribute("href") ?? "";
  const manifest = (await (await fetch(server.url + address)).json()) as {
    name: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.name).toBe("Breathroom");
  for (const { src, sizes } of manifest.icons.filter(({ sizes }) => sizes !== "any")) {
    const { width, height } = await sharp(await (await fetch(server.url + src)).arrayBuffer()).metadata();
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
  for (const link of home.root.querySelectorAll("link[rel=icon], link[rel=apple-touch-icon]")) {
    expect((await fetch(server.url + (link.getAttribute("href") ?? ""))).status).toBe(200);
  }
});

test("says where to report a vulnerability", async ({ server }) => {
  const text = await (await fetch(`${server.url}/.well-known/security.txt`)).text();
  expect(text).toMatch(/^Contact: (https?|mailto):/m);
  const expires = new Date(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
  expect(expires.getTime()).toBeGreaterThan(Date.now());
});

test("describes pages in schema.org's terms, with a path of breadcrumbs", async ({ server, db }) => {
  const session = await aSession(db);
  const recording = await aRecording(db, { collection: "stress", title: "Arriving" });
  const browser = new PlainBrowser(server.url);
  const typesOn = async (path: string) => {
    const scripts = (await browser.open(path)).root.querySelectorAll('script[type="application/ld+json"]');
    return scripts.map((script) => (JSON.parse(script.text) as { "@type": string })["@type"]);
  };
  expect(await typesOn("/")).toEqual(["Organization"]);
  expect(await typesOn(`/sessions/${session.id}`)).toEqual(["Event", "BreadcrumbList"]);
  expect(await typesOn("/stress-recordings")).toEqual(["CollectionPage", "BreadcrumbList"]);
  expect(await typesOn(`/stress-recordings/${recording.id}`)).toEqual(["VideoObject", "BreadcrumbList"]);
});

test("a session's page requests its picture first", async ({ server, db }) => {
  const session = await aSession(db);
  const { root } = await new PlainBrowser(server.url).open(`/sessions/${session.id}`);
  const preload = root.querySelector('head link[rel="preload"][as="image"]');
  expect(preload?.getAttribute("href")).toBe(root.querySelector("main article img")?.getAttribute("src"));
  expect(preload?.getAttribute("fetchpriority")).toBe("high");
});

test("shows a picture of 1200 × 630 where a collection or a recording is shared", async ({ server, db }) => {
  const recording = await aRecording(db, { collection: "birth", title: "Arriving" });
  const browser = new PlainBrowser(server.url);
  for (const path of ["/birth-recordings", `/birth-recordings/${recording.id}`]) {
    const page = await browser.open(path);
    const address = page.root.querySelector('meta[property="og:image"]')?.getAttribute("content") ?? "";
    const picture = await fetch(server.url + new URL(address).pathname);
    expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 630 });
  }
  for (const path of ["/share/collections/others.png", "/share/recordings/none.png"])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404]);
});
