import { calendarBusyTimes, calendarSources, siteSettings } from "@db/schema";
import { anOffer } from "../../support/one-to-one";
import { aPassOnSale } from "../../support/passes";
import { aSession } from "../../support/sessions";
import { expect, test } from "../../support/admin-over-http";

const origin = "https://www.example.com";
const allow = { key: "embedOrigins", value: [origin] };

const ancestorsOf = ({ headers }: Response) =>
  /frame-ancestors ([^;]*)/.exec(headers.get("Content-Security-Policy") ?? "")?.[1];

test("lets the named websites frame pages that are made for it, and no other page", async ({ server, db }) => {
  const { id } = await aSession(db);
  await aPassOnSale(db);
  const framed = [
    "/embed/schedule",
    "/embed/passes",
    "/embed/free-times",
    `/embed/sessions/${id}`,
    "/embed/schedule?zone=Asia%2FTokyo",
  ];
  for (const path of framed) expect(ancestorsOf(await fetch(server.url + path))).toBe("'self'");
  await db.insert(siteSettings).values(allow);
  for (const path of framed) {
    // The first answer is rendered, the second comes from memory.
    for (const answer of [await fetch(server.url + path), await fetch(server.url + path)]) {
      expect([path, answer.status, ancestorsOf(answer)]).toEqual([path, 200, `'self' ${origin}`]);
      expect(answer.headers.get("X-Frame-Options")).toBeNull();
    }
  }
  const others = ["/", `/sessions/${id}`, `/sessions/${id}/book`, "/passes", "/embed", "/embedded", "/sign-in", "/x"];
  for (const path of others) {
    const answer = await fetch(server.url + path);
    expect([path, ancestorsOf(answer), answer.headers.get("X-Frame-Options")]).toEqual([path, "'none'", "SAMEORIGIN"]);
  }
});

test("shows the same to all in a frame, without a cookie", async ({ server, db, admin }) => {
  const session = await aSession(db, { startTime: new Date("2030-01-10T12:00:00Z"), locationType: "online" });
  const path = "/embed/schedule?zone=Asia%2FTokyo";
  const own = await admin.open(path);
  const answer = await fetch(server.url + path, { headers: { Cookie: "tz=Europe%2FParis; currency=EUR" } });
  const text = await answer.text();
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(text).toBe(own.html);
  expect(text).toContain(session.title);
  expect(text).toContain("21:00");
  expect(text).not.toMatch(/<script[^>]* src=|admin@|Sign out/);
});

test("shows the next free times in a frame, from memory, until a calendar takes them", async ({ server, db }) => {
  const { slug } = await anOffer(db, { title: "Birth preparation" });
  await anOffer(db, { title: "Not on sale", isOn: false });
  const [source] = await db
    .insert(calendarSources)
    .values({ name: "Home", host: "calendar.example", sealedAddress: "none" })
    .returning();
  const read = async (zone: string) => (await fetch(`${server.url}/embed/free-times?zone=${zone}`)).text();
  const shown = await read("Asia%2FTokyo");
  expect(shown).toContain(`href="/one-to-one/${slug}/book?day=`);
  expect(shown).toMatch(/(7|6):00 PM/);
  expect(shown).not.toMatch(/Not on sale|<script[^>]* src=/);
  expect(await read("Asia%2FTokyo")).toBe(shown);
  const now = Date.now();
  const busy = { sourceId: source!.id, startsAt: new Date(now - 1000), endsAt: new Date(now + 90 * 86_400_000) };
  await db.transaction(async (tx) => {
    await tx.insert(calendarBusyTimes).values(busy);
    await tx.update(calendarSources).set({ readAt: new Date(now) });
  });
  expect(await read("Asia%2FTokyo")).toContain("There are no free times at the moment.");
});

test("asks for addresses of websites, and keeps their origins", async ({ db, admin }) => {
  const page = await admin.open("/admin/settings?section=embeds");
  const form = "form:has([name=origins])";
  const refused = await admin.submit(page, { origins: "not a website" }, form);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("“not” is no website.");
  const typed = "www.example.com/about\nhttps://WWW.example.com\nhttp://localhost:8080";
  await admin.submit(page, { origins: typed }, form);
  const [saved] = await db.select().from(siteSettings);
  expect(saved).toMatchObject({ key: "embedOrigins", value: [origin, "http://localhost:8080"] });
});

test("describes a session to websites that know oEmbed, and nothing else", async ({ server, db }) => {
  const { id, title } = await aSession(db, { title: `Tide & "Rest"` });
  const ask = (address: string, more = "") =>
    fetch(`${server.url}/oembed?url=${encodeURIComponent(address)}${more}`, { headers: { Origin: origin } });
  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  const siteUrl = /^Sitemap: (.*)\/sitemap\.xml$/m.exec(robots)?.[1] ?? "";
  const answer = await ask(`${siteUrl}/sessions/${id}`, "&maxwidth=320");
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const described = (await answer.json()) as { html: string };
  expect(described).toMatchObject({ version: "1.0", type: "rich", title, width: 320, height: 600 });
  expect(described.html).toContain(`src="${siteUrl}/embed/sessions/${id}" title="Tide &amp; &quot;Rest&quot;"`);
  for (const other of [`https://elsewhere.example/sessions/${id}`, `${siteUrl}/admin`, "x"]) {
    expect([other, (await ask(other)).status]).toEqual([other, 404]);
  }
  expect((await ask(`${siteUrl}/`, "&format=xml")).status).toBe(501);
});

test("offers its script, its feeds and the lines to paste to other websites", async ({ server, db, admin }) => {
  const { id, title } = await aSession(db, { startTime: new Date(Date.now() + 86_400_000) });
  const script = await fetch(`${server.url}/embed.js`);
  expect(script.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  expect((await script.text()).length).toBeLessThan(4000);
  const atom = await fetch(`${server.url}/feed.atom`);
  expect(atom.headers.get("Content-Type")).toContain("application/atom+xml");
  expect(await atom.text()).toContain(`<id>urn:uuid:${id}</id>`);
  const page = await admin.open(`/admin/embeds?what=sessions/${id}&theme=dark`);
  expect(page.root.text).toContain(`data-breathroom="sessions/${id}" data-theme="dark"`);
  expect(page.root.text).toContain(title);
  const times = await admin.open("/admin/embeds?what=free-times");
  expect(times.root.text).toContain('data-breathroom="free-times"');
  expect(times.root.text).toMatch(/href="[^"]*\/one-to-one">One to One</);
});
